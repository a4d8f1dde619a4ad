import type { Actor } from "@/lib/audit/mutations";
import type { Approval } from "@/lib/generated/prisma/client";
import { decideRequest, expireRequest } from "@/lib/ledger/approvals";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { asWritten, sentences, type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatAmount } from "@/lib/platform/ui/format";
import { getApproval } from "./data";
import { doApproved } from "./events";
import { publishApprovals } from "./mutations";
import type { ApprovalDto, DecideApprovalInput } from "./schema";

type Decider = Actor & { id: string };
const withPeople = {
  proposedBy: { select: { id: true, username: true } },
  decidedBy: { select: { username: true } },
} as const;
type Row = Approval & {
  proposedBy: { id: string; username: string };
  decidedBy: { username: string } | null;
};

/** What was asked for can't be done any more, whoever approves it. */
const OVER: ErrorCode[] = ["NOT_FOUND", "CONFLICT", "FORBIDDEN", "SAVING_PLAN_IN_USE"];

/**
 * Approves or rejects what a colleague asked for. An approval does it in the same transaction, in the name of the
 * one who asked and with both names in the audit log. Only one decision ever takes effect. Where what it is about
 * has changed since, the request ends.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own request or what is about oneself,
 *   ALREADY_PROCESSED with who was faster, and whatever the event throws
 */
export async function decideApproval(
  actor: Decider,
  id: string,
  { action, note }: DecideApprovalInput,
): Promise<ApprovalDto> {
  if (isApplied()) return getApproval(id);
  const row = await prisma.approval.findUnique({ where: { id }, include: withPeople });
  if (!row) throw new AppError("NOT_FOUND");
  const refused = refusal(row, actor);
  if (refused) throw refused;
  if (action === "reject") await transaction((tx) => decide(tx, actor, row, false, note));
  else await approve(actor, row, note);
  return getApproval(id);
}

async function approve(actor: Decider, row: Row, note: string | undefined): Promise<void> {
  const { id, username: name } = row.proposedBy;
  const { requestId, ip } = actor;
  let mayDecide = true;
  try {
    await doApproved(row, { id, name, requestId, ip }, (tx) =>
      decide(tx, actor, row, true, note).catch((error: unknown) => {
        mayDecide = false;
        throw error;
      }),
    );
  } catch (error) {
    if (mayDecide && error instanceof AppError && OVER.includes(error.code)) {
      await transaction((tx) => decide(tx, actor, row, false, error.message));
    }
    throw error;
  }
}

/** @throws AppError where it does not wait for this member of staff any more */
async function decide(
  tx: Tx,
  actor: Decider,
  row: Row,
  approves: boolean,
  note: string | undefined,
): Promise<void> {
  await markApplied(tx);
  if (!(await decideRequest(tx, actor, row.id, { approves, note }))) {
    const now = await tx.approval.findUniqueOrThrow({
      where: { id: row.id },
      include: withPeople,
    });
    throw refusal(now, actor) ?? new AppError("CONFLICT");
  }
  await tellProposer(tx, row, approves ? "approved" : "rejected", actor.name, note);
  await publishApprovals(tx);
}

/** Why a decision would take no effect; null where it would. */
function refusal(row: Row, actor: Decider): AppError | null {
  if (row.decidedBy) {
    const message = text("errors.accounts.thisRequestAlreadyProcessedBy", {
      username: row.decidedBy.username,
    });
    return new AppError("ALREADY_PROCESSED", { message });
  }
  if (row.status !== "pending" || row.expiresAt <= now()) {
    const isOutdated = row.decidedAt !== null && row.decidedAt < row.expiresAt;
    return new AppError("ALREADY_PROCESSED", {
      message: isOutdated
        ? text("errors.accounts.thisRequestOutdated")
        : text("errors.accounts.thisRequestExpired"),
    });
  }
  const isOwn = row.proposedById === actor.id;
  if (!isOwn && row.userId !== actor.id) return null;
  return new AppError("FORBIDDEN", {
    message: isOwn
      ? text("errors.accounts.youAskedForChangeSomebodyElse")
      : text("errors.accounts.thisChangeAboutYourOwnBalance"),
  });
}

/** Names the request by what it is and not by the user: the colleague keeps it when the user is erased. */
async function tellProposer(
  tx: Tx,
  row: Row,
  outcome: "approved" | "rejected" | "expired",
  by: string | null,
  note?: string,
): Promise<void> {
  const what = textOf(row);
  const message =
    by === null
      ? text("notices.approvals.ended", { what })
      : text("notices.approvals.decided", { what, by });
  await sendNotification(tx, {
    userId: row.proposedById,
    type: "approval",
    title: text(`notices.approvals.${outcome}`),
    message: note ? sentences(message, asWritten(note)) : message,
  });
}

/** What was asked for, with its number or amount. */
function textOf({ kind, about }: Pick<Row, "kind" | "about">): Text {
  const { amount, currency, number, name } = about;
  const sum =
    amount !== undefined && currency !== undefined
      ? formatAmount(amount, currency, { exact: true })
      : (name ?? "");
  const what = text(`notices.approvals.what.${kind.replace(".", "_") as WhatOf<typeof kind>}`, {
    sum,
  });
  return number === undefined ? what : text("notices.approvals.numbered", { what, number });
}

type WhatOf<Kind extends string> = Kind extends `${infer Area}.${infer Event}`
  ? `${Area}_${Event}`
  : never;

const BATCH = 100;

/** Ends the requests that nobody decided on in time. @returns how many */
export async function expireApprovals(): Promise<number> {
  const due = await prisma.approval.findMany({
    where: { status: "pending", expiresAt: { lte: now() } },
    include: withPeople,
    take: BATCH,
  });
  for (const row of due) await transaction((tx) => expire(tx, row));
  return due.length;
}

async function expire(tx: Tx, row: Row): Promise<void> {
  if (!(await expireRequest(tx, row.id))) return;
  await tellProposer(tx, row, "expired", null);
  await publishApprovals(tx);
}
