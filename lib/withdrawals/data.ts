import { getUser, holdEndOf } from "@/lib/accounts/data";
import { withdrawalFlags } from "@/lib/flags/data";
import { withdrawalOwner } from "@/lib/flags/owner";
import type { Withdrawal } from "@/lib/generated/prisma/client";
import { balancesOf, spendableOf } from "@/lib/ledger/data";
import { getMarketHead } from "@/lib/market/data";
import { type Db, prisma, reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { everyRow } from "@/lib/platform/http/lists";
import { openPhrase } from "@/lib/platform/mail";
import { formatMicro, formatPriceE8, parseMicro } from "@/lib/platform/money";
import { canConfirmByPasskey } from "@/lib/security/passkeys/data";
import { getSettings } from "@/lib/settings/data";
import { sameHashes } from "@/lib/wallets/data";
import { bookedIn } from "@/lib/wallets/names";
import type { AdminPaymentQuery, PaymentQuery } from "@/lib/wallets/payment-schema";
import { WITHDRAWAL_QUEUE } from "@/lib/wallets/payment-status";
import { amountRange, newestPage, staffPage } from "@/lib/wallets/queue";
import { ratesOfPending } from "@/lib/wallets/rates";
import { addressBookState } from "./addresses";
import { withdrawalChecks } from "./checks";
import { getWithdrawalDelay } from "./delay";
import { goldWithin, goldWorth } from "./rules";
import type { AdminWithdrawalDto, ReviewedWithdrawalDto, WithdrawalTerms } from "./schema";
import { serializeAdminWithdrawal, type WithdrawalWithPeople } from "./serializers";

/** A micro-unit in 10^-8. */
const MICRO_IN_E8 = 100n;
const people = { user: true, processedBy: true, approvedBy: true } as const;

/** A user's withdrawals, newest first. */
export function listWithdrawals(
  userId: string,
  query: PaymentQuery,
): Promise<{ items: Withdrawal[]; nextCursor: string | null }> {
  return newestPage(query, { userId }, (args) => reading.prisma.withdrawal.findMany(args));
}

/** All withdrawals for staff, newest first. */
export async function listAdminWithdrawals(
  query: AdminPaymentQuery,
): Promise<{ items: AdminWithdrawalDto[]; nextCursor: string | null }> {
  const amounts = { amountMicro: amountRange(query, MICRO_IN_E8) };
  const page = await staffPage(query, WITHDRAWAL_QUEUE, amounts, (args) =>
    reading.prisma.withdrawal.findMany({ ...args, include: people }),
  );
  return { items: await forStaff(page.items), nextCursor: page.nextCursor };
}

/** Every withdrawal of a filter, newest first, read page by page. */
export function eachAdminWithdrawal(query: AdminPaymentQuery): AsyncGenerator<AdminWithdrawalDto> {
  return everyRow(
    (page) => listAdminWithdrawals({ ...query, ...page, order: "newest" }),
    (page) => page.items,
  );
}

/** One withdrawal for staff, with what is worth a second look. @throws AppError NOT_FOUND */
export async function getAdminWithdrawal(id: string): Promise<ReviewedWithdrawalDto> {
  const row = await prisma.withdrawal.findUnique({ where: { id }, include: people });
  if (!row) throw new AppError("NOT_FOUND");
  const [[withdrawal], checks, owner] = await Promise.all([
    forStaff([row]),
    withdrawalChecks(row),
    withdrawalOwner(row),
  ]);
  if (!withdrawal) throw new AppError("NOT_FOUND");
  return { ...withdrawal, checks, owner };
}

async function forStaff(rows: WithdrawalWithPeople[]): Promise<AdminWithdrawalDto[]> {
  const ownersIn = (unit: "USDT" | "XAUT") => [
    ...new Set(rows.flatMap((row) => (bookedIn(row.currency) === unit ? [row.userId] : []))),
  ];
  const [USDT, XAUT, same, flags, rates] = await Promise.all([
    spendableOf(prisma, "USDT", ownersIn("USDT")),
    spendableOf(prisma, "XAUT", ownersIn("XAUT")),
    sameHashes("withdrawal", rows),
    withdrawalFlags(rows.map(({ id }) => id)),
    ratesOfPending(rows),
  ]);
  return rows.flatMap((row) => {
    const found = { USDT, XAUT }[bookedIn(row.currency)].get(row.userId);
    const rate = rates.get(row.currency) ?? null;
    const seen = { sameHash: same.get(row.id) ?? [], flags: flags.get(row.id) ?? [] };
    return found ? [serializeAdminWithdrawal(row, found, seen, rate)] : [];
  });
}

/** Settings that bind withdrawals, in micro-USDT. */
export type WithdrawalLimits = {
  minimumMicro: bigint;
  dailyLimitMicro: bigint;
  feeMicro: bigint;
};

/** The limits now in force. */
export async function withdrawalLimits(): Promise<WithdrawalLimits> {
  const { withdrawalMin, withdrawalDailyLimit, withdrawalFee } = await getSettings();
  const micro = (text: string) => {
    const value = parseMicro(text);
    if (value === null) throw new Error(`A withdrawal setting has too many decimals: ${text}`);
    return value;
  };
  return {
    minimumMicro: micro(withdrawalMin),
    dailyLimitMicro: micro(withdrawalDailyLimit),
    feeMicro: micro(withdrawalFee),
  };
}

/** What a user has asked for since 00:00 UTC, XAUT by its value then, refused and cancelled requests excepted. Micro-USDT. */
export async function withdrawnToday(db: Db, userId: string): Promise<{ micro: bigint; at: Date }> {
  const [row] = await db.$queryRaw<{ micro: bigint; at: Date }[]>`
    SELECT coalesce(sum(coalesce(value_micro, amount_micro)), 0)::bigint AS micro, app_now() AS at FROM withdrawal
    WHERE user_id = ${userId}::uuid AND status NOT IN ('failed', 'cancelled')
      AND created_at >= date_trunc('day', app_now(), 'UTC')`;
  if (!row) throw new Error("An aggregate answered no row");
  return row;
}

/**
 * What a withdrawal of this user is bound to now. Of XAUT the limits are those in USDT at the newest bid, also where that
 * is too old to ask for one: there they are about what they will be.
 */
export async function getWithdrawalTerms(
  userId: string,
  unit: "USDT" | "XAUT" = "USDT",
): Promise<WithdrawalTerms> {
  const [user, balances, limits, today, book, passkeyConfirms, delay, head] = await Promise.all([
    getUser(userId),
    balancesOf(userId),
    withdrawalLimits(),
    withdrawnToday(prisma, userId),
    addressBookState(prisma, userId),
    canConfirmByPasskey(userId),
    getWithdrawalDelay(userId),
    unit === "XAUT" ? getMarketHead() : null,
  ]);
  const left = limits.dailyLimitMicro - today.micro;
  const inUnit = (usdtMicro: bigint, convert: typeof goldWorth) =>
    formatMicro(unit === "USDT" ? usdtMicro : head ? convert(usdtMicro, head.bidE8) : 0n);
  return {
    currency: unit,
    price: head && formatPriceE8(head.bidE8),
    priceAt: head === null ? null : head.at.toISOString(),
    available: formatMicro(balances[unit].available),
    stored: formatMicro(balances.XAUT.stored),
    minimum: inUnit(limits.minimumMicro, goldWorth),
    dailyLimit: inUnit(limits.dailyLimitMicro, goldWithin),
    remainingToday: inUnit(left > 0n ? left : 0n, goldWithin),
    fee: inUnit(limits.feeMicro, goldWorth),
    hasWithdrawPassword: user.withdrawPasswordHash !== null,
    phrase: openPhrase(user.sealedPhrase),
    oneTimeWithdrawPasswordUntil: user.oneTimeWithdrawPasswordUntil?.toISOString() ?? null,
    twoFactorEnabled: user.twoFactorEnabledAt !== null,
    passkeyConfirms,
    delayHours: delay.hours,
    addressBookOnly: book.addressBookOnly,
    heldUntil: holdEndOf(user),
  };
}
