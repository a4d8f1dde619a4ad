import { getUser } from "@/lib/accounts/data";
import type { User } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { AppError, errorText, invalidField, violatedUnique } from "@/lib/platform/errors";
import { queueMail } from "@/lib/platform/mail";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { cancelTokens, issueToken, redeemToken } from "./account-tokens";
import { checkPassword, holdWithdrawals, noticeOf, stillPassword } from "./credentials";
import { warnUser } from "./notices";
import type { ChangeEmailInput } from "./schema";
import { requireCode } from "./two-factor";

const VALID_MINUTES = 24 * 60;

/** Mails a link that confirms the address an account has, in the caller's transaction. */
export async function mailVerification(
  tx: Tx,
  user: Pick<User, "id" | "username" | "email">,
): Promise<void> {
  await cancelTokens(tx, user.id, ["email-verification"]);
  const token = await issueToken(tx, {
    userId: user.id,
    purpose: "email-verification",
    email: user.email,
    validMinutes: VALID_MINUTES,
  });
  await mailLink(tx, { to: user.email, username: user.username, token });
}

/** Mails the link again. @throws AppError NOT_FOUND, CONFLICT for an address that is confirmed already */
export async function requestVerification(userId: string): Promise<void> {
  await transaction(async (tx) => {
    // The wait for the lock may have been for a change of the address, or for the account's end.
    await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const user = await tx.user.findFirst({ where: { id: userId, erasedAt: null } });
    if (!user) throw new AppError("NOT_FOUND");
    if (user.emailVerifiedAt) {
      throw new AppError("CONFLICT", {
        message: text("errors.accounts.yourEmailAddressAlreadyConfirmed"),
      });
    }
    await mailVerification(tx, user);
  });
}

async function mailLink(
  tx: Tx,
  { to, username, token }: { to: string; username: string; token: string },
): Promise<void> {
  const { siteName } = await getSettings(tx);
  await queueMail(tx, {
    to,
    subject: text("mails.confirmEmail.subject", { siteName }),
    text: text("mails.confirmEmail.body", {
      username,
      hours: VALID_MINUTES / 60,
      link: `${siteOrigin()}/verify-email?token=${token}`,
    }),
  });
}

/**
 * Starts a change of the address: a link goes to the new one, a warning to the old one. Nothing
 * changes before the link is confirmed.
 * @throws AppError VALIDATION, EMAIL_TAKEN, TOTP_REQUIRED, RATE_LIMITED
 */
export async function requestEmailChange(
  userId: string,
  input: ChangeEmailInput,
  sessionId?: string,
): Promise<void> {
  const newEmail = input.newEmail.toLowerCase();
  const checkedHash = await checkPassword(userId, input.password, "password");
  const user = await getUser(userId);
  if (newEmail === user.email) {
    throw invalidField("newEmail", text("errors.accounts.thisYourEmailAddressAlready"));
  }
  if ((await prisma.user.count({ where: { email: newEmail } })) > 0) throw takenError();
  await requireCode(user, input.totp);
  await transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    await cancelTokens(tx, userId, ["email-change"]);
    const token = await issueToken(tx, {
      userId,
      purpose: "email-change",
      email: newEmail,
      validMinutes: VALID_MINUTES,
    });
    await mailLink(tx, { to: newEmail, username: user.username, token });
    const message = text("notices.accounts.aChangeYourEmailAddressWas", {
      newEmail: maskEmail(newEmail),
    });
    await warnUser(
      tx,
      userId,
      { title: text("notices.accounts.emailChangeRequested"), message },
      { by: sessionId },
    );
  });
}

function takenError(): AppError {
  return new AppError("EMAIL_TAKEN", { errors: { newEmail: [errorText("EMAIL_TAKEN")] } });
}

/** "maria@example.com" becomes "m•••@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/**
 * Confirms an address with a mailed secret, which works once. For a changed address this is the
 * change itself: withdrawals are held, and the old address is told.
 * @returns the confirmed address
 * @throws AppError TOKEN_INVALID, EMAIL_TAKEN when somebody took the new address meanwhile
 */
export async function confirmEmail(token: string): Promise<string> {
  return transaction(async (tx) => {
    const found = await redeemToken(tx, token, ["email-verification", "email-change"]);
    const { userId, email } = found;
    if (found.purpose === "email-change") await changeEmail(tx, userId, email);
    else await verifyEmail(tx, userId, email);
    await publishEvent(tx, { t: "account", u: userId });
    return email;
  }).catch((error: unknown) => {
    throw violatedUnique(error) ? takenError() : error;
  });
}

/** The link counts for the address that it was sent to, not for one the account has since. */
async function verifyEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, email, erasedAt: null },
    data: { emailVerifiedAt: now() },
  });
  if (count === 0) throw new AppError("TOKEN_INVALID");
}

async function changeEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const before = await tx.user.findFirst({
    where: { id: userId, erasedAt: null, isActive: true, frozenAt: null },
  });
  if (!before) throw new AppError("TOKEN_INVALID");
  await tx.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: now() } });
  // Links that the old address still holds must not open the account.
  await cancelTokens(tx, userId, ["password-reset", "email-verification"]);
  const isHeld = await holdWithdrawals(tx, userId);
  const change = text("notices.accounts.theEmailAddressYourAccountNow", {
    email: maskEmail(email),
  });
  const message = noticeOf(change, isHeld);
  await warnUser(
    tx,
    userId,
    { title: text("notices.accounts.emailAddressChanged"), message },
    { mailTo: before.email },
  );
}
