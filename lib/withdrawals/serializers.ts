import type { Flag } from "@/lib/flags/schema";
import type { User, Withdrawal } from "@/lib/generated/prisma/client";
import type { Spendable } from "@/lib/ledger/data";
import type { UsdtRate } from "@/lib/market/data";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { bookedIn } from "@/lib/wallets/names";
import type { SameHash } from "@/lib/wallets/payment-schema";
import { SIMULATED_SUFFIX } from "@/lib/wallets/rate-rules";
import { quoteOf } from "@/lib/wallets/rates";
import { formatCoin } from "@/lib/wallets/rules";
import { payoutE8 } from "./rules";
import type { AdminWithdrawalDto, WithdrawalDto } from "./schema";

/** A withdrawal row as its owner sees it. */
export function serializeWithdrawal(row: Withdrawal): WithdrawalDto {
  const currency = row.currency;
  return {
    id: row.id,
    number: row.number.toString(),
    currency,
    network: row.network,
    address: row.address,
    amount: formatMicro(row.amountMicro),
    amountCurrency: bookedIn(currency),
    fee: formatMicro(row.feeMicro),
    net: formatMicro(row.amountMicro - row.feeMicro),
    valueUsdt: formatMicro(row.valueMicro ?? row.amountMicro),
    payoutAmount: row.payoutE8 === null ? null : formatCoin(row.payoutE8, currency),
    payoutRate: row.rateE8 === null ? null : formatPriceE8(row.rateE8),
    payoutRateSimulated: row.rateSource?.endsWith(SIMULATED_SUFFIX) ?? false,
    status: row.status,
    transactionHash: row.transactionHash,
    adminNotes: row.adminNotes,
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    processedAt: row.processedAt?.toISOString() ?? null,
    waitsUntil: row.waitsUntil?.toISOString() ?? null,
  };
}

export type WithdrawalWithPeople = Withdrawal & {
  user: User;
  processedBy: User | null;
  approvedBy: User | null;
};

const named = (person: User | null) => person && { id: person.id, username: person.username };

/** What approving a pending withdrawal now would freeze; null in USDT and XAUT and without a rate. */
function quoteFor(row: Withdrawal, rate: UsdtRate | null): AdminWithdrawalDto["quote"] {
  const currency = row.currency;
  if (row.status !== "pending" || currency === bookedIn(currency) || rate === null) return null;
  const coins = payoutE8(row.amountMicro - row.feeMicro, rate.rateE8, currency);
  return { ...quoteOf(rate), amount: formatCoin(coins, currency) };
}

/** A withdrawal row as staff see it, with what approving it now would freeze. */
export function serializeAdminWithdrawal(
  row: WithdrawalWithPeople,
  { available, held }: Spendable,
  seen: { sameHash: SameHash; flags: Flag[] },
  rate: UsdtRate | null,
): AdminWithdrawalDto {
  const { user, processedBy, approvedBy, status } = row;
  return {
    ...serializeWithdrawal(row),
    user: { id: user.id, username: user.username, email: user.email },
    approvedBy: named(approvedBy),
    completedBy: status === "completed" ? named(processedBy) : null,
    processedBy: named(processedBy),
    ...seen,
    payoutRateSource: row.rateSource,
    payoutRateAt: row.rateAt?.toISOString() ?? null,
    quote: quoteFor(row, rate),
    balance: { available: formatMicro(available), held: formatMicro(held) },
  };
}
