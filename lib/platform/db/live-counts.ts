import { sql } from "./index";

/** Counts that triggers keep, by name; zero for one that nothing has changed yet. */
export async function liveCounts<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const rows = await sql<{ name: Name; value: bigint }[]>`
    SELECT name, sum(value)::bigint AS value FROM live_count WHERE name = ANY (${[...names]}) GROUP BY name`;
  const found = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<
    Name,
    number
  >;
}
