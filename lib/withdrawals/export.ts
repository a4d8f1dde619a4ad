import { csvHeader, csvResponse } from "@/lib/platform/csv";
import type { AdminPaymentQuery } from "@/lib/wallets/payment-schema";
import { eachAdminWithdrawal } from "./data";
import type { AdminWithdrawalDto } from "./schema";

const HEADER = csvHeader(
  "number",
  "requestedUtc",
  "user",
  "email",
  "amountUsdt",
  "feeUsdt",
  "netUsdt",
  "amountXaut",
  "feeXaut",
  "netXaut",
  "currency",
  "paidOutCoins",
  "rateUsdt",
  "rateOfUtc",
  "rateSource",
  "network",
  "address",
  "transactionHash",
  "status",
  "approvedUtc",
  "processedUtc",
  "processedBy",
  "note",
  "id",
);

/** Amount, fee and net in the columns of their currency: no column holds two. */
function inUnits({ amount, fee, net, amountCurrency }: AdminWithdrawalDto) {
  const own = [amount, fee, net];
  const none = [null, null, null];
  return amountCurrency === "USDT" ? [...own, ...none] : [...none, ...own];
}

/** All withdrawals of a filter as a CSV download, newest first. */
export function exportWithdrawals(query: AdminPaymentQuery): Promise<Response> {
  async function* rows() {
    for await (const row of eachAdminWithdrawal(query)) {
      yield [
        row.number,
        row.createdAt,
        row.user.username,
        row.user.email,
        ...inUnits(row),
        row.currency,
        row.payoutAmount,
        row.payoutRate,
        row.payoutRateAt,
        row.payoutRateSource,
        row.network,
        row.address,
        row.transactionHash,
        row.status,
        row.approvedAt,
        row.processedAt,
        row.processedBy?.username,
        row.adminNotes,
        row.id,
      ];
    }
  }
  return csvResponse("withdrawals", HEADER, rows());
}
