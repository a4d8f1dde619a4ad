import { prisma, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { queueMail } from "@/lib/platform/mail";
import { randomToken, sha256 } from "@/lib/platform/security/hash";
import { hashPassword } from "@/lib/platform/security/passwords";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { applyNewPassword } from "./credentials";

const VALID_MINUTES = 60;

function tokenHash(token: string): string {
  return sha256(token).toString("hex");
}

/** Mails a reset link when the address belongs to an account. Says nothing about whether it does. */
export async function requestPasswordReset(email: string): Promise<void> {
  const user = await prisma.user.findFirst({
    where: { email: email.toLowerCase(), isActive: true, erasedAt: null },
  });
  if (!user) return;
  const token = randomToken();
  const { siteName } = await getSettings();
  const origin = env.APP_URL ?? `http://localhost:${env.PORT}`;
  await transaction(async (tx) => {
    await tx.accountToken.create({
      data: {
        userId: user.id,
        purpose: "password-reset",
        tokenHash: tokenHash(token),
        email: user.email,
        expiresAt: new Date(now().getTime() + VALID_MINUTES * 60_000),
      },
    });
    await queueMail(tx, {
      to: user.email,
      subject: `Reset your ${siteName} password`,
      text: [
        `Hello ${user.username},`,
        "",
        `open this link within ${VALID_MINUTES} minutes to choose a new password:`,
        `${origin}/reset-password?token=${token}`,
        "",
        "If you did not ask for this, ignore this mail: your password stays as it is.",
      ].join("\n"),
    });
  });
}

/**
 * Sets a new password with a mailed token, which works once, and ends every session.
 * @throws AppError TOKEN_INVALID
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await transaction(async (tx) => {
    const found = await tx.accountToken.findUnique({ where: { tokenHash: tokenHash(token) } });
    if (found?.purpose !== "password-reset") throw new AppError("TOKEN_INVALID");
    const { count } = await tx.accountToken.updateMany({
      where: { id: found.id, usedAt: null, expiresAt: { gt: now() } },
      data: { usedAt: now() },
    });
    if (count === 0) throw new AppError("TOKEN_INVALID");
    await applyNewPassword(tx, found.userId, passwordHash, "password-reset");
  });
}
