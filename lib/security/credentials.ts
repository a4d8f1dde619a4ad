import type { RiskAcceptance } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { limitFailures, type RateLimit } from "@/lib/platform/ratelimit";
import { refuseCommonPassword } from "@/lib/platform/security/common-passwords";
import { normalPassword } from "@/lib/platform/security/password-length";
import { hashPassword, passwordMatches } from "@/lib/platform/security/passwords";
import { sentences, type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { announceEnd, revokeSessions } from "@/lib/sessions/mutations";
import { getSettings } from "@/lib/settings/data";
import { cancelTokens } from "./account-tokens";
import { type BySupport, warnUser } from "./notices";

const PASSWORD_GUESSES: RateLimit = {
  name: "password-check",
  points: 10,
  seconds: 900,
  shared: true,
};

/** What people are told of a change: where it holds withdrawals, that too. */
export const noticeOf = (change: Text, isHeld: boolean): Text =>
  isHeld ? sentences(change, text("notices.accounts.held")) : change;

/**
 * Holds withdrawals for the configured hours after a credential changed; never shortens a hold.
 * @returns whether the change holds them: at 0 hours none does
 */
export async function holdWithdrawals(tx: Tx, userId: string): Promise<boolean> {
  const { withdrawalHoldHours } = await getSettings(tx);
  if (withdrawalHoldHours === 0) return false;
  const until = new Date(now().getTime() + withdrawalHoldHours * 3_600_000);
  await tx.user.updateMany({
    where: {
      id: userId,
      OR: [{ withdrawalsHeldUntil: null }, { withdrawalsHeldUntil: { lt: until } }],
    },
    data: { withdrawalsHeldUntil: until },
  });
  return true;
}

/**
 * Checks the login password of somebody who is logged in; guesses are limited over all instances.
 * @param field the form's name for it, which the error is about
 * @returns the hash that it was compared with, for stillPassword()
 * @throws AppError VALIDATION for a wrong one, RATE_LIMITED
 */
export async function checkPassword(
  userId: string,
  password: string,
  field: string,
): Promise<string> {
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const isRight = await limitFailures(PASSWORD_GUESSES, userId, () =>
    passwordMatches(password, passwordHash),
  );
  if (!isRight) throw invalidField(field, text("errors.accounts.incorrectPassword"));
  return passwordHash;
}

/**
 * Locks the user's row if the password is still the one that was checked: comparing takes long enough for
 * the owner to reset it meanwhile, and what a thief had under way must not outlive that.
 * @throws AppError UNAUTHORIZED when it is another one by now
 */
export async function stillPassword(tx: Tx, userId: string, checkedHash: string): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, passwordHash: checkedHash },
    data: { passwordHash: checkedHash },
  });
  if (count === 0) throw new AppError("UNAUTHORIZED");
}

/**
 * Changes the login password, ends the user's other sessions and holds withdrawals.
 * @throws AppError VALIDATION for a wrong current password or the same one again, RATE_LIMITED
 */
export async function changePassword(input: {
  userId: string;
  sessionId: string;
  currentPassword: string;
  newPassword: string;
}): Promise<void> {
  const { userId, currentPassword } = input;
  const checkedHash = await checkPassword(userId, currentPassword, "currentPassword");
  refuseCommonPassword("newPassword", input.newPassword);
  if (normalPassword(input.newPassword) === normalPassword(currentPassword)) throw samePassword();
  const passwordHash = await hashPassword(input.newPassword);
  await transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    const by = { sessionId: input.sessionId };
    await applyNewPassword(tx, userId, passwordHash, "password-changed", by);
  });
}

/** The refusal of a new password that is the old one: support would go on knowing one that it had set. */
export const samePassword = (field = "newPassword") =>
  invalidField(field, text("errors.accounts.chooseAnotherPassword"));

/** For so long a password that support sets waits for its owner. */
export const ONE_TIME_HOURS = 24;

/** Until when a password that support sets now waits for its owner. */
export const oneTimeEnd = () => new Date(now().getTime() + ONE_TIME_HOURS * 3_600_000);

/** What makes a password that support sets one for a single login, which only leads to choosing another. */
export const oneTimePassword = () => ({
  mustChangePassword: true,
  oneTimePasswordUntil: oneTimeEnd(),
});

const OWN_PASSWORD = { mustChangePassword: false, oneTimePasswordUntil: null };

/** Who gives an account a password: a session of its owner, which goes on, or support. */
export type Giver = { sessionId?: string; support?: BySupport };

/**
 * Stores a new login password with everything that follows from it, in the caller's transaction.
 * Links that could set yet another password or address die with the old one. One that support sets works once.
 * @returns whether withdrawals are held for it
 */
export async function applyNewPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  reason: string,
  { sessionId, support }: Giver = {},
): Promise<boolean> {
  const passwordChangedAt = now();
  const use = support ? oneTimePassword() : OWN_PASSWORD;
  await tx.user.update({
    where: { id: userId },
    data: { passwordHash, passwordChangedAt, ...use },
  });
  await cancelTokens(tx, userId, ["password-reset", "email-change"]);
  await revokeSessions(tx, userId, reason, sessionId);
  const isHeld = await holdWithdrawals(tx, userId);
  const change = support
    ? text("notices.accounts.supportSetOneTimePassword", { hours: ONE_TIME_HOURS })
    : text("notices.accounts.yourLoginPasswordWasChanged");
  const notice = {
    title: text("notices.accounts.passwordChanged"),
    message: noticeOf(change, isHeld),
  };
  await warnUser(tx, userId, notice, { by: sessionId, support });
  await announceEnd(tx, userId);
  return isHeld;
}

/**
 * Records that the user read and accepted a product's risks, in the version now in force. Accepting it again
 * changes nothing.
 * @returns what stands on record
 */
export async function acceptRisk(
  userId: string,
  product: "option" | "ai",
): Promise<RiskAcceptance> {
  const { riskVersion: version } = await getSettings();
  await prisma.riskAcceptance.createMany({
    data: [{ userId, product, version, acceptedAt: now() }],
    skipDuplicates: true,
  });
  return prisma.riskAcceptance.findFirstOrThrow({ where: { userId, product, version } });
}
