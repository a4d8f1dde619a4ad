import { PLANNED_EACH_TIME, Prisma, transaction } from "@/lib/platform/db";
import type { SearchWord } from "./words";

/** What a word is looked for in. The indexes app_user_search and app_user_digits are on this very expression. */
const searchText =
  () => Prisma.sql`(username_key || ' ' || email || ' ' || country_code || phone_number
  || ' ' || lower(referral_code) || ' ' || lower(country))`;

/** A word's condition on `app_user`; a part goes through the indexes of accounts that were not erased. */
export function matches(word: SearchWord): Prisma.Sql {
  switch (word.kind) {
    case "id":
      return Prisma.sql`id = ${word.value}::uuid`;
    case "part":
      return Prisma.sql`${searchText()} LIKE ${word.value}`;
    case "number":
      // By itself: the planner takes five digits for frequent and would walk the list's order instead.
      return Prisma.sql`id = ANY (ARRAY(
        SELECT id FROM app_user WHERE erased_at IS NULL
          AND digit_fives(${searchText()}) @> digit_fives(${word.value}) AND strpos(${searchText()}, ${word.value}) > 0
      ))`;
    case "beginning":
      return Prisma.sql`(username_key LIKE ${word.value} OR email LIKE ${word.value})`;
    case "address":
      return Prisma.sql`strpos(email, ${word.value}) > 0`;
  }
}

/**
 * Rows of a search, planned for its own values each time: which condition or order should lead depends on how
 * rare the text is.
 */
export function searchUsers<Row>(query: Prisma.Sql): Promise<Row[]> {
  return transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL plan_cache_mode = force_custom_plan`;
    return tx.$queryRaw<Row[]>(Prisma.sql`${Prisma.raw(PLANNED_EACH_TIME)} ${query}`);
  });
}
