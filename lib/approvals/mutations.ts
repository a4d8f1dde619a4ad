import type { Actor } from "@/lib/audit/mutations";
import type { BalanceAdjustment, Prisma } from "@/lib/generated/prisma/client";
import { availableBalancesOf } from "@/lib/ledger/data";
import { requestAdjustment } from "@/lib/ledger/payments";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidCursor, violatedUnique } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { now, timeOf } from "@/lib/platform/time";
import { isUuid } from "@/lib/platform/uuid";
import type { ApprovalDto, ApprovalList, ApprovalsQuery } from "./schema";

const person = { select: { id: true, username: true } } as const;

/** What a row is read with. */
const withPeople = {
  user: person,
  proposedBy: person,
  decidedBy: person,
} satisfies Prisma.BalanceAdjustmentInclude;
type Row = BalanceAdjustment & {
  user: { id: string; username: string };
  proposedBy: { id: string; username: string };
  decidedBy: { id: string; username: string } | null;
};

/** Staff who decide on balance changes hear that something waits, or no longer does. */
export async function publishApprovals(tx: Tx): Promise<void> {
  await publishEvent(tx, { t: "queue", u: "admins", queue: "approvals" });
}

/** "+250.000000" or "-250.000000", for the audit log. */
export function signedChange(row: { operation: string; amountMicro: bigint }): string {
  return `${row.operation === "add" ? "+" : "-"}${formatMicro(row.amountMicro)}`;
}

type Change = Pick<
  BalanceAdjustment,
  "id" | "userId" | "currency" | "operation" | "amountMicro" | "reason"
>;

/**
 * The balance change that was made or asked for with this id, if there is one.
 * @throws AppError IDEMPOTENCY_CONFLICT where it was another one
 */
export async function findChange(meant: Change): Promise<BalanceAdjustment | null> {
  const row = await prisma.balanceAdjustment.findUnique({ where: { id: meant.id } });
  if (!row) return null;
  const isSame =
    row.userId === meant.userId &&
    row.currency === meant.currency &&
    row.operation === meant.operation &&
    row.amountMicro === meant.amountMicro &&
    row.reason === meant.reason;
  if (!isSame) throw new AppError("IDEMPOTENCY_CONFLICT");
  return row;
}

/**
 * Records a balance change that a colleague has to approve. Repeated with the same id it is the
 * first request.
 * @throws AppError IDEMPOTENCY_CONFLICT for another change with the same id
 */
export async function requestApproval(request: {
  id: string;
  actor: Actor & { id: string };
  userId: string;
  currency: "USDT" | "XAUT";
  operation: "add" | "subtract";
  amountMicro: bigint;
  reason: string;
}): Promise<ApprovalDto> {
  const { id } = request;
  try {
    await transaction(async (tx) => {
      await requestAdjustment(tx, request.actor, request);
      await publishApprovals(tx);
    });
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    await findChange(request);
  }
  return getApproval(id);
}

/** One request as it is now. */
export async function getApproval(id: string): Promise<ApprovalDto> {
  const row = await prisma.balanceAdjustment.findUniqueOrThrow({
    where: { id },
    include: withPeople,
  });
  const [approval] = await serialize([row]);
  return approval as ApprovalDto;
}

/**
 * A page of the balance changes that needed approval, in the order that the query asks for.
 * @throws AppError VALIDATION for the cursor of another list
 */
export async function listApprovals(query: ApprovalsQuery): Promise<ApprovalList> {
  const { limit, cursor, status, userId } = query;
  const isOldestFirst = query.order === "oldest";
  const direction = isOldestFirst ? "asc" : "desc";
  const rows = await prisma.balanceAdjustment.findMany({
    where: {
      AND: [
        { expiresAt: { not: null } },
        statusFilter(status),
        userId ? { userId } : {},
        afterCursor(cursor, isOldestFirst),
      ],
    },
    include: withPeople,
    orderBy: [{ createdAt: direction }, { id: direction }],
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(
    rows,
    limit,
    (row) => `${row.createdAt.toISOString()}_${row.id}`,
  );
  return { approvals: await serialize(items), nextCursor };
}

/** How many requests wait for somebody. */
export function countApprovals(): Promise<number> {
  return prisma.balanceAdjustment.count({ where: statusFilter("pending") });
}

/** What is past its time counts as expired before the job has said so. */
function statusFilter(status: ApprovalsQuery["status"]): Prisma.BalanceAdjustmentWhereInput {
  if (status === "pending") return { status, expiresAt: { gt: now() } };
  if (status !== "expired") return status ? { status } : {};
  return { OR: [{ status }, { status: "pending", expiresAt: { lte: now() } }] };
}

function afterCursor(
  cursor: string | undefined,
  isOldestFirst: boolean,
): Prisma.BalanceAdjustmentWhereInput {
  if (cursor === undefined) return {};
  const [time = "", id = ""] = cursor.split("_");
  const createdAt = timeOf(time);
  if (Number.isNaN(createdAt.getTime()) || !isUuid(id)) throw invalidCursor();
  return isOldestFirst
    ? { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] }
    : { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

async function serialize(rows: Row[]): Promise<ApprovalDto[]> {
  const waiting = rows.filter(({ status }) => status === "pending");
  const balances = await availableBalancesOf(
    prisma,
    waiting.map(({ userId }) => userId),
  );
  return rows.map((row) => {
    const available = balances.find(
      ({ userId, currency }) => userId === row.userId && currency === row.currency,
    );
    const expiresAt = row.expiresAt ?? row.createdAt;
    const isOver = row.status === "pending" && expiresAt <= now();
    return {
      id: row.id,
      user: row.user,
      currency: row.currency,
      operation: row.operation,
      amount: formatMicro(row.amountMicro),
      valueUsdt: row.valueMicro === null ? null : formatMicro(row.valueMicro),
      available: available ? formatMicro(available.balanceMicro) : null,
      reason: row.reason,
      status: isOver ? "expired" : row.status,
      requestedBy: row.proposedBy,
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      note: row.decisionNote,
      createdAt: row.createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
  });
}
