import { getUser } from "@/lib/accounts/data";
import type { Withdrawal } from "@/lib/generated/prisma/client";
import { balancesOf } from "@/lib/ledger/data";
import { holdWithdrawal } from "@/lib/ledger/payments";
import { getMarketHead } from "@/lib/market/data";
import { sendNotification } from "@/lib/notifications/mutations";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { splitCode } from "@/lib/platform/money/typed-amount";
import { publishEvent } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount } from "@/lib/platform/ui/format";
import { requireCode } from "@/lib/security/two-factor";
import { checkWithdrawPassword } from "@/lib/security/withdraw-password";
import type { UserId } from "@/lib/sessions/user-id";
import { refuseAddress, refuseOwnWallet } from "@/lib/wallets/addresses/refusals";
import { bookedIn } from "@/lib/wallets/names";
import { isPair } from "@/lib/wallets/rules";
import { refuseUnsavedAddress } from "./addresses";
import { type WithdrawalLimits, withdrawalLimits, withdrawnToday } from "./data";
import { goldValue, goldWorth, isFeeAgreed } from "./rules";
import type { CreateWithdrawalInput } from "./schema";

/**
 * Asks for a withdrawal: the amount is held at once, of XAUT in XAUT. Repeating the same key returns the first one.
 * Refusals come in this order: password not set, wrong password, hold, a password that support set, below the
 * minimum, over the daily limit, insufficient balance, address, address book, another fee than the reviewed one,
 * authenticator code (last, because a code works once).
 * @throws AppError WITHDRAW_PASSWORD_NOT_SET, WITHDRAW_PASSWORD_INCORRECT, RATE_LIMITED, WITHDRAWALS_ON_HOLD,
 * WITHDRAW_PASSWORD_CHANGE_REQUIRED, MARKET_STALE for XAUT, BELOW_MINIMUM_WITHDRAWAL, EXCEEDS_DAILY_LIMIT, INSUFFICIENT_BALANCE,
 * VALIDATION, ADDRESS_NOT_SAVED, ADDRESS_NOT_USABLE_YET, WITHDRAWAL_TERMS_CHANGED, TOTP_REQUIRED,
 * IDEMPOTENCY_CONFLICT for a key that was used for another one, and UNAUTHORIZED when the account was
 * switched off meanwhile
 */
export async function requestWithdrawal(
  userId: UserId,
  idempotencyKey: string,
  sent: CreateWithdrawalInput,
  sessionId?: string,
): Promise<Withdrawal> {
  const id = uuidFrom(`withdrawal:${idempotencyKey}`);
  const unit = bookedIn(sent.currency);
  const input = { ...sent, ...inUnit(sent, unit) };
  const earlier = await findByKey(id, userId, input);
  if (earlier) return earlier;
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null) throw invalidField("amount", text("errors.common.enterAmount"));

  const checkedHash = await checkWithdrawPassword(userId, input.withdrawPassword);
  const user = await getUser(userId);
  refuseWhileHeld(user.withdrawalsHeldUntil);
  if (user.oneTimeWithdrawPasswordUntil) throw new AppError("WITHDRAW_PASSWORD_CHANGE_REQUIRED");
  const limits = await limitsIn(unit);
  await checkLimits(prisma, userId, amountMicro, limits);
  const { available } = (await balancesOf(prisma, userId))[unit];
  if (available < amountMicro) throw new AppError("INSUFFICIENT_BALANCE");
  checkDestination(input);
  await refuseOwnWallet(prisma, input.address);
  await refuseUnsavedAddress(prisma, userId, input);
  const feeMicro = agreedFee(input.fee, limits.feeMicro, unit);
  await requireCode(user, input.totp);
  const { currency, network, address } = input;
  const fields = { id, userId, currency, network, address, amountMicro, feeMicro };
  try {
    return await transaction((tx) => hold(tx, fields, limits, checkedHash, sessionId));
  } catch (error) {
    const first = violatedUnique(error) && (await findByKey(id, userId, input));
    if (first) return first;
    throw error;
  }
}

/** The withdrawal that a key stands for, if there is one. @throws AppError IDEMPOTENCY_CONFLICT for another request */
async function findByKey(
  id: string,
  userId: string,
  input: CreateWithdrawalInput,
): Promise<Withdrawal | null> {
  const row = await prisma.withdrawal.findUnique({ where: { id } });
  if (!row) return null;
  const { currency, network, address, amount, fee } = input;
  const isSame =
    row.userId === userId &&
    row.currency === currency &&
    row.network === network &&
    row.address === address &&
    row.amountMicro === parseMicro(amount) &&
    (fee === undefined || row.feeMicro === parseMicro(fee));
  if (!isSame) throw new AppError("IDEMPOTENCY_CONFLICT");
  return row;
}

function refuseWhileHeld(until: Date | null): void {
  if (!until || until <= now()) return;
  const heldUntil = until.toISOString();
  throw new AppError("WITHDRAWALS_ON_HOLD", {
    message: text("errors.withdrawals.withdrawalsOnHoldUntilUtcBecause", {
      heldUntil: formatUtc(heldUntil),
    }),
    details: { heldUntil },
  });
}

