/** The second password, asked for when money leaves. One that support sets only leads to choosing another. */

import type { User } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { limitFailures, type RateLimit } from "@/lib/platform/ratelimit";
import { refuseCommonPassword } from "@/lib/platform/security/common-passwords";
import { normalPassword } from "@/lib/platform/security/password-length";
import { hashPassword, passwordMatches } from "@/lib/platform/security/passwords";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import {
  checkPassword,
  type Giver,
  holdWithdrawals,
  noticeOf,
  ONE_TIME_HOURS,
  oneTimeEnd,
  samePassword,
  stillPassword,
} from "./credentials";
import { warnUser } from "./notices";

const WITHDRAW_PASSWORD_GUESSES: RateLimit = {
  name: "withdraw-password",
  points: 5,
  seconds: 900,
  shared: true,
};

/** A withdrawal password as it is stored. One of support's pays nothing out: its owner replaces it. */
const withdrawPasswordOf = (withdrawPasswordHash: string, { support }: Giver) => ({
  withdrawPasswordHash,
  withdrawPasswordChangedAt: now(),
  oneTimeWithdrawPasswordUntil: support ? oneTimeEnd() : null,
});

/** Stores the first withdrawal password with its notice. False, and nothing done, where there is one. */
async function storeFirstWithdrawPassword(
  tx: Tx,
  userId: string,
  withdrawPasswordHash: string,
  giver: Giver,
): Promise<boolean> {
  const { sessionId, support } = giver;
  const { count } = await tx.user.updateMany({
    where: { id: userId, withdrawPasswordHash: null },
    data: withdrawPasswordOf(withdrawPasswordHash, giver),
  });
  if (count === 0) return false;
  const message = support
    ? text("notices.accounts.supportSetWithdrawalPassword", { hours: ONE_TIME_HOURS })
    : text("notices.accounts.withdrawalPasswordWasSet");
  const notice = { title: text("notices.accounts.withdrawalPasswordSet"), message };
  await warnUser(tx, userId, notice, { by: sessionId, support });
  return true;
}

const alreadySet = () =>
  new AppError("CONFLICT", { message: text("errors.accounts.aWithdrawalPasswordAlreadySet") });

/**
 * Sets the first withdrawal password. No hold follows: there was nothing to take over.
 * @throws AppError VALIDATION for a wrong login password, CONFLICT when one is set already
 */
export async function setWithdrawPassword(input: {
  userId: string;
  sessionId?: string;
  password: string;
  withdrawPassword: string;
}): Promise<void> {
  const { userId, sessionId } = input;
  const checkedHash = await checkPassword(userId, input.password, "password");
  // Hashing takes a turn that somebody else waits for.
  if ((await prisma.user.count({ where: { id: userId, withdrawPasswordHash: null } })) === 0) {
    throw alreadySet();
  }
  refuseCommonPassword("withdrawPassword", input.withdrawPassword);
  const withdrawPasswordHash = await hashPassword(input.withdrawPassword);
  await transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    if (!(await storeFirstWithdrawPassword(tx, userId, withdrawPasswordHash, { sessionId }))) {
      throw alreadySet();
    }
  });
}

/**
 * Changes the withdrawal password and holds withdrawals; one of support's becomes the owner's own.
 * @throws AppError WITHDRAW_PASSWORD_NOT_SET, WITHDRAW_PASSWORD_INCORRECT, also for one of support's that is too
 * old, VALIDATION for the same one again, RATE_LIMITED, CONFLICT when it is another one by the time that the
 * given one was checked
 */
export async function changeWithdrawPassword(input: {
  userId: string;
  sessionId?: string;
  currentWithdrawPassword: string;
  newWithdrawPassword: string;
}): Promise<void> {
  const { userId } = input;
  const { withdrawPasswordHash, oneTimeWithdrawPasswordUntil: until } =
    await withdrawPasswordRow(userId);
  const { currentWithdrawPassword: current, newWithdrawPassword: chosen } = input;
  const checkedHash = await compareWithdrawPassword(userId, current, withdrawPasswordHash);
  if (until && until <= now()) throw spentWithdrawPassword();
  refuseCommonPassword("newWithdrawPassword", chosen);
  if (normalPassword(chosen) === normalPassword(current)) throw samePassword("newWithdrawPassword");
  const hash = await hashPassword(chosen);
  await transaction(async (tx) => {
    // As with stillPassword(): hashing takes long enough for support to reset it meanwhile.
    const { count } = await tx.user.updateMany({
      where: { id: userId, withdrawPasswordHash: checkedHash },
      data: { withdrawPasswordHash: checkedHash },
    });
    if (count === 0) {
      throw new AppError("CONFLICT", {
        message: text("errors.accounts.yourWithdrawalPasswordWasJustChanged"),
      });
    }
    await applyNewWithdrawPassword(tx, userId, hash, { sessionId: input.sessionId });
  });
}

/**
 * Stores a withdrawal password with its notice, in the caller's transaction. Another one than before holds
 * withdrawals; the first does not, as there was nothing to take over.
 * @returns whether withdrawals are held for it
 */
export async function applyNewWithdrawPassword(
  tx: Tx,
  userId: string,
  withdrawPasswordHash: string,
  giver: Giver = {},
): Promise<boolean> {
  if (await storeFirstWithdrawPassword(tx, userId, withdrawPasswordHash, giver)) return false;
  await tx.user.update({
    where: { id: userId },
    data: withdrawPasswordOf(withdrawPasswordHash, giver),
  });
  const isHeld = await holdWithdrawals(tx, userId);
  const { sessionId, support } = giver;
  const change = support
    ? text("notices.accounts.supportSetNewWithdrawalPassword", { hours: ONE_TIME_HOURS })
    : text("notices.accounts.yourWithdrawalPasswordWasChanged");
  const notice = {
    title: text("notices.accounts.withdrawalPasswordChanged"),
    message: noticeOf(change, isHeld),
  };
  await warnUser(tx, userId, notice, { by: sessionId, support });
  return isHeld;
}

const spentWithdrawPassword = () =>
  new AppError("WITHDRAW_PASSWORD_INCORRECT", {
    message: text("errors.accounts.oneTimeWithdrawPasswordOver"),
  });

const withdrawPasswordRow = (userId: string) =>
  prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { withdrawPasswordHash: true, oneTimeWithdrawPasswordUntil: true },
  });

/**
 * Checks a withdrawal password; guesses are limited over all instances. One of support's pays nothing out.
 * @returns the hash that it was compared with, to see under a lock whether it is still the one
 * @throws AppError WITHDRAW_PASSWORD_NOT_SET, WITHDRAW_PASSWORD_INCORRECT, RATE_LIMITED
 */
export function checkWithdrawPassword(
  { id, withdrawPasswordHash }: Pick<User, "id" | "withdrawPasswordHash">,
  password: string,
): Promise<string> {
  return compareWithdrawPassword(id, password, withdrawPasswordHash);
}

async function compareWithdrawPassword(
  userId: string,
  password: string,
  hash: string | null,
): Promise<string> {
  if (!hash) throw new AppError("WITHDRAW_PASSWORD_NOT_SET");
  const isRight = await limitFailures(WITHDRAW_PASSWORD_GUESSES, userId, () =>
    passwordMatches(password, hash),
  );
  if (!isRight) throw new AppError("WITHDRAW_PASSWORD_INCORRECT");
  return hash;
}
