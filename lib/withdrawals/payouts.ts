/** What staff have to send: approved withdrawals that are not completed. */
import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { everyRow } from "@/lib/platform/http/lists";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";
import { listAdminWithdrawals } from "./data";
import type { PayoutDto, PayoutQuery } from "./payouts-schema";

/** A page of payouts, the longest waiting first. */
export async function listPayouts({
  limit,
  cursor,
}: Pick<PayoutQuery, "limit" | "cursor">): Promise<{
  payouts: PayoutDto[];
  nextCursor: string | null;
}> {
  const query = adminPaymentQuerySchema.parse({ status: "processing", order: "oldest" });
  const { items, nextCursor } = await listAdminWithdrawals({ ...query, limit, cursor });
  const payouts = items.map((row) => ({
    id: row.id,
    number: row.number,
    currency: row.currency,
    network: row.network,
    address: row.address,
    amount: row.payoutAmount ?? row.net,
    createdAt: row.createdAt,
    approvedAt: row.approvedAt,
    approvedBy: row.approvedBy?.username ?? null,
  }));
  return { payouts, nextCursor };
}

const HEADER = csvHeader(
  "number",
  "toSend",
  "currency",
  "network",
  "address",
  "requestedUtc",
  "approvedUtc",
  "approvedBy",
  "id",
);

/** All payouts as a CSV download. */
export function exportPayouts(): Promise<Response> {
  async function* rows() {
    for await (const row of everyRow(listPayouts, ({ payouts }) => payouts)) {
      const { number, amount, currency, network, address, createdAt, approvedAt, approvedBy, id } =
        row;
      yield [number, amount, currency, network, address, createdAt, approvedAt, approvedBy, id];
    }
  }
  return csvResponse("payouts", HEADER, rows());
}