/** The numbers of a request without the currency beside them. @throws AppError VALIDATION for another one than the amount is in */
function inUnit({ amount, fee }: CreateWithdrawalInput, unit: "USDT" | "XAUT") {
  const numberOf = (field: string, typed: string) => {
    const { number, code } = splitCode(typed, ["USDT", "XAUT"]);
    if (code === null || code === undefined || code === unit) return number;
    const message = text("errors.common.amountInOtherCurrency", { code, currency: unit });
    throw invalidField(field, message);
  };
  return { amount: numberOf("amount", amount), fee: fee && numberOf("fee", fee) };
}

/** Limits in USDT, and what an amount and the fee are by them. Of XAUT at the newest bid. */
type Limits = WithdrawalLimits & { valueOf: (amountMicro: bigint) => bigint };

/** What binds an amount of a currency now; the fee is in that currency. @throws AppError MARKET_STALE */
async function limitsIn(unit: "USDT" | "XAUT"): Promise<Limits> {
  const limits = await withdrawalLimits();
  if (unit === "USDT") return { ...limits, valueOf: (amountMicro) => amountMicro };
  const head = await getMarketHead();
  if (head === null || head.stale || head.contested) throw new AppError("MARKET_STALE");
  const { bidE8 } = head;
  return {
    ...limits,
    feeMicro: goldWorth(limits.feeMicro, bidE8),
    valueOf: (amountMicro) => goldValue(amountMicro, bidE8),
  };
}

/** The two rules about the amount, in the specification's order. */
async function checkLimits(
  db: Db,
  userId: string,
  amountMicro: bigint,
  limits: Limits,
): Promise<void> {
  const value = limits.valueOf(amountMicro);
  if (value < limits.minimumMicro || amountMicro <= limits.feeMicro) {
    throw new AppError("BELOW_MINIMUM_WITHDRAWAL");
  }
  const today = await withdrawnToday(db, userId);
  if (today.micro + value > limits.dailyLimitMicro) throw new AppError("EXCEEDS_DAILY_LIMIT");
}

function checkDestination({ currency, network, address }: CreateWithdrawalInput): void {
  if (!isPair(currency, network)) {
    throw invalidField("network", text("errors.common.cantBeSentOn", { currency, network }));
  }
  refuseAddress(network, address);
}

/** The fee that is taken: the reviewed one. A caller that names none agrees to any. @throws AppError WITHDRAWAL_TERMS_CHANGED */
function agreedFee(reviewed: string | undefined, feeMicro: bigint, unit: "USDT" | "XAUT"): bigint {
  if (reviewed === undefined) return feeMicro;
  const agreed = parseMicro(reviewed);
  if (agreed !== null && isFeeAgreed(agreed, feeMicro, unit)) return agreed;
  const fee = formatMicro(feeMicro);
  const exact = (text: string) => formatAmount(text, unit, { exact: true });
  throw new AppError("WITHDRAWAL_TERMS_CHANGED", {
    message: text("errors.withdrawals.theWithdrawalFeeChangedFromPlease", {
      reviewed: exact(reviewed),
      fee: exact(fee),
    }),
    details: { fee },
  });
}

type NewWithdrawal = Pick<
  Withdrawal,
  "id" | "userId" | "currency" | "network" | "address" | "amountMicro" | "feeMicro"
>;

/**
 * Records and holds. The user's row is locked first, so that requests at the same time are counted
 * one after the other and can't exceed the daily limit together, and a credential change waits.
 */
async function hold(
  tx: Tx,
  fields: NewWithdrawal,
  limits: Limits,
  checkedHash: string,
  sessionId: string | undefined,
): Promise<Withdrawal> {
  const { id, userId, amountMicro, currency, network } = fields;
  type Locked = { until: Date | null; hash: string | null; isActive: boolean };
  const [locked] = await tx.$queryRaw<Locked[]>`
    SELECT withdrawals_held_until AS until, withdraw_password_hash AS hash, is_active AS "isActive"
    FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  // Switched off while the password was compared: the session that asks has ended.
  if (!locked?.isActive) throw new AppError("UNAUTHORIZED");
  // Changed while the old one was compared.
  if (locked.hash !== checkedHash) throw new AppError("WITHDRAW_PASSWORD_INCORRECT");
  refuseWhileHeld(locked.until);
  await refuseUnsavedAddress(tx, userId, fields);
  await checkLimits(tx, userId, amountMicro, limits);
  await holdWithdrawal(tx, fields, checkedHash);
  const withdrawal = await tx.withdrawal.findUniqueOrThrow({ where: { id } });
  const { number } = withdrawal;
  const unit = bookedIn(currency);
  const amount = exactAmount(amountMicro, unit);
  const message =
    currency === unit
      ? text("notices.withdrawals.requested", { number, amount, network })
      : text("notices.withdrawals.requestedInCoins", { number, amount, currency, network });
  await sendNotification(
    tx,
    {
      userId,
      type: "withdrawal",
      title: text("notices.withdrawals.withdrawalRequested"),
      message,
    },
    sessionId,
  );
  await publishEvent(
    tx,
    { t: "withdrawal", u: userId, id, status: withdrawal.status },
    { t: "balance", u: userId },
    { t: "queue", u: "admins", queue: "withdrawals" },
  );
  return withdrawal;
}
