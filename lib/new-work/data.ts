import { pendingFor } from "@/lib/approvals/data";
import type { Db } from "@/lib/platform/db";
import { may, type StaffRights } from "@/lib/sessions/permission-rules";
import { DEPOSIT_QUEUE, WITHDRAWAL_QUEUE } from "@/lib/wallets/payment-status";
import { WORK_KINDS, type WorkKind } from "./rules";

/**
 * The most of a kind that are told apart, those that wait longest: of more, the rest is told once there is room. So what
 * has been told stays known until it waits no more.
 */
const MAX_KNOWN = 1_000;

/** Something that waits for staff. */
export interface Waiting {
  kind: WorkKind;
  /** Stands for this wait: a conversation that needs a reply once more is another. */
  key: string;
  /** Its short number, where it has one. */
  number: string | null;
}

type Reader = StaffRights & { id: string };
type Row = { id: string; number?: bigint };

const oldestFirst = {
  orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  take: MAX_KNOWN,
} as const;
const withNumber = { id: true, number: true } as const;

const READ: Record<WorkKind, (db: Db, reader: Reader) => Promise<Row[]>> = {
  deposits: (db) =>
    db.deposit.findMany({
      where: { status: { in: [...DEPOSIT_QUEUE.waiting] } },
      select: withNumber,
      ...oldestFirst,
      orderBy: [...oldestFirst.orderBy],
    }),
  withdrawals: (db) =>
    db.withdrawal.findMany({
      where: { status: { in: [...WITHDRAWAL_QUEUE.waiting] } },
      select: withNumber,
      ...oldestFirst,
      orderBy: [...oldestFirst.orderBy],
    }),
  // Nobody decides on what they have asked for themselves.
  approvals: (db, reader) =>
    db.approval.findMany({
      where: { AND: [pendingFor(reader), { proposedById: { not: reader.id } }] },
      select: { id: true },
      ...oldestFirst,
      orderBy: [...oldestFirst.orderBy],
    }),
  chat: async (db) => {
    const rows = await db.chat.findMany({
      where: { waitingSince: { not: null } },
      orderBy: [{ waitingSince: "asc" }, { id: "asc" }],
      take: MAX_KNOWN,
      select: { id: true, waitingSince: true },
    });
    return rows.map(({ id, waitingSince }) => ({ id: `${id}:${waitingSince?.getTime()}` }));
  },
};

/** What of these kinds waits for staff and may be seen by a reader, what waits longest first. */
export async function readWaiting(
  db: Db,
  reader: Reader,
  kinds: readonly WorkKind[],
): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const kind of kinds) {
    if (!may(reader, WORK_KINDS[kind])) continue;
    for (const { id, number } of await READ[kind](db, reader)) {
      found.push({ kind, key: `${kind}:${id}`, number: number?.toString() ?? null });
    }
  }
  return found;
}
