import type { Approval, Prisma } from "@/lib/generated/prisma/client";
import { aloneLeft } from "@/lib/ledger/approvals";
import { availableBalancesOf } from "@/lib/ledger/data";
import { prisma } from "@/lib/platform/db";
import { invalidCursor } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import { now, timeOf } from "@/lib/platform/time";
import { isUuid } from "@/lib/platform/uuid";
import { may, type Needed, type StaffRights } from "@/lib/sessions/permission-rules";
import { getSettings } from "@/lib/settings/data";
import {
  type AloneRule,
  type ApprovalDto,
  type ApprovalList,
  type ApprovalsQuery,
  approvalKinds,
} from "./schema";

const person = { select: { id: true, username: true } } as const;
/** What a row is read with. */
const withPeople = {
  user: person,
  proposedBy: person,
  decidedBy: person,
} satisfies Prisma.ApprovalInclude;
type Person = { id: string; username: string };
type Row = Approval & { user: Person | null; proposedBy: Person; decidedBy: Person | null };

/** One request as it is now. */
export async function getApproval(id: string): Promise<ApprovalDto> {
  const row = await prisma.approval.findUniqueOrThrow({ where: { id }, include: withPeople });
  const [approval] = await serialize([row]);
  return approval as ApprovalDto;
}

/** The request with an id that stands in an address; null where there is none. */
export async function findApproval(id: string): Promise<ApprovalDto | null> {
  if (!isUuid(id) || (await prisma.approval.count({ where: { id } })) === 0) return null;
  return getApproval(id);
}

/**
 * A page of what takes, or took, two people, of what the reader may look at; what waits begins with what has waited longest.
 * @throws AppError VALIDATION for the cursor of another list
 */
export async function listApprovals(
  query: ApprovalsQuery,
  reader: StaffRights,
): Promise<ApprovalList> {
  const { limit, cursor, status, userId } = query;
  const isOldestFirst = (query.order ?? (status === "pending" ? "oldest" : "newest")) === "oldest";
  const direction = isOldestFirst ? "asc" : "desc";
  const rows = await prisma.approval.findMany({
    where: {
      AND: [
        statusFilter(status),
        shownTo(reader),
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

/** What shows each kind of event. */
const SHOWN_WITH: Record<ApprovalDto["kind"], Needed> = {
  "balance.add": ["users.read", "balances.adjust"],
  "balance.subtract": ["users.read", "balances.adjust"],
  "deposit.confirm": "deposits.read",
  "deposit.reverse": "deposits.read",
  "withdrawal.approve": "withdrawals.read",
  "withdrawal.complete": "withdrawals.read",
  "house.transfer": "house.read",
  "saving.change": "savings.read",
  "wallet.change": "wallets.read",
  "user.unfreeze": "users.read",
};

const shownTo = (reader: StaffRights): Prisma.ApprovalWhereInput => ({
  kind: { in: approvalKinds.filter((kind) => may(reader, SHOWN_WITH[kind])) },
});

/** What waits for a second person, of what the reader may look at. */
export const pendingFor = (reader: StaffRights): Prisma.ApprovalWhereInput => ({
  AND: [statusFilter("pending"), shownTo(reader)],
});

/** How many requests wait for somebody. */
export function countApprovals(): Promise<number> {
  return prisma.approval.count({ where: statusFilter("pending") });
}

/** How much a member of staff can still move alone, for a user or without one. */
export async function aloneRule(actorId: string, userId?: string): Promise<AloneRule> {
  const { thresholdMicro, leftMicro, hasCredited } = await aloneLeft(
    prisma,
    actorId,
    userId ?? null,
  );
  const { planYearlyRateCeiling } = await getSettings();
  return {
    threshold: formatMicro(thresholdMicro),
    left: formatMicro(leftMicro),
    hasCredited,
    planYearlyRateCeiling,
  };
}

/** What is past its time counts as expired before the job has said so. */
function statusFilter(status: ApprovalsQuery["status"]): Prisma.ApprovalWhereInput {
  if (status === "pending") return { status, expiresAt: { gt: now() } };
  if (status !== "expired") return status ? { status } : {};
  return { OR: [{ status }, { status: "pending", expiresAt: { lte: now() } }] };
}

function afterCursor(
  cursor: string | undefined,
  isOldestFirst: boolean,
): Prisma.ApprovalWhereInput {
  if (cursor === undefined) return {};
  const [time = "", id = ""] = cursor.split("_");
  const createdAt = timeOf(time);
  if (Number.isNaN(createdAt.getTime()) || !isUuid(id)) throw invalidCursor();
  return isOldestFirst
    ? { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] }
    : { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

const isOfBalance = ({ kind }: Pick<Row, "kind">) => kind.startsWith("balance.");

async function serialize(rows: Row[]): Promise<ApprovalDto[]> {
  const waiting = rows.filter((row) => row.status === "pending" && isOfBalance(row));
  const balances = await availableBalancesOf(
    prisma,
    waiting.flatMap(({ userId }) => userId ?? []),
  );
  return rows.map((row) => {
    const { about } = row;
    const available = waiting.includes(row)
      ? balances.find(
          ({ userId, currency }) => userId === row.userId && currency === about.currency,
        )
      : undefined;
    const isOver = row.status === "pending" && row.expiresAt <= now();
    return {
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      user: row.user,
      about,
      valueUsdt: row.valueMicro === null ? null : formatMicro(row.valueMicro),
      available: available ? formatMicro(available.balanceMicro) : null,
      reason: row.reason,
      status: isOver ? "expired" : row.status,
      requestedBy: row.proposedBy,
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      note: row.decisionNote,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    };
  });
}
