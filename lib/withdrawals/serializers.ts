import type { User, Withdrawal } from "@/lib/generated/prisma/client";
import type { SpendableUsdt } from "@/lib/ledger/data";
import { formatMicro } from "@/lib/platform/money";
import type { SameHash } from "@/lib/wallets/payment-schema";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import type { Currency, Network } from "@/lib/wallets/rules";
import type { AdminWithdrawalDto, WithdrawalDto } from "./schema";

/** A withdrawal row as its owner sees it. */
export function serializeWithdrawal(row: Withdrawal): WithdrawalDto {
  return {
    id: row.id,
    number: row.number.toString(),
    currency: row.currency as Currency,
    network: row.network as Network,
    address: row.address,
    amount: formatMicro(row.amountMicro),
    fee: formatMicro(row.feeMicro),
    net: formatMicro(row.amountMicro - row.feeMicro),
    status: row.status as PaymentStatus,
    transactionHash: row.transactionHash,
    adminNotes: row.adminNotes,
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}

export type WithdrawalWithPeople = Withdrawal & { user: User; processedBy: User | null };

/** A withdrawal row as staff see it. */
export function serializeAdminWithdrawal(
  row: WithdrawalWithPeople,
  { available, held }: SpendableUsdt,
  sameHash: SameHash,
): AdminWithdrawalDto {
  const { user, processedBy } = row;
  return {
    ...serializeWithdrawal(row),
    user: { id: user.id, username: user.username, email: user.email },
    processedBy: processedBy && { id: processedBy.id, username: processedBy.username },
    sameHash,
    balance: { available: formatMicro(available), held: formatMicro(held) },
  };
}
