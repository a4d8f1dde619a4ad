import { z } from "zod";
import { text } from "@/lib/platform/text";
import { endOf, timeOf } from "@/lib/platform/time";

/** Query members of every list: keyset paging, newest first. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
};

const NOT_A_CURSOR = text("errors.common.notCursorList");

/** `cursor` of a list whose cursors are ids. */
export const uuidCursor = z.uuid(NOT_A_CURSOR).optional();

/** `cursor` of a list whose cursors have a form of their own. */
export const cursorOfForm = (form: RegExp) => z.string().regex(form, NOT_A_CURSOR).optional();

/** Query member of every list that is also a CSV download. */
export const formatQuery = { format: z.enum(["json", "csv"]).default("json") };

const moment = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  text("errors.common.enterDateSuchAs202611"),
);

/** Query members of a list with a period: from `from` on and before `to`. A bare day (UTC) counts whole. */
export const periodQuery = {
  from: moment
    .transform(timeOf)
    .optional()
    .meta({ description: "At or after; a day starts at 00:00 UTC" }),
  to: moment.transform(endOf).optional().meta({ description: "Before; a day is included whole" }),
};

/** A filter that is on with `true` or `1`, off with `false` or `0`; its bare name is on too. */
export const switchFilter = z
  .enum(["", "true", "1", "false", "0"])
  .transform((text) => text !== "false" && text !== "0")
  .optional();

/** `nextCursor` of every list's answer. */
export const nextCursorSchema = z.string().nullable();

/**
 * Cuts a page out of rows fetched with `take: limit + 1`.
 * @returns the page and the cursor of its last row when there is more
 */
export function pageOf<T>(
  rows: T[],
  limit: number,
  cursorOf: (row: T) => string,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

/**
 * Every row of a list, one page in memory at a time, as an export reads it.
 * @param list answers a page of at most `limit` rows after a cursor
 * @param rowsOf takes the rows out of such a page
 */
export async function* everyRow<Row, Page extends { nextCursor: string | null }>(
  list: (page: { limit: number; cursor: string | undefined }) => Promise<Page>,
  rowsOf: (page: Page) => Row[],
  limit = 100,
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await list({ limit, cursor });
    yield* rowsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** An id in the one spelling that it has here. PostgreSQL takes capitals for the same id; a comparison of texts doesn't. */
export const idSchema = z.uuid().toLowerCase();

/** Path parameters of everything that has an id. */
export const idParams = z.object({ id: idSchema });
