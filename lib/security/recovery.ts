import { prisma, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { queueMail } from "@/lib/platform/mail";
import { seal, unseal } from "@/lib/platform/security/cipher";
import { refuseCommonPassword } from "@/lib/platform/security/common-passwords";
import { hashPassword, passwordMatches } from "@/lib/platform/security/passwords";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { issueToken, redeemToken, tokenHash } from "./account-tokens";
import { applyNewPassword, samePassword } from "./credentials";
import { forgiveSignIns } from "./login-limits";
import { freezeWay } from "./notices";

const VALID_MINUTES = 60;
/** Links to a mailbox within the life of one, used or not: many senders together can't fill it. */
const MAX_LINKS = 5;

const PURPOSE = "password-reset";

/** Does what a request for a reset link asks for, once that has its answer. */
export const passwordResetJob = defineJob<{ sealedEmail: string }>({
  name: "password-reset",
  handler: ({ sealedEmail }) => mailPasswordReset(unseal(PURPOSE, sealedEmail)),
  concurrency: 2,
  waitSeconds: 3600,
  keepSeconds: 60,
});

/**
 * Takes a request for a reset link. Whether the address belongs to an account is only looked up afterwards, so the
 * answer and its time say nothing about it.
 */
export const requestPasswordReset = (email: string): Promise<void> =>
  enqueue(passwordResetJob, { sealedEmail: seal(PURPOSE, email) });

/** Mails a reset link when the address belongs to an account, five an hour at most. */
export async function mailPasswordReset(email: string): Promise<void> {
  const owner = { email: email.toLowerCase(), isActive: true, erasedAt: null };
  const found = await prisma.user.findFirst({ where: owner, select: { id: true } });
  if (!found) return;
  const { siteName } = await getSettings();
  await transaction(async (tx) => {
    // One after the other, so that requests at once don't all find room.
    await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${found.id}::uuid FOR NO KEY UPDATE`;
    // The wait for the lock may have been for a change of the address, or for the account's end.
    const user = await tx.user.findFirst({ where: { ...owner, id: found.id } });
    if (!user) return;
    const mailed = await tx.accountToken.count({
      where: {
        userId: user.id,
        purpose: PURPOSE,
        email: user.email,
        expiresAt: { gt: now() },
      },
    });
    if (mailed >= MAX_LINKS) return;
    const token = await issueToken(tx, {
      userId: user.id,
      purpose: PURPOSE,
      email: user.email,
      validMinutes: VALID_MINUTES,
    });
    await queueMail(tx, {
      to: user.email,
      subject: text("mails.resetPassword.subject", { siteName }),
      text: text("mails.resetPassword.body", {
        username: user.username,
        minutes: VALID_MINUTES,
        link: `${siteOrigin()}/reset-password?token=${token}`,
        way: await freezeWay(tx, user.id, user.email),
      }),
    });
  });
}

/**
 * Sets a new password with a mailed token, which works once, and ends every session. Guesses at the old one
 * no longer keep its owner out.
 * @throws AppError VALIDATION for the one that support set, TOKEN_INVALID, also for a link to an address that the account no longer has
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  refuseCommonPassword("newPassword", newPassword);
  await refuseOneTimePassword(token, newPassword);
  const passwordHash = await hashPassword(newPassword, "stranger");
  const { userId } = await transaction(async (tx) => {
    const redeemed = await redeemToken(tx, token, ["password-reset"]);
    const { userId: id, email } = redeemed;
    // The link counts for the address that it was sent to, not for one the account has since.
    if ((await tx.user.count({ where: { id, email } })) === 0) throw new AppError("TOKEN_INVALID");
    await applyNewPassword(tx, id, passwordHash, "password-reset");
    return redeemed;
  });
  await forgiveSignIns(userId);
}

/** @throws AppError VALIDATION where the owner of a link would keep the password that support set */
async function refuseOneTimePassword(token: string, newPassword: string): Promise<void> {
  const owner = await prisma.user.findFirst({
    where: { mustChangePassword: true, accountTokens: { some: { tokenHash: tokenHash(token) } } },
    select: { passwordHash: true },
  });
  if (owner && (await passwordMatches(newPassword, owner.passwordHash, "stranger"))) {
    throw samePassword();
  }
}
