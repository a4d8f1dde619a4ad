/** Searches what belongs to users by whose it is. docs/decisions/staff/user-search.md */

import { Prisma, prisma } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { isUuid } from "@/lib/platform/uuid";
import { matches, searchUsers } from "./match";
import { beginningPattern, type SearchWord, searchWords } from "./words";

/** The user that somebody means by an id, username or email address, in any case; null when there is none. */
export async function findUserId(text: string): Promise<string | null> {
  const key = text.toLowerCase();
  if (isUuid(key)) return key;
  const user = await prisma.user.findFirst({
    where: { OR: [{ usernameKey: key }, { email: key }] },
    select: { id: true },
  });
  return user?.id ?? null;
}

/** More people than this can't be meant by one search. */
const MAX_LISTED = 1_024;

/** Narrows a word to names and email addresses: the users' list finds people by more. */
function narrowed({ kind, value }: SearchWord): Prisma.Sql[] {
  if (kind === "part") return [Prisma.sql`(username_key LIKE ${value} OR email LIKE ${value})`];
  if (kind === "number") {
    return [Prisma.sql`(strpos(username_key, ${value}) > 0 OR strpos(email, ${value}) > 0)`];
  }
  return [];
}

/** The first of the people meant. Erased accounts only have the beginning of a name. */
function firstIds(search: string, words: SearchWord[]): Promise<{ id: string }[]> {
  const hold = words.flatMap((word) => [matches(word), ...narrowed(word)]);
  return searchUsers(Prisma.sql`
    SELECT id FROM app_user WHERE ${Prisma.join([Prisma.sql`erased_at IS NULL`, ...hold], " AND ")}
    UNION ALL
    SELECT id FROM app_user WHERE erased_at IS NOT NULL AND username_key LIKE ${beginningPattern(search.toLowerCase())}
    LIMIT ${MAX_LISTED + 1}`);
}

/** Fills a list up to a power of two by repeating its last id: each length is a statement of its own to the database. */
function padded(ids: string[]): string[] {
  const last = ids.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array.from({ length: length - ids.length }, () => last)];
}

/**
 * The users whose username or email address holds all words of a search, in any case. Some may be named twice.
 * @param field what a refusal marks
 * @throws AppError VALIDATION when more than 1,024 people match
 */
export async function findOwnerIds(search: string, field: string): Promise<string[]> {
  const ids = (await firstIds(search, searchWords(search))).map(({ id }) => id);
  if (ids.length > MAX_LISTED) {
    throw invalidField(field, text("errors.accounts.tooManyPeopleMatchPleaseEnter"));
  }
  return padded(ids);
}

/** What rows of the people meant by a search must match. @throws AppError as findOwnerIds() */
export async function ownerSearch(search: string): Promise<{ userId: { in: string[] } }> {
  return { userId: { in: await findOwnerIds(search, "search") } };
}
