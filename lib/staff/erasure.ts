/** The permanent deletion of an account: personal data goes, ledger and audit stay. docs/decisions/security/permanent-delete.md */

import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { queueFileRemoval } from "@/lib/platform/files/removal";
import { forgetMails, queueMail } from "@/lib/platform/mail";
import { forgetMessages } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { announceEnd, revokeSessions } from "@/lib/sessions/mutations";
import { getSettings } from "@/lib/settings/data";
import { type DeletionBlocker, deletionBlockers, type PermanentDeleteInput } from "./schema";
import { lockTarget, type StaffTarget } from "./target";

/** Stands where somebody's words were. */
const ERASED = "(erased)";

type Blocked = Record<DeletionBlocker, boolean>;

/** What keeps an account from being deleted now; empty when nothing does. */
export async function findBlockers(userId: string, db: Db = prisma): Promise<DeletionBlocker[]> {
  // One statement, the ledger's accounts with it: the answers have to be true of the same moment.
  const [row] = await db.$queryRaw<Blocked[]>`
    SELECT
      EXISTS (SELECT FROM ledger_account a WHERE a.owner_id = u.id AND a.balance_micro <> 0) AS balance,
      EXISTS (SELECT FROM deposit_reversal r WHERE r.user_id = u.id
        AND r.amount_micro - r.taken_micro > r.collected_micro) AS debts,
      EXISTS (SELECT FROM trade t WHERE t.user_id = u.id AND t.status = 'open') AS "openTrades",
      EXISTS (SELECT FROM strategy_run r WHERE r.user_id = u.id AND r.status <> 'stopped') AS runs,
      EXISTS (SELECT FROM saving_record s WHERE s.user_id = u.id AND s.closed_at IS NULL) AS savings,
      EXISTS (SELECT FROM deposit d WHERE d.user_id = u.id
        AND d.status IN ('pending', 'confirmed', 'processing')) AS deposits,
      EXISTS (SELECT FROM withdrawal w WHERE w.user_id = u.id
        AND w.status IN ('pending', 'confirmed', 'processing')) AS withdrawals,
      EXISTS (SELECT FROM approval a WHERE a.user_id = u.id AND a.status = 'pending') AS adjustments,
      EXISTS (SELECT FROM referral_due c WHERE c.referrer_id = u.id) AS commissions,
      -- Its name and address would be free to begin again.
      EXISTS (SELECT FROM exclusion e WHERE e.user_id = u.id AND e.until > app_now()) AS exclusion
    FROM app_user u WHERE u.id = ${userId}::uuid AND u.erased_at IS NULL`;
  if (!row) throw new AppError("NOT_FOUND");
  return deletionBlockers.filter((blocker) => row[blocker]);
}

/**
 * Erases a user's personal data for good. Their ledger, trades, deposits, withdrawals and audit
 * entries stay under a name that says nothing.
 * @throws AppError FORBIDDEN for oneself, NOT_FOUND, VALIDATION for a name that is not theirs,
 *   ACCOUNT_NOT_EMPTY with what is in the way, ALREADY_PROCESSED, LAST_FULL_ADMIN
 */
