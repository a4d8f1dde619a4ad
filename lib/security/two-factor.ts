import { Secret, TOTP } from "otpauth";
import { getUser } from "@/lib/accounts/data";
import type { User } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { consume, limitFailures, type RateLimit } from "@/lib/platform/ratelimit";
import { unseal } from "@/lib/platform/security/cipher";
import { sha256 } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { checkPassword } from "./credentials";
import { warnUser } from "./notices";

const PERIOD_SECONDS = 30;
/** Codes of the neighbouring periods count, for clocks that are a little off. */
const WINDOW = 1;
const CODE_GUESSES: RateLimit = { name: "totp", points: 5, seconds: 900, shared: true };
/** Right passwords count too: each comparison takes a turn of the processor that others wait for. */
const PROOFS: RateLimit = { name: "proof", points: 60, seconds: 3600, shared: true };
/** Purpose that authenticator secrets are encrypted for. */
export const TOTP_PURPOSE = "two-factor";

const withoutSpaces = (code: string) => code.replace(/\s/g, "");

/**
 * The period that an authenticator code belongs to, as its number since the epoch, or null when it is
 * wrong. Uses nothing up.
 */
export function stepOfCode(user: User, code: string): bigint | null {
  if (!user.twoFactorSecret) return null;
  const totp = new TOTP({
    secret: Secret.fromBase32(unseal(TOTP_PURPOSE, user.twoFactorSecret)),
    period: PERIOD_SECONDS,
  });
  const timestamp = now().getTime();
  const delta = totp.validate({ token: withoutSpaces(code), window: WINDOW, timestamp });
  return delta === null ? null : BigInt(Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta);
}

/** Checks an authenticator or recovery code. Each code works once (RFC 6238 §5.2). */
export async function checkTotp(user: User, code: string): Promise<boolean> {
  const digits = withoutSpaces(code);
  if (!/^\d{6}$/.test(digits)) return redeemRecoveryCode(user.id, digits);
  const step = stepOfCode(user, digits);
  if (step === null) return false;
  const { count } = await prisma.user.updateMany({
    where: { id: user.id, OR: [{ twoFactorLastStep: null }, { twoFactorLastStep: { lt: step } }] },
    data: { twoFactorLastStep: step },
  });
  return count === 1;
}

/**
 * Asks for the code of an account that has two-factor on; others need none. Guesses are limited
 * over all instances.
 * @throws AppError TOTP_REQUIRED without a code, VALIDATION of `totp` for a wrong one, RATE_LIMITED
 */
export async function requireCode(user: User, code: string | undefined): Promise<void> {
  if (!user.twoFactorEnabledAt) return;
  if (!code) throw new AppError("TOTP_REQUIRED");
  await guardCode(user, () => checkTotp(user, code));
}

/**
 * Asks for somebody's password and, where they have two-factor on, their code.
 * @returns the hash that the password was compared with, for stillPassword()
 * @throws AppError VALIDATION of `password` or `totp` for a wrong one, TOTP_REQUIRED, RATE_LIMITED
 */
export async function checkProof(
  userId: string,
  { password, totp }: { password: string; totp?: string },
): Promise<string> {
  await consume(PROOFS, userId);
  const checkedHash = await checkPassword(userId, password, "password");
  await requireCode(await getUser(userId), totp);
  return checkedHash;
}

/** Runs a check of a code; wrong ones of a user count together, at login and in sessions. @throws AppError RATE_LIMITED */
export function limitCodes(user: User, check: () => Promise<boolean>): Promise<boolean> {
  return limitFailures(CODE_GUESSES, user.id, check);
}

/** Counts wrong codes of a user. @throws AppError VALIDATION of `totp`, RATE_LIMITED */
export async function guardCode(user: User, check: () => Promise<boolean>): Promise<void> {
  if (!(await limitCodes(user, check)))
    throw invalidField("totp", text("errors.accounts.invalidCode"));
}

/** Hash that a recovery code is stored by. */
export function recoveryCodeHash(userId: string, code: string): string {
  return sha256(`${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`).toString("hex");
}

/** Uses up a recovery code and tells the owner how many are left. */
function redeemRecoveryCode(userId: string, code: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, codeHash: recoveryCodeHash(userId, code), usedAt: null },
      data: { usedAt: now() },
    });
    if (count === 0) return false;
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } });
    await warnUser(tx, userId, {
      title: text("notices.accounts.recoveryCodeUsed"),
      message: text("notices.accounts.aRecoveryCodeWasUsedInstead", { left }),
    });
    return true;
  });
}
