import { holdEndOf } from "@/lib/accounts/data";
import { balancesOf } from "@/lib/ledger/data";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { formatMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import type { AdminUserDetailDto } from "./schema";
import { serializeForStaff } from "./users";

/** One user with balances and counts. @throws AppError NOT_FOUND */
export async function getUserDetail(userId: string): Promise<AdminUserDetailDto> {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user || user.erasedAt) throw new AppError("NOT_FOUND");
  const [
    balances,
    trades,
    openTrades,
    deposits,
    pendingDeposits,
    withdrawals,
    pending,
    sessions,
    passkeys,
  ] = await Promise.all([
    balancesOf(userId),
    prisma.trade.count({ where: { userId } }),
    prisma.trade.count({ where: { userId, status: "open" } }),
    prisma.deposit.count({ where: { userId } }),
    prisma.deposit.count({ where: { userId, status: "pending" } }),
    prisma.withdrawal.count({ where: { userId } }),
    prisma.withdrawal.count({ where: { userId, status: { in: ["pending", "processing"] } } }),
    prisma.session.count({ where: { userId, revokedAt: null, expiresAt: { gt: now() } } }),
    prisma.passkey.count({ where: { userId } }),
  ]);
  return {
    ...serializeForStaff(user, balances.USDT.available),
    passkeys,
    deviceApproval: user.deviceApproval,
    withdrawalsHeldUntil: holdEndOf(user),
    oneTimeWithdrawPasswordUntil: user.oneTimeWithdrawPasswordUntil?.toISOString() ?? null,
    balances: {
      USDT: mapAmounts(balances.USDT),
      XAUT: mapAmounts(balances.XAUT),
    },
    counts: {
      trades,
      openTrades,
      deposits,
      pendingDeposits,
      withdrawals,
      pendingWithdrawals: pending,
      sessions,
    },
  };
}

function mapAmounts<K extends string>(amounts: Record<K, bigint>): Record<K, string> {
  const entries = Object.entries<bigint>(amounts).map(([key, value]) => [key, formatMicro(value)]);
  return Object.fromEntries(entries) as Record<K, string>;
}
