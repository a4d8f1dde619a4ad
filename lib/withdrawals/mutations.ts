import { getUser } from "@/lib/accounts/data";
import type { Withdrawal } from "@/lib/generated/prisma/client";
import { withdrawalId } from "@/lib/ledger/rules";
import { askingForWithdrawal, type RefusedAddress } from "@/lib/ledger/withdrawals";
import { getMarketHead } from "@/lib/market/data";
import { prisma } from "@/lib/platform/db";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { splitCode } from "@/lib/platform/money/typed-amount";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import { requirePasskey } from "@/lib/security/passkeys/proof";
import { requireCode } from "@/lib/security/two-factor";
import { checkWithdrawPassword } from "@/lib/security/withdraw-password";
import type { UserId } from "@/lib/sessions/user-id";
import { refuseAddress } from "@/lib/wallets/addresses/refusals";
import { bookedIn } from "@/lib/wallets/names";
import { canonicalAddress, isPair } from "@/lib/wallets/rules";
import { refuseUnsavedAddress } from "./addresses";
import { withdrawalLimits } from "./data";
import { goldWorth } from "./rules";
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
  const id = withdrawalId(idempotencyKey);
  const unit = bookedIn(sent.currency);
  const input = { ...sent, ...inUnit(sent, unit) };
  const asking = askingForWithdrawal(id);
  try {
    return await ask(asking, userId, input, sessionId);
  } catch (error) {
    // Whoever guesses gets nothing looked up.
    if (toAppError(error).code === "RATE_LIMITED") throw error;
    const first = await findByKey(id, userId, input);
    if (!first) throw await explained(toAppError(error), userId, input);
    // Another password, or another one by now: nobody learns with it what was asked for.
    if (toAppError(error).code === "WITHDRAW_PASSWORD_INCORRECT") {
      throw new AppError("IDEMPOTENCY_CONFLICT");
    }
    return first;
  }
}

async function ask(
  asking: ReturnType<typeof askingForWithdrawal>,
  userId: UserId,
  input: CreateWithdrawalInput,
  sessionId: string | undefined,
): Promise<Withdrawal> {
  const { currency, network, address } = input;
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null) throw invalidField("amount", text("errors.common.enterAmount"));
  const user = await getUser(userId);
  const checkedHash = await checkWithdrawPassword(user, input.withdrawPassword);
  const refused = destinationProblem(input);
  const asked = {
    ...{ userId, currency, network, address, amountMicro, checkedHash },
    feeMicro: input.fee === undefined ? null : (parseMicro(input.fee) ?? -1n),
    savedAs: refused ? null : canonicalAddress(network, address),
    sessionId: sessionId ?? null,
  };
  const refuse = (why: RefusedAddress) =>
    (why === "address" && refused) || invalidField("address", text("errors.address.ownWallet"));
  if (user.twoFactorEnabledAt) {
    // A code works once, so it is asked for when nothing else is in the way.
    const why = await asking.check(asked);
    if (why) throw refuse(why);
    if (input.passkey && sessionId) await requirePasskey({ userId, sessionId }, input.passkey);
    else await requireCode(user, input.totp);
  }
  const withdrawal = await asking.hold(asked);
  if (typeof withdrawal === "string") throw refuse(withdrawal);
  return withdrawal;
}

/** The withdrawal that a key stands for, if there is one, as it was when it was asked for. @throws AppError IDEMPOTENCY_CONFLICT for another request */
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
  return { ...row, status: "pending", ...NOT_DECIDED };
}

/** What staff and the owner have not yet done with a withdrawal. */
const NOT_DECIDED = {
  ...{ rateE8: null, rateSource: null, rateAt: null, payoutE8: null, transactionHash: null },
  ...{ adminNotes: null, approvedAt: null, processedAt: null },
};

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

/** The fee in the unit of the amount now. @throws AppError MARKET_STALE */
async function feeIn(unit: "USDT" | "XAUT"): Promise<bigint> {
  const { feeMicro } = await withdrawalLimits();
  if (unit === "USDT") return feeMicro;
  const head = await getMarketHead();
  if (head === null) throw new AppError("MARKET_STALE");
  return goldWorth(feeMicro, head.bidE8);
}

/** Adds to a refusal what it is about. */
async function explained(
  error: AppError,
  userId: UserId,
  input: CreateWithdrawalInput,
): Promise<AppError> {
  const { code } = error;
  try {
    if (code === "WITHDRAWALS_ON_HOLD")
      refuseWhileHeld((await getUser(userId)).withdrawalsHeldUntil);
    if (code === "ADDRESS_NOT_USABLE_YET") await refuseUnsavedAddress(prisma, userId, input);
    if (code === "WITHDRAWAL_TERMS_CHANGED") await refuseFee(input);
    return error;
  } catch (precise) {
    return toAppError(precise);
  }
}

/** Why an address is none that can be paid; null where it is one. */
function destinationProblem({
  currency,
  network,
  address,
}: CreateWithdrawalInput): AppError | null {
  try {
    if (!isPair(currency, network)) {
      throw invalidField("network", text("errors.common.cantBeSentOn", { currency, network }));
    }
    refuseAddress(network, address);
    return null;
  } catch (error) {
    return toAppError(error);
  }
}

/** Says which fee is in force instead of the reviewed one. @throws AppError WITHDRAWAL_TERMS_CHANGED */
async function refuseFee({ currency, fee: reviewed }: CreateWithdrawalInput): Promise<void> {
  if (reviewed === undefined) return;
  const unit = bookedIn(currency);
  const fee = formatMicro(await feeIn(unit));
  const exact = (amount: string) => formatAmount(amount, unit, { exact: true });
  throw new AppError("WITHDRAWAL_TERMS_CHANGED", {
    message: text("errors.withdrawals.theWithdrawalFeeChangedFromPlease", {
      reviewed: exact(reviewed),
      fee: exact(fee),
    }),
    details: { fee },
  });
}
