/** Searches what belongs to users by whose it is. docs/decisions/user-search.md */
import type { Prisma } from "@/lib/generated/prisma/client";
import { sql } from "@/lib/platform/db";
import { beginningPattern, escaped, type SearchWord, searchWords } from "./staff-search";
import { type Fragment, matches } from "./staff-users";

/** A condition on rows that belong to a user. */
export type OwnerWhere = { userId: { in: string[] } } | { user: Prisma.UserWhereInput };

/** Up to so many people are looked up beforehand; of more, each row's owner is looked at. */
const MAX_LISTED = 1_024;

/** Narrows a word to names and e-mail addresses: the users' list finds people by more. */
function narrowed({ kind, value }: SearchWord): Fragment {
  if (kind === "part") return sql`AND (username_key LIKE ${value} OR email LIKE ${value})`;
  if (kind === "number") {
    return sql`AND (strpos(username_key, ${value}) > 0 OR strpos(email, ${value}) > 0)`;
  }
  return sql``;
}

/** The first of the people meant, planned for the text at hand. Erased accounts only have the beginning of a name. */
function firstIds(search: string, words: SearchWord[]): Promise<{ id: string }[]> {
  const hold = words.map((word) => sql`AND ${matches(word)} ${narrowed(word)}`);
  return sql.begin(async (tx) => {
    await tx`SET LOCAL plan_cache_mode = force_custom_plan`;
    return tx<{ id: string }[]>`
      SELECT id FROM app_user WHERE erased_at IS NULL ${hold}
      UNION ALL
      SELECT id FROM app_user WHERE erased_at IS NOT NULL AND username_key LIKE ${beginningPattern(search.toLowerCase())}
      LIMIT ${MAX_LISTED + 1}`;
  });
}

/** The same condition for a row's owner. Prisma puts a text into LIKE as it is. */
function isNamed({ kind, value }: SearchWord): Prisma.UserWhereInput {
  const either = (condition: Prisma.StringFilter) => ({
    OR: [{ usernameKey: condition }, { email: condition }],
  });
  switch (kind) {
    case "id":
      return { id: value };
    case "beginning":
      return either({ startsWith: value.slice(0, -1) });
    case "part":
      return either({ contains: value.slice(1, -1) });
    case "number":
    case "address":
      return either({ contains: escaped(value) });
  }
}

/** Lists of few lengths, by repeating the last id: each length is a statement of its own to the database. */
function padded(ids: string[]): string[] {
  const last = ids.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array.from({ length: length - ids.length }, () => last)];
}

/**
 * What rows of users must match whose username or e-mail address holds all words of a search, in any case. Few
 * people are a list of ids, with which the rows are looked up. Many fill a page soon, in whatever order: each
 * row's owner is looked at on the way.
 */
export async function ownerSearch(search: string): Promise<OwnerWhere> {
  const words = searchWords(search);
  const ids = (await firstIds(search, words)).map(({ id }) => id);
  return ids.length <= MAX_LISTED
    ? { userId: { in: padded(ids) } }
    : { user: { AND: words.map(isNamed) } };
}
