/** Paging of deposits and withdrawals; in the staff's work lists what waits comes first. */
import { pageOf } from "@/lib/platform/http/lists";
import { parseDecimal } from "@/lib/platform/money";
import { type PaymentWhere, paymentSearch } from "./data";
import type { AdminPaymentQuery, PaymentQuery } from "./payment-schema";
import type { PaymentStatus } from "./payment-status";

const E8_DIGITS = 8;

/** Which rows of a part come after a running number; null starts at the part's beginning. */
type QueuePart = { waiting: boolean; after: bigint | null; statuses: PaymentStatus[] };

type Parts = { waiting: readonly PaymentStatus[]; done: readonly PaymentStatus[] };
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
async function queuePage<Row extends { number: bigint; status: string }>(
  query: Pick<AdminPaymentQuery, "limit" | "cursor" | "status">,
  parts: Parts,
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

type Find<Row> = (args: {
  where: PaymentWhere;
  orderBy: { number: "asc" | "desc" };
  take: number;
}) => Promise<Row[]>;

/**
 * A page of payments, newest first unless the oldest are asked for.
 * @param own what the rows are limited to beside the query's status
 */
export async function newestPage<Row extends { number: bigint }>(
  { limit, cursor, status }: Pick<PaymentQuery, "limit" | "cursor" | "status">,
  own: PaymentWhere,
  find: Find<Row>,
  isOldestFirst = false,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const after = cursor && BigInt(cursor.replace(/^[wd]/, ""));
  // Ids of rows made by a repeatable request have no time order; the running number has.
  const where: PaymentWhere = {
    ...(status ? { status: { in: status } } : {}),
    ...(after ? { number: isOldestFirst ? { gt: after } : { lt: after } } : {}),
  };
  const rows = await find({
    where: { AND: [where, own] },
    orderBy: { number: isOldestFirst ? "asc" : "desc" },
    take: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.number.toString());
}

async function filterOf(query: AdminPaymentQuery): Promise<PaymentWhere> {
  const { userId, currency, network, from, to } = query;
  return {
    AND: [
      await paymentSearch(query.search),
      userId ? { userId } : {},
      currency ? { currency } : {},
      network ? { network } : {},
      from || to ? { createdAt: { gte: from, lt: to } } : {},
    ],
  };
}

/** The largest number that a column holds; what is asked for beyond it is beyond every amount. */
const MAX_BIGINT = 2n ** 63n - 1n;
const within = (amount: bigint) => (amount > MAX_BIGINT ? MAX_BIGINT : amount);

/**
 * A query's limits of the amount in a table's own unit; undefined where there is none.
 * @param unitE8 the table's unit in 10^-8
 */
export function amountRange(
  { minAmount, maxAmount }: Pick<AdminPaymentQuery, "minAmount" | "maxAmount">,
  unitE8: bigint,
): { gte?: bigint; lte?: bigint } {
  const [min, max] = [minAmount, maxAmount].map((text) => text && parseDecimal(text, E8_DIGITS));
  return {
    // The smallest amount that is not less, and the largest that is not more.
    ...(typeof min === "bigint" ? { gte: within((min + unitE8 - 1n) / unitE8) } : {}),
    ...(typeof max === "bigint" ? { lte: within(max / unitE8) } : {}),
  };
}

/**
 * A page of payments for staff, in the order that the query asks for.
 * @param amounts the query's limits of the amount, in the table's own unit
 * @throws AppError VALIDATION when too many people match the search
 */
export async function staffPage<Row extends { number: bigint; status: string }>(
  query: AdminPaymentQuery,
  parts: Parts,
  amounts: PaymentWhere,
  find: Find<Row>,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const own: PaymentWhere = { AND: [await filterOf(query), amounts] };
  if (query.order !== "queue") return newestPage(query, own, find, query.order === "oldest");
  return queuePage(query, parts, ({ waiting, after, statuses }, take) => {
    const from: PaymentWhere =
      after === null ? {} : { number: waiting ? { gt: after } : { lt: after } };
    return find({
      where: { AND: [own, { status: { in: statuses } }, from] },
      orderBy: { number: waiting ? "asc" : "desc" },
      take,
    });
  });
}
