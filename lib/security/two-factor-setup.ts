import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { getUser } from "@/lib/accounts/data";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { seal } from "@/lib/platform/security/cipher";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { announceEnd, forgetAfter } from "@/lib/sessions/mutations";
import { getSettings } from "@/lib/settings/data";
import { checkPassword, holdWithdrawals, noticeOf, stillPassword } from "./credentials";
import { warnUser } from "./notices";
import type { TwoFactorProof, TwoFactorSetup } from "./schema";
import { guardCode, recoveryCodeHash, requireCode, stepOfCode, TOTP_PURPOSE } from "./two-factor";

/** Bytes of a secret, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** No look-alikes (0/o, 1/i/l): people copy these by hand. 31^12 is almost 60 bits. */
const CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_GROUPS = [4, 4, 4];

const ALREADY_ON = { message: text("notices.accounts.twoFactorAuthenticationAlreadyOn") };
const NOT_ON = { message: text("notices.accounts.twoFactorAuthenticationNotOn") };

/**
 * Makes the secret for an authenticator app, encrypted at rest. It counts once it is confirmed; a
 * second start replaces it.
 * @throws AppError CONFLICT when two-factor is on
 */
export async function startTwoFactor(userId: string): Promise<TwoFactorSetup> {
  const secret = new Secret({ size: SECRET_BYTES });
  const { siteName } = await getSettings();
  const user = await getUser(userId);
  await transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, twoFactorEnabledAt: null },
      data: { twoFactorSecret: seal(TOTP_PURPOSE, secret.base32), twoFactorLastStep: null },
    });
    if (count === 0) throw new AppError("CONFLICT", ALREADY_ON);
  });
  const totp = new TOTP({ issuer: siteName, label: user.username, secret });
  return { secret: secret.base32, otpauthUrl: totp.toString() };
}

/**
 * Turns two-factor on with the password and a code of the app, which works for nothing else then.
 * @returns the recovery codes, which can't be read again
 * @throws AppError CONFLICT when it is on or was not started, VALIDATION, RATE_LIMITED
 */
export async function confirmTwoFactor(
  userId: string,
  proof: TwoFactorProof,
  sessionId?: string,
): Promise<string[]> {
  const checkedHash = await checkPassword(userId, proof.password, "password");
  const user = await getUser(userId);
  if (user.twoFactorEnabledAt) throw new AppError("CONFLICT", ALREADY_ON);
  if (!user.twoFactorSecret) {
    throw new AppError("CONFLICT", { message: text("errors.accounts.startSetUpFirst") });
  }
  const step = stepOfCode(user, proof.totp);
  await guardCode(user, async () => step !== null);
  return transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    const { count } = await tx.user.updateMany({
      where: { id: userId, twoFactorEnabledAt: null, twoFactorSecret: user.twoFactorSecret },
      data: { twoFactorEnabledAt: now(), twoFactorLastStep: step },
    });
    if (count === 0) throw new AppError("CONFLICT");
    forgetAfter(tx, userId);
    const message = text("notices.accounts.signingInAndWithdrawingNowNeed");
    const notice = { title: text("notices.accounts.twoFactorAuthenticationOn"), message };
    await warnUser(tx, userId, notice, { by: sessionId });
    return replaceRecoveryCodes(tx, userId);
  });
}

/**
 * Turns two-factor off with the password and a code (or a recovery code), and holds withdrawals:
 * the account is easier to take over than before.
 * @throws AppError CONFLICT when it is off, VALIDATION, RATE_LIMITED
 */
export async function disableTwoFactor(
  userId: string,
  proof: TwoFactorProof,
  sessionId?: string,
): Promise<void> {
  const checkedHash = await proveOwner(userId, proof);
  await transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    const { count } = await tx.user.updateMany({
      where: { id: userId, twoFactorEnabledAt: { not: null } },
      data: { twoFactorEnabledAt: null, twoFactorSecret: null, twoFactorLastStep: null },
    });
    if (count === 0) throw new AppError("CONFLICT", NOT_ON);
    await tx.recoveryCode.deleteMany({ where: { userId } });
    // Live connections are made anew: staff may have lost their rights with it.
    await announceEnd(tx, userId);
    const isHeld = await holdWithdrawals(tx, userId);
    const message = noticeOf(text("notices.accounts.signingInAndWithdrawingNoLonger"), isHeld);
    const notice = { title: text("notices.accounts.twoFactorAuthenticationOff"), message };
    await warnUser(tx, userId, notice, { by: sessionId });
  });
}

/**
 * Replaces all recovery codes.
 * @throws AppError CONFLICT when two-factor is off, VALIDATION, RATE_LIMITED
 */
export async function renewRecoveryCodes(
  userId: string,
  proof: TwoFactorProof,
  sessionId?: string,
): Promise<string[]> {
  const checkedHash = await proveOwner(userId, proof);
  return transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    const message = text("notices.accounts.newRecoveryCodesWereMadeOld");
    await warnUser(
      tx,
      userId,
      { title: text("notices.accounts.newRecoveryCodes"), message },
      { by: sessionId },
    );
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Checks password and code. @returns what stillPassword() wants to know */
async function proveOwner(userId: string, { password, totp }: TwoFactorProof): Promise<string> {
  const checkedHash = await checkPassword(userId, password, "password");
  const user = await getUser(userId);
  if (!user.twoFactorEnabledAt) throw new AppError("CONFLICT", NOT_ON);
  await requireCode(user, totp);
  return checkedHash;
}

async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  // Two replacements at once: the later one must remove what the earlier one made.
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: recoveryCodeHash(userId, code) })),
  });
  return codes;
}

function newRecoveryCode(): string {
  const letter = () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)] ?? "";
  return CODE_GROUPS.map((length) => Array.from({ length }, letter).join("")).join("-");
}
