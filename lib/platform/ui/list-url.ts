/** State of a list in its page's address: filters by name, and the cursors that led to this page. */

/** Filters that are set, and how far into the list the page is; an empty trail is the first page. */
export type ListState = { filters: Record<string, string>; trail: string[] };

/** Cursors hold no dots, so a dot parts them. */
const TRAIL = "after";
const SEPARATOR = ".";

type Readable = { get(name: string): string | null };

/** Reads the list's part of an address. Parameters that are no filter of the list are left out. */
export function readListState(params: Readable, names: readonly string[]): ListState {
  const filters: Record<string, string> = {};
  for (const name of names) {
    const value = params.get(name)?.trim();
    if (value) filters[name] = value;
  }
  const trail = (params.get(TRAIL) ?? "").split(SEPARATOR).filter(Boolean);
  return { filters, trail };
}

/** What the list's API call takes. */
export function listQueryOf({ filters, trail }: ListState): Record<string, string> {
  const cursor = trail.at(-1);
  return cursor === undefined ? filters : { ...filters, cursor };
}

/**
 * The address of another view of the page: `changes` replace parameters, empty ones go away, and the
 * list starts at its first page unless `trail` says where.
 */
export function listHref(
  pathname: string,
  params: URLSearchParams,
  changes: Record<string, string | null | undefined>,
  trail: string[] = [],
): string {
  const next = new URLSearchParams(params);
  next.delete(TRAIL);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  if (trail.length > 0) next.set(TRAIL, trail.join(SEPARATOR));
  const text = next.toString();
  return text ? `${pathname}?${text}` : pathname;
}

/** Whether two queries are two pages of one list: nothing but the way to the page differs. */
export function isOtherPage(from: string, to: string): boolean {
  const [before, after] = [new URLSearchParams(from), new URLSearchParams(to)];
  if (before.get(TRAIL) === after.get(TRAIL)) return false;
  before.delete(TRAIL);
  after.delete(TRAIL);
  return before.toString() === after.toString();
}

/**
 * A page's own parameters as Next gives them, in the form that `readListState` reads. A NUL, which no
 * database stores and nobody types, is as good as no parameter.
 */
export function searchParamsOf(
  params: Record<string, string | string[] | undefined>,
): URLSearchParams {
  const entries = Object.entries(params).flatMap(([name, value]) =>
    typeof value === "string" && !value.includes("\0") ? [[name, value]] : [],
  );
  return new URLSearchParams(entries);
}
