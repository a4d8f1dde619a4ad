import type { Actor } from "@/lib/audit/mutations";
import { decideAdjustment, expireAdjustment } from "@/lib/ledger/payments";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { asWritten, sentences, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { sayingWhichHouse, tellOfChange } from "./balance-changes";
import { getApproval, publishApprovals, signedChange } from "./mutations";
import type { ApprovalDto, DecideApprovalInput } from "./schema";

type Decider = Actor & { id: string };

/**
 * Approves or rejects a balance change that a colleague asked for. Approving moves the money in the
 * same transaction, with both names in the audit log. Only one decision ever takes effect.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own request or one's own balance,
 *   ALREADY_PROCESSED with who was faster, INSUFFICIENT_BALANCE, HOUSE_LIMIT
 */
export async function decideApproval(
  actor: Decider,
  id: string,
  { action, note }: DecideApprovalInput,
): Promise<ApprovalDto> {
  if (isApplied()) return getApproval(id);
  await sayingWhichHouse(() =>
    transaction(async (tx) => {
      await markApplied(tx);
      const approves = action === "approve";
      if (!(await decideAdjustment(tx, actor, id, { approves, note }))) {
        throw await refusal(tx, actor, id);
      }
      const row = await readRow(tx, id);
      if (approves) await tellOfChange(tx, row);
      await notifyProposer(
        tx,
        row,
        action === "approve" ? "approved" : "rejected",
        actor.name,
        note,
      );
      await publishApprovals(tx);
    }),
  );
  return getApproval(id);
}

async function readRow(tx: Tx, id: string) {
  const row = await tx.balanceAdjustment.findUniqueOrThrow({
    where: { id },
    include: { proposedBy: { select: { username: true } } },
  });
  return {
    ...row,
    currency: row.currency as "USDT" | "XAUT",
    operation: row.operation as "add" | "subtract",
  };
}

type Row = Awaited<ReturnType<typeof readRow>>;

/** Why a decision took no effect. */
async function refusal(tx: Tx, actor: Decider, id: string): Promise<AppError> {
  const row = await tx.balanceAdjustment.findUnique({
    where: { id },
    include: { decidedBy: { select: { username: true } } },
  });
  if (!row?.expiresAt) return new AppError("NOT_FOUND");
  if (row.decidedBy) {
    const message = text("errors.accounts.thisRequestAlreadyProcessedBy", {
      username: row.decidedBy.username,
    });
    return new AppError("ALREADY_PROCESSED", { message });
  }
  if (row.status !== "pending" || row.expiresAt <= now()) {
    return new AppError("ALREADY_PROCESSED", {
      message: text("errors.accounts.thisRequestExpired"),
    });
  }
  const isOwn = row.proposedById === actor.id;
  return new AppError("FORBIDDEN", {
    message: isOwn
      ? text("errors.accounts.youAskedForChangeSomebodyElse")
      : text("errors.accounts.thisChangeAboutYourOwnBalance"),
  });
}

/** Names the request by its reason and not by the user: the colleague keeps it when the user is erased. */
async function notifyProposer(
  tx: Tx,
  row: Row,
  outcome: "approved" | "rejected" | "expired",
  by: string | null,
  note?: string,
): Promise<void> {
  const what = { change: signedChange(row), currency: row.currency, reason: row.reason };
  const message =
    by === null
      ? text("notices.accounts.balanceChangeEnded", what)
      : text("notices.accounts.balanceChangeDecided", { ...what, by });
  await sendNotification(tx, {
    userId: row.proposedById,
    type: "approval",
    title: text(`notices.accounts.balanceChange.${outcome}`),
    message: note ? sentences(message, asWritten(note)) : message,
  });
}

const BATCH = 100;

/** Ends the requests that nobody decided on in time. @returns how many */
export async function expireApprovals(): Promise<number> {
  const due = await prisma.balanceAdjustment.findMany({
    where: { status: "pending", expiresAt: { lte: now() } },
    select: { id: true },
    take: BATCH,
  });
  for (const { id } of due) await transaction((tx) => expire(tx, id));
  return due.length;
}

async function expire(tx: Tx, id: string): Promise<void> {
  if (!(await expireAdjustment(tx, id))) return;
  const row = await readRow(tx, id);
  await notifyProposer(tx, row, "expired", null);
  await publishApprovals(tx);
}
