/** One list that is read page by page, newest first. */
export type PagedList<Row> = { rows: Row[]; hasMore: boolean };

/**
 * Puts lists that are read page by page in one order, newest first. What is older than the end of
 * an unfinished list is left out: rows that are not read yet may belong before it.
 * @param atOf ISO 8601 UTC time of a row
 * @returns the rows in order, and which lists to read on (by index) before more can be shown
 */
export function mergeLists<Row>(
  lists: PagedList<Row>[],
  atOf: (row: Row) => string,
): { rows: Row[]; readOn: number[] } {
  const ends = lists.map(({ rows, hasMore }) => {
    const last = rows.at(-1);
    return hasMore && last !== undefined ? atOf(last) : "";
  });
  const horizon = [...ends].sort().at(-1) ?? "";
  const rows = lists
    .flatMap((list) => list.rows)
    .filter((row) => atOf(row) >= horizon)
    .sort((a, b) => (atOf(a) < atOf(b) ? 1 : -1));
  const readOn = ends.flatMap((end, index) => (end !== "" && end === horizon ? [index] : []));
  return { rows, readOn };
}
