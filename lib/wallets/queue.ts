/** Paging of the staff's work lists: what waits comes first, the longest waiting before the rest. */
import { pageOf } from "@/lib/platform/http/lists";
import type { AdminPaymentQuery, PaymentStatus } from "./payment-schema";

/** Which rows of a part come after a running number; null starts at the part's beginning. */
export type QueuePart = { waiting: boolean; after: bigint | null; statuses: PaymentStatus[] };

type Fetch<Row> = (part: QueuePart, take: number) => Promise<Row[]>;

/** Statuses of a filter that belong to one part of the list. */
function statusesOf(all: readonly PaymentStatus[], filter: PaymentStatus[] | undefined) {
  return filter ? all.filter((status) => filter.includes(status)) : [...all];
}

/**
 * A page that begins with rows still to be worked on, oldest first, and goes on with all others,
 * newest first. Cursors are "w<number>" within the first part and "d<number>" within the second.
 * @param fetch reads one part, at most `take` rows
 */
export async function queuePage<Row extends { number: bigint; status: string }>(
  query: Pick<AdminPaymentQuery, "limit" | "cursor" | "status">,
  parts: { waiting: readonly PaymentStatus[]; done: readonly PaymentStatus[] },
  fetch: Fetch<Row>,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const { limit, cursor, status } = query;
  const take = limit + 1;
  const after = cursor ? BigInt(cursor.replace(/^[wd]/, "")) : null;
  const isDone = cursor?.startsWith("d") ?? false;
  const waiting = statusesOf(parts.waiting, status);
  const done = statusesOf(parts.done, status);
  const first =
    isDone || waiting.length === 0
      ? []
      : await fetch({ waiting: true, after, statuses: waiting }, take);
  const rest =
    first.length === take || done.length === 0
      ? []
      : await fetch(
          { waiting: false, after: isDone ? after : null, statuses: done },
          take - first.length,
        );
  const isWaiting = (row: Row) => (parts.waiting as readonly string[]).includes(row.status);
  return pageOf([...first, ...rest], limit, (row) => `${isWaiting(row) ? "w" : "d"}${row.number}`);
}

const EXPORT_PAGE = 100;

/** Every row of a paged list, one page in memory at a time. */
export async function* eachOf<Row>(
  list: (page: {
    limit: number;
    cursor: string | undefined;
  }) => Promise<{ items: Row[]; nextCursor: string | null }>,
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await list({ limit: EXPORT_PAGE, cursor });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
