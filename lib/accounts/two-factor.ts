import { Secret, TOTP } from "otpauth";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { unseal } from "@/lib/platform/security/cipher";
import { sha256 } from "@/lib/platform/security/hash";
import { now } from "@/lib/platform/time";

const PERIOD_SECONDS = 30;
/** Codes of the neighbouring periods count, for clocks that are a little off. */
const WINDOW = 1;
/** Purpose that authenticator secrets are encrypted for. */
export const TOTP_PURPOSE = "two-factor";

/** Checks an authenticator or recovery code. Each code works once (RFC 6238 §5.2). */
export async function checkTotp(user: User, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return redeemRecoveryCode(user.id, digits);
  if (!user.twoFactorSecret) return false;
  const totp = new TOTP({
    secret: Secret.fromBase32(unseal(TOTP_PURPOSE, user.twoFactorSecret)),
    period: PERIOD_SECONDS,
  });
  const timestamp = now().getTime();
  const delta = totp.validate({ token: digits, window: WINDOW, timestamp });
  if (delta === null) return false;
  const step = BigInt(Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta);
  const { count } = await prisma.user.updateMany({
    where: { id: user.id, OR: [{ twoFactorLastStep: null }, { twoFactorLastStep: { lt: step } }] },
    data: { twoFactorLastStep: step },
  });
  return count === 1;
}

/** Hash that a recovery code is stored by. */
export function recoveryCodeHash(userId: string, code: string): string {
  return sha256(`${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`).toString("hex");
}

async function redeemRecoveryCode(userId: string, code: string): Promise<boolean> {
  const { count } = await prisma.recoveryCode.updateMany({
    where: { userId, codeHash: recoveryCodeHash(userId, code), usedAt: null },
    data: { usedAt: now() },
  });
  return count === 1;
}
