import type { Flag } from "@/lib/flags/schema";
import type { Deposit, DepositReversal, User } from "@/lib/generated/prisma/client";
import type { UsdtRate } from "@/lib/market/data";
import { fileUrl } from "@/lib/platform/files";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { bookedIn } from "@/lib/wallets/names";
import type { SameHash } from "@/lib/wallets/payment-schema";
import { SIMULATED_SUFFIX } from "@/lib/wallets/rate-rules";
import { quoteOf } from "@/lib/wallets/rates";
import { formatCoin } from "@/lib/wallets/rules";
import { creditMicro } from "./rules";
import type { AdminDepositDto, DepositDto } from "./schema";

export type DepositWithReversal = Deposit & { reversal: DepositReversal | null };

/** A deposit row as its owner sees it. The database admits known pairs and statuses only. */
export function serializeDeposit(row: DepositWithReversal): DepositDto {
  const currency = row.currency;
  const amount = row.creditedMicro === null ? null : formatMicro(row.creditedMicro);
  return {
    id: row.id,
    number: row.number.toString(),
    currency,
    network: row.network,
    address: row.address,
    amount: formatCoin(row.amountE8, currency),
    rate: row.rateE8 === null ? null : formatPriceE8(row.rateE8),
    rateSimulated: row.rateSource?.endsWith(SIMULATED_SUFFIX) ?? false,
    credited: amount === null ? null : { currency: bookedIn(currency), amount },
    creditedUsdt: bookedIn(currency) === "USDT" ? amount : null,
    status: row.status,
    transactionHash: row.transactionHash,
    proofUrl: fileUrl(row.proofFileId),
    adminNotes: row.adminNotes,
    createdAt: row.createdAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
    reversal: row.reversal && serializeReversal(row.reversal),
  };
}

function serializeReversal(row: DepositReversal): DepositDto["reversal"] {
  return {
    at: row.createdAt.toISOString(),
    reason: row.reason,
    currency: row.currency,
    taken: formatMicro(row.takenMicro),
    owed: formatMicro(row.amountMicro - row.takenMicro - row.collectedMicro),
  };
}

export type DepositWithPeople = DepositWithReversal & { user: User; processedBy: User | null };

/** A deposit row as staff see it, with what confirming it now would credit. */
export function serializeAdminDeposit(
  row: DepositWithPeople,
  rate: UsdtRate | null,
  seen: { sameHash: SameHash; flags: Flag[] },
): AdminDepositDto {
  const { user, processedBy } = row;
  return {
    ...serializeDeposit(row),
    user: { id: user.id, username: user.username, email: user.email },
    processedBy: processedBy && { id: processedBy.id, username: processedBy.username },
    ...seen,
    quote:
      row.status === "pending" && rate
        ? {
            ...quoteOf(rate),
            usdt: formatMicro(creditMicro(row.amountE8, rate.rateE8)),
          }
        : null,
  };
}
