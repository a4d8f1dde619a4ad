/** Two-factor and passkeys that their owner can't answer, turned off by somebody else. docs/decisions/security/account-protection.md */

import { type Actor, appendAudit, SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { holdWithdrawals, noticeOf, stillPassword } from "@/lib/security/credentials";
import { warnStaff, warnUser, withReason } from "@/lib/security/notices";
import { checkProof } from "@/lib/security/two-factor";
import { announceEnd, revokeSessions } from "@/lib/sessions/mutations";
import type { RemoveTwoFactorInput } from "./schema";
import { isFullAdmin, lockTarget } from "./target";

type Target = { id: string; username: string; isAdmin: boolean };

/**
 * Turns off a user's two-factor and their approval of new devices, and removes their passkeys, for a full administrator:
 * sessions end, withdrawals are on hold, the owner is told in the app and by mail.
 * @throws AppError FORBIDDEN for oneself or without full rights, VALIDATION for a wrong password or code of
 * the actor, TOTP_REQUIRED, RATE_LIMITED, NOT_FOUND, CONFLICT when it is not on, UNAUTHORIZED when the
 * actor's password was replaced meanwhile
 */
export async function removeTwoFactor(
  actor: Actor & { id: string },
  userId: string,
  { password, totp, reason }: RemoveTwoFactorInput,
): Promise<void> {
  if (actor.id === userId) {
    const message = text("errors.accounts.turnOffYourOwnTwoFactor");
    throw new AppError("FORBIDDEN", { message });
  }
  const checkedHash = await checkProof(actor.id, { password, totp });
  await transaction(async (tx) => {
    const target = await lockTarget(tx, actor, userId);
    await stillPassword(tx, actor.id, checkedHash);
    if (!(await isFullAdmin(tx, actor.id))) throw new AppError("FORBIDDEN");
    await turnOff(tx, actor, target, reason);
  });
}

/**
 * The same for whoever runs the server, by username: a way back for the last administrator.
 * @throws AppError NOT_FOUND, CONFLICT when it is not on
 */
export async function removeTwoFactorByOperator(username: string): Promise<void> {
  await transaction(async (tx) => {
    const target = await tx.user.findFirst({
      where: { usernameKey: username.toLowerCase(), erasedAt: null },
    });
    if (!target) {
      throw new AppError("NOT_FOUND", {
        message: text("errors.accounts.thereNoAccount", { username }),
      });
    }
    await turnOff(tx, SYSTEM_ACTOR, target);
  });
}

async function turnOff(tx: Tx, actor: Actor, target: Target, reason?: string): Promise<void> {
  const { id: userId } = target;
  const { count } = await tx.user.updateMany({
    where: {
      id: userId,
      erasedAt: null,
      OR: [{ twoFactorEnabledAt: { not: null } }, { deviceApproval: true }],
    },
    data: {
      twoFactorEnabledAt: null,
      twoFactorSecret: null,
      twoFactorLastStep: null,
      // Whose mailbox is lost could approve no device.
      deviceApproval: false,
    },
  });
  // They are second factors as well, and whose account was taken over can't tell their own from a thief's.
  const passkeys = await tx.passkey.deleteMany({ where: { userId } });
  if (count + passkeys.count === 0) {
    throw new AppError("CONFLICT", {
      message: text("errors.accounts.twoFactorAuthenticationNotOn"),
    });
  }
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await revokeSessions(tx, userId, "two-factor-removed");
  await announceEnd(tx, userId);
  const withdrawalsHeld = await holdWithdrawals(tx, userId);
  await appendAudit(tx, actor, {
    action: "user.remove-two-factor",
    targetType: "user",
    targetId: userId,
    subjectUserId: userId,
    after: { withdrawalsHeld, passkeysRemoved: passkeys.count },
    reason,
  });
  await notifyOfRemoval(tx, actor, target, { withdrawalsHeld, reason });
}

async function notifyOfRemoval(
  tx: Tx,
  actor: Actor,
  { id, username, isAdmin }: Target,
  { withdrawalsHeld, reason }: { withdrawalsHeld: boolean; reason?: string },
): Promise<void> {
  const title = text("notices.accounts.twoFactorAuthenticationOff");
  const isOperator = actor.id === null;
  const change = isOperator
    ? text("notices.accounts.operatorTurnedTwoFactorOff")
    : text("notices.accounts.supportTurnedTwoFactorOff");
  const notice = { title, message: noticeOf(change, withdrawalsHeld) };
  await warnUser(tx, id, notice, { support: { reason } });
  if (!isAdmin) return;
  // With a new password too, somebody could act in a colleague's name: the others have to hear of it.
  const by = isOperator ? text("notices.accounts.operator") : actor.name;
  const message = withReason(text("notices.accounts.staffTwoFactorOff", { username, by }), reason);
  await warnStaff(tx, actor, ["*"], { title, message });
}
