import { csvResponse } from "@/lib/platform/csv";
import type { AdminPaymentQuery } from "@/lib/wallets/payment-schema";
import { eachAdminWithdrawal } from "./data";

const HEADER = [
  "Number",
  "Requested (UTC)",
  "User",
  "E-mail",
  "Amount (USDT)",
  "Fee (USDT)",
  "Net (USDT)",
  "Currency",
  "Paid out (coins)",
  "Rate (USDT)",
  "Rate of (UTC)",
  "Rate source",
  "Network",
  "Address",
  "Transaction hash",
  "Status",
  "Approved (UTC)",
  "Processed (UTC)",
  "Processed by",
  "Note",
  "Id",
];

/** All withdrawals of a filter as a CSV download, newest first. */
export function exportWithdrawals(query: AdminPaymentQuery): Promise<Response> {
  async function* rows() {
    for await (const row of eachAdminWithdrawal(query)) {
      yield [
        row.number,
        row.createdAt,
        row.user.username,
        row.user.email,
        row.amount,
        row.fee,
        row.net,
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
  return csvResponse("withdrawals.csv", HEADER, rows());
}
