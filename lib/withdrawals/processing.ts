import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Withdrawal } from "@/lib/generated/prisma/client";
import { releaseFunds, settleHold } from "@/lib/ledger/mutations";
import { notifyUser } from "@/lib/notifications/mutations";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { formatMicro } from "@/lib/platform/money";
import { notify } from "@/lib/platform/realtime";
import { now } from "@/lib/platform/time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import { alreadyProcessed, refuseUnseenHash, withReason } from "@/lib/wallets/refusals";
import { canDo, transitionOf, type WithdrawalAction } from "./rules";
import type { ProcessWithdrawalInput } from "./schema";

/**
 * Approves, completes or rejects a withdrawal. Of several decisions at once, one succeeds: a colleague may be
 * sending coins for what was approved since it was looked at.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_PROCESSED, CONFLICT when it must be
 * approved first, TRANSACTION_HASH_REPEATED
 */
export async function processWithdrawal(
  actor: Actor & { id: string },
  id: string,
  input: ProcessWithdrawalInput,
): Promise<void> {
  const { action, adminNotes, transactionHash, seenSameHash, seenStatus } = input;
  const row = await prisma.withdrawal.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND");
  if (row.userId === actor.id) {
    throw new AppError("FORBIDDEN", {
      message: "Somebody else has to process your own withdrawal",
    });
  }
  const at = now();
  await transaction(async (tx) => {
    if (seenStatus && seenStatus !== row.status) throw await refusal(tx, id, action);
    await step(tx, row, action, {
      processedById: actor.id,
      // A rejection without a reason doesn't stand beside the note of the approval before it.
      ...(action === "reject" || adminNotes ? { adminNotes: adminNotes ?? null } : {}),
      ...(action === "approve" ? { approvedAt: at } : { processedAt: at }),
      ...(action === "complete" ? { transactionHash } : {}),
    });
    if (action === "complete" && transactionHash) {
      await refuseUnseenHash(tx, "withdrawal", { id, transactionHash }, seenSameHash);
    }
    await settle(tx, row, action, actor.id);
    await notifyUser(tx, {
      userId: row.userId,
      type: "withdrawal",
      ...outcome(row, input),
    });
    await appendAudit(tx, actor, {
      action: `withdrawal.${action}`,
      targetType: "withdrawal",
      targetId: id,
      subjectUserId: row.userId,
      before: { status: row.status },
      after: { status: transitionOf(action).to, transactionHash },
      reason: adminNotes,
    });
  });
}

/**
 * Takes a pending withdrawal back for its owner; the amount is available again.
 * @throws AppError NOT_FOUND also for somebody else's, ALREADY_PROCESSED
 */
export async function cancelWithdrawal(userId: string, id: string): Promise<Withdrawal> {
  const row = await prisma.withdrawal.findFirst({ where: { id, userId } });
  if (!row) throw new AppError("NOT_FOUND");
  return transaction(async (tx) => {
    await step(tx, row, "cancel", { processedAt: now() });
    await settle(tx, row, "cancel", userId);
    await notifyUser(tx, {
      userId,
      type: "withdrawal",
      title: "Withdrawal cancelled",
      message: `You cancelled withdrawal ${row.number}. ${amountOf(row)} are available again.`,
    });
    return tx.withdrawal.findUniqueOrThrow({ where: { id } });
  });
}

type Changes = Partial<
  Pick<
    Withdrawal,
    "processedById" | "adminNotes" | "approvedAt" | "processedAt" | "transactionHash"
  >
>;

/** One step of the state machine from the state that was read, guarded against a rival step. */
async function step(
  tx: Tx,
  { id, status }: Withdrawal,
  action: WithdrawalAction,
  changes: Changes,
): Promise<void> {
  if (!canDo(action, status as PaymentStatus)) throw await refusal(tx, id, action);
  const { count } = await tx.withdrawal.updateMany({
    where: { id, status },
    data: { ...changes, status: transitionOf(action).to },
  });
  if (count === 0) throw await refusal(tx, id, action);
}

/** What a step does to the held amount, and the word of it. */
async function settle(
  tx: Tx,
  row: Withdrawal,
  action: WithdrawalAction,
  actorId: string,
): Promise<void> {
  const { id, userId, amountMicro, feeMicro } = row;
  const { to, funds } = transitionOf(action);
  const held = { actorId, userId, amountMicro, withdrawalId: id };
  if (funds === "pay") {
    await settleHold(tx, { ...held, key: `withdrawal:${id}:settle`, feeMicro });
  }
  if (funds === "release") await releaseFunds(tx, { ...held, key: `withdrawal:${id}:release` });
  await notify(
    tx,
    { t: "withdrawal", u: userId, id, status: to },
    ...(funds === "keep" ? [] : [{ t: "balance", u: userId }]),
    { t: "queue", u: "admins", queue: "withdrawals" },
  );
}

async function refusal(db: Db, id: string, action: WithdrawalAction): Promise<AppError> {
  const row = await db.withdrawal.findUnique({ where: { id }, include: { processedBy: true } });
  if (action === "complete" && row?.status === "pending") {
    return new AppError("CONFLICT", { message: "Approve this withdrawal before completing it" });
  }
  // Who of the staff decided is not for the owner to know.
  if (action === "cancel") return alreadyProcessed(row?.status, undefined, undefined);
  const who = row?.status === "cancelled" ? "its owner" : row?.processedBy?.username;
  return alreadyProcessed(row?.status, who, row?.processedAt ?? row?.approvedAt);
}

const amountOf = (row: Withdrawal) =>
  formatAmount(formatMicro(row.amountMicro), "USDT", { exact: true });

function outcome(
  row: Withdrawal,
  { action, adminNotes, transactionHash }: ProcessWithdrawalInput,
): { title: string; message: string } {
  const what = `Your withdrawal ${row.number} of ${amountOf(row)}`;
  switch (action) {
    case "approve":
      return { title: "Withdrawal approved", message: `${what} was approved and is being sent.` };
    case "complete":
      return { title: "Withdrawal sent", message: `${what} was sent. Hash: ${transactionHash}` };
    case "reject":
      return {
        title: "Withdrawal not accepted",
        message: `${what} was not accepted and the amount is available again${withReason(adminNotes)}`,
      };
  }
}
