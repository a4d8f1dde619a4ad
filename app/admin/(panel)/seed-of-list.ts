import type { z } from "zod";
import type { SeedEntry } from "@/components/app/seed/seed";
import { AppError } from "@/lib/platform/errors";
import { listQueryOf, readListState, searchParamsOf } from "@/lib/platform/ui/list-url";

/** A page's parameters as Next gives them. */
export type PageParams = Promise<Record<string, string | string[] | undefined>>;

type Query = Record<string, string>;

/** What a list answers; null for a query that it refuses. @throws what else goes wrong */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === "VALIDATION") return null;
    throw error;
  }
}

/**
 * The list that an address describes, loaded for the first paint. An address that describes none, or one that
 * is refused, is left to the list itself, which then says what is wrong with it.
 */
export async function seedOfList<Schema extends z.ZodType>(
  params: Awaited<PageParams>,
  names: readonly string[],
  list: {
    key: (query: Query) => readonly unknown[];
    schema: Schema;
    load: (query: z.output<Schema>) => Promise<unknown>;
    /** From the address's filters to the API's. */
    toApi?: (query: Query) => Query;
  },
): Promise<SeedEntry[]> {
  const query = listQueryOf(readListState(searchParamsOf(params), names));
  const parsed = list.schema.safeParse(list.toApi ? list.toApi(query) : query);
  const answer = parsed.success ? await unlessRefused(list.load(parsed.data)) : null;
  return answer === null ? [] : [[list.key(query), answer]];
}
