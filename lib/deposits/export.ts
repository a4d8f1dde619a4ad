import { csvHeader, csvResponse } from "@/lib/platform/csv";
import type { AdminPaymentQuery } from "@/lib/wallets/payment-schema";
import { eachAdminDeposit } from "./data";

const HEADER = csvHeader(
  "number",
  "submittedUtc",
  "user",
  "email",
  "amount",
  "currency",
  "network",
  "address",
  "transactionHash",
  "status",
  "rateUsdt",
  "creditedUsdt",
  "creditedXaut",
  "processedUtc",
  "processedBy",
  "note",
  "id",
);

/** All deposits of a filter as a CSV download, newest first. */
export function exportDeposits(query: AdminPaymentQuery): Promise<Response> {
  async function* rows() {
    for await (const row of eachAdminDeposit(query)) {
      yield [
        row.number,
        row.createdAt,
        row.user.username,
        row.user.email,
        row.amount,
        row.currency,
        row.network,
        row.address,
        row.transactionHash,
        row.status,
        row.rate,
        row.creditedUsdt,
        row.credited?.currency === "XAUT" ? row.credited.amount : null,
        row.processedAt,
        row.processedBy?.username,
        row.adminNotes,
        row.id,
      ];
    }
  }
  return csvResponse("deposits", HEADER, rows());
}