export async function eraseUser(
  actor: Actor,
  userId: string,
  { username, reason }: PermanentDeleteInput,
): Promise<void> {
  await transaction(async (tx) => {
    // Before their money: a run locks its recurring buy and then the accounts.
    await endRecurringBuys(tx, userId);
    // Their money first of all else, as everything that moves it does: from here on nothing moves.
    await tx.$queryRaw`SELECT ledger_lock_user(${userId}::uuid)`;
    await refuseErased(tx, userId);
    const target = await lockTarget(tx, actor, userId);
    // Waits for what is being recorded for them right now and lets nothing new begin.
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId}::uuid FOR UPDATE`;
    if (username !== undefined && username !== target.username) {
      throw invalidField("username", text("errors.accounts.thisNotUsernameAccount"));
    }
    const blockers = await findBlockers(userId, tx);
    if (blockers.length > 0) throw new AppError("ACCOUNT_NOT_EMPTY", { details: { blockers } });
    await forgetMails(tx, target.email);
    await sayGoodbye(tx, target, reason);
    await forgetMessages(tx, userId);
    await endAccess(tx, userId);
    await eraseTexts(tx, userId);
    await eraseVisits(tx, target.email);
    await eraseFiles(tx, userId);
    await erasePerson(tx, userId);
    await appendAudit(tx, actor, {
      action: "user.delete",
      targetType: "user",
      targetId: userId,
      subjectUserId: userId,
      before: { isActive: target.isActive, isAdmin: target.isAdmin },
      after: { erased: true },
      reason,
    });
  });
}

/** Of two who delete one account, the second is told who did it. */
async function refuseErased(tx: Tx, userId: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { erasedAt: true } });
  if (!user?.erasedAt) return;
  const entry = await tx.auditEntry.findFirst({
    where: { subjectUserId: userId, action: "user.delete" },
    orderBy: { seq: "desc" },
  });
  throw new AppError("ALREADY_PROCESSED", {
    message: text("errors.accounts.thisAccountWasAlreadyDeletedBy", {
      who: entry?.actorName ?? text("errors.common.somebody"),
    }),
  });
}

/** The last mail to the address, queued before it is forgotten. */
async function sayGoodbye(
  tx: Tx,
  { email, username }: StaffTarget,
  reason: string | undefined,
): Promise<void> {
  const { siteName } = await getSettings(tx);
  await queueMail(tx, {
    to: email,
    subject: text("mails.accountDeleted.subject", { siteName }),
    text: text("mails.accountDeleted.body", {
      username,
      reason: reason ? text("mails.accountDeleted.reason", { reason }) : "",
    }),
  });
}

async function endAccess(tx: Tx, userId: string): Promise<void> {
  await revokeSessions(tx, userId, "account-deleted");
  await announceEnd(tx, userId);
  await tx.session.updateMany({ where: { userId }, data: { ip: null, userAgent: null } });
  await tx.signIn.updateMany({ where: { userId }, data: { ip: null, userAgent: null } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.accountToken.deleteMany({ where: { userId } });
  await tx.withdrawalAddress.deleteMany({ where: { userId } });
  await tx.staffView.deleteMany({ where: { staffId: userId } });
  await tx.newWorkSetting.deleteMany({ where: { staffId: userId } });
  await tx.pushSubscription.deleteMany({ where: { userId } });
  await tx.notificationSetting.deleteMany({ where: { userId } });
  await tx.priceAlert.deleteMany({ where: { userId } });
  // What began since then: it is not due yet, so no run holds it.
  await endRecurringBuys(tx, userId);
  await eraseAnswers(tx, userId);
}

async function endRecurringBuys(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT recurring_change(b.user_id, b.id, 'deleted') FROM (
      SELECT user_id, id FROM recurring_buy WHERE user_id = ${userId}::uuid AND status <> 'deleted' ORDER BY id) AS b`;
}

/** Answers that are kept for repetitions: the user's own, and those to staff that are about them. */
async function eraseAnswers(tx: Tx, userId: string): Promise<void> {
  await tx.idempotencyRecord.deleteMany({ where: { userId } });
  // By people, as the table is found by them and not by its texts. Who acted on the user may be staff no more.
  await tx.$executeRaw`
    DELETE FROM idempotency_record
    WHERE user_id = ANY (ARRAY(
        SELECT id FROM app_user WHERE is_admin
        UNION SELECT actor_id FROM audit_entry WHERE subject_user_id = ${userId}::uuid))
      AND (strpos(route, ${userId}) > 0 OR strpos(body::text, ${userId}) > 0)`;
}

async function eraseTexts(tx: Tx, userId: string): Promise<void> {
  await tx.notification.deleteMany({ where: { userId } });
  await tx.userNote.updateMany({ where: { userId }, data: { text: ERASED } });
  await tx.chatMessage.updateMany({
    where: { chat: { userId } },
    data: { text: ERASED, imageFileId: null },
  });
  await tx.chatNote.updateMany({ where: { chat: { userId } }, data: { text: ERASED } });
  await tx.chatRating.updateMany({ where: { chat: { userId } }, data: { comment: null } });
  await tx.chat.updateMany({
    where: { userId },
    data: {
      status: "closed",
      closedAt: now(),
      userUnread: 0,
      supportUnread: 0,
      waitingSince: null,
      reopenRequestedAt: null,
    },
  });
  await tx.tradeConfig.deleteMany({ where: { userId } });
  await tx.tradeSetup.updateMany({ where: { userId }, data: { note: null } });
  await tx.tradeSetup.updateMany({
    where: { userId, status: "proposed" },
    data: { status: "withdrawn", decidedAt: now() },
  });
}

/** What was written from the person's address without logging in. */
async function eraseVisits(tx: Tx, email: string): Promise<void> {
  const own = { visitorEmail: email.toLowerCase() };
  await tx.chatMessage.updateMany({ where: { chat: own }, data: { text: ERASED } });
  await tx.chatNote.updateMany({ where: { chat: own }, data: { text: ERASED } });
  await tx.chat.updateMany({
    where: own,
    data: {
      visitorName: ERASED,
      visitorEmail: ERASED,
      status: "closed",
      closedAt: now(),
      supportUnread: 0,
      waitingSince: null,
      reopenRequestedAt: null,
    },
  });
}

/** A deposit keeps the row of its proof, not the picture. */
async function eraseFiles(tx: Tx, userId: string): Promise<void> {
  const files = await tx.storedFile.findMany({
    where: { ownerId: userId, visibility: "private" },
    select: { storageKey: true },
  });
  await queueFileRemoval(
    tx,
    files.map(({ storageKey }) => storageKey),
  );
  await tx.storedFile.deleteMany({ where: { ownerId: userId, purpose: "chat-image" } });
}

/** Username and address are such as nobody can register: a hyphen, and a domain that is no domain. */
async function erasePerson(tx: Tx, userId: string): Promise<void> {
  const tail = userId.slice(-12);
  const username = `deleted-${tail}`;
  await tx.user.update({
    where: { id: userId },
    data: {
      username,
      usernameKey: username,
      email: `${userId}@erased.invalid`,
      passwordHash: "",
      withdrawPasswordHash: null,
      oneTimeWithdrawPasswordUntil: null,
      country: "",
      countryIso: "",
      countryCode: "",
      phoneNumber: "",
      gender: "",
      isAdmin: false,
      permissions: [],
      isActive: false,
      emailVerifiedAt: null,
      twoFactorSecret: null,
      twoFactorEnabledAt: null,
      twoFactorLastStep: null,
      sealedPhrase: null,
      referralCode: `X${tail.toUpperCase()}`,
      lastSignInAt: null,
      erasedAt: now(),
    },
  });
}
