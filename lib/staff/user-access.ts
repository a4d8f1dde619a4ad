/** What staff do about the way into an account: switch it, reset passwords, end sessions. */

import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { refuseCommonPassword } from "@/lib/platform/security/common-passwords";
import { hashPassword } from "@/lib/platform/security/passwords";
import { type Text, text } from "@/lib/platform/text";
import { applyNewPassword } from "@/lib/security/credentials";
import { forgiveSignIns } from "@/lib/security/login-limits";
import { warnUser } from "@/lib/security/notices";
import { applyNewWithdrawPassword } from "@/lib/security/withdraw-password";
import { announceEnd, revokeOneSession, revokeSessions } from "@/lib/sessions/mutations";
import { lockTarget } from "./target";

type Change = { action: string; before?: unknown; after?: unknown; reason?: string };

/** Records what was done to a user's account, where its owner can read it. */
function record(tx: Tx, actor: Actor, userId: string, change: Change): Promise<void> {
  return appendAudit(tx, actor, {
    ...change,
    targetType: "user",
    targetId: userId,
    subjectUserId: userId,
  });
}

/**
 * Switches an account on or off; off ends every session. A second time changes nothing. The owner is told
 * in the app and by mail, with the reason.
 * @throws AppError FORBIDDEN for oneself, NOT_FOUND, LAST_FULL_ADMIN
 */
export async function setActive(
  actor: Actor,
  userId: string,
  { isActive, reason }: { isActive: boolean; reason?: string },
): Promise<void> {
  await transaction(async (tx) => {
    const target = await lockTarget(tx, actor, userId);
    if (target.isActive === isActive) return;
    await tx.user.update({ where: { id: userId }, data: { isActive } });
    if (!isActive) {
      await revokeSessions(tx, userId, "account-deactivated");
      await announceEnd(tx, userId);
    }
    await record(tx, actor, userId, {
      action: isActive ? "user.activate" : "user.deactivate",
      before: { isActive: !isActive },
      after: { isActive },
      reason,
    });
    const done = isActive ? "activated" : "deactivated";
    const notice = {
      title: text(`notices.accounts.${done}.title`),
      message: text(`notices.accounts.${done}.message`),
    };
    // Whoever is switched off can read the mail only.
    await warnUser(tx, userId, notice, { support: { reason } });
  });
}

type Credential = "passwordChangedAt" | "withdrawPasswordChangedAt";

/**
 * Runs `store` unless the credential changed since the request came in: of two resets at once, one
 * takes effect, so that nobody hands over a password that is already dead.
 * @param store says whether it holds withdrawals
 */
async function resetCredential(
  actor: Actor,
  userId: string,
  change: { action: string; credential: Credential; password: string; reason?: string },
  store: (tx: Tx, hash: string) => Promise<boolean>,
): Promise<void> {
  const { action, credential, password, reason } = change;
  const before = await prisma.user.findUnique({ where: { id: userId } });
  if (!before || before.erasedAt) throw new AppError("NOT_FOUND");
  const field = credential === "passwordChangedAt" ? "newPassword" : "newWithdrawPassword";
  refuseCommonPassword(field, password);
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    const current = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (current[credential]?.getTime() !== before[credential]?.getTime()) {
      throw new AppError("CONFLICT", { message: await whoWasFaster(tx, userId, action) });
    }
    const withdrawalsHeld = await store(tx, hash);
    await record(tx, actor, userId, { action, after: { withdrawalsHeld }, reason });
  });
}

async function whoWasFaster(tx: Tx, userId: string, action: string): Promise<Text> {
  const entry = await tx.auditEntry.findFirst({
    where: { subjectUserId: userId, action },
    orderBy: { seq: "desc" },
  });
  return entry
    ? text("errors.accounts.justReset", { who: entry.actorName })
    : text("errors.accounts.userJustChanged");
}

/**
 * Gives an account a one-time login password: its sessions end, withdrawals are on hold and the owner is
 * told in the app and by mail, with the reason. @throws AppError FORBIDDEN for oneself, NOT_FOUND, CONFLICT
 */
export async function resetPassword(
  actor: Actor,
  userId: string,
  input: { newPassword: string; reason?: string },
): Promise<void> {
  const { newPassword: password, reason } = input;
  const action = "user.reset-password";
  await resetCredential(
    actor,
    userId,
    { action, credential: "passwordChangedAt", password, reason },
    (tx, hash) => applyNewPassword(tx, userId, hash, "reset-by-support", { support: { reason } }),
  );
  await forgiveSignIns(userId);
}

/**
 * Gives an account a one-time withdrawal password: withdrawals are held, unless it is the first, and wait until the
 * owner has chosen another. The owner is told in the app and by mail, with the reason. @throws AppError FORBIDDEN for oneself, NOT_FOUND, CONFLICT
 */
export function resetWithdrawPassword(
  actor: Actor,
  userId: string,
  input: { newWithdrawPassword: string; reason?: string },
): Promise<void> {
  const { newWithdrawPassword: password, reason } = input;
  const action = "user.reset-withdraw-password";
  return resetCredential(
    actor,
    userId,
    { action, credential: "withdrawPasswordChangedAt", password, reason },
    (tx, hash) => applyNewWithdrawPassword(tx, userId, hash, { support: { reason } }),
  );
}

async function notifySignedOut(tx: Tx, userId: string, message: Text): Promise<void> {
  await sendNotification(tx, {
    userId,
    type: "security",
    title: text("notices.accounts.signedOutBySupport"),
    message,
  });
}

/** Ends one session of a user. @throws AppError FORBIDDEN for oneself, NOT_FOUND when it has ended */
export async function endSession(actor: Actor, userId: string, sessionId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    if (!(await revokeOneSession(tx, userId, sessionId, "revoked-by-support"))) {
      throw new AppError("NOT_FOUND");
    }
    await record(tx, actor, userId, { action: "user.end-session", before: { sessionId } });
    await notifySignedOut(tx, userId, text("notices.accounts.supportSignedOutOneYourDevices"));
  });
}

/** Ends all sessions of a user and returns how many. @throws AppError FORBIDDEN for oneself, NOT_FOUND */
export function endSessions(actor: Actor, userId: string): Promise<number> {
  return transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    const count = await revokeSessions(tx, userId, "revoked-by-support");
    if (count === 0) return 0;
    await announceEnd(tx, userId);
    await record(tx, actor, userId, { action: "user.end-sessions", after: { ended: count } });
    await notifySignedOut(tx, userId, text("notices.accounts.supportSignedOutAllYourDevices"));
    return count;
  });
}
