import { z } from "zod";
import { timeOf } from "@/lib/platform/time";

/** Query members of every list: keyset paging, newest first. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
};

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], "Enter a date such as 2026-11-20")
  .transform(timeOf);

/** Query members of a list with a period: from `from` on and before `to`. A bare day starts at 00:00 UTC. */
export const periodQuery = { from: moment.optional(), to: moment.optional() };

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

/** The pages of a list one after the other, as an export reads them. `read` answers the page after a cursor. */
export async function* everyPage<Page extends { nextCursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Path parameters of everything that has an id. */
export const idParams = z.object({ id: z.uuid() });
