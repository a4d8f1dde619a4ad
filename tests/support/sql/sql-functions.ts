import type { Client } from "pg";
import type { SqlFunction } from "@/scripts/lib/migrations/files";

/** Where a database and the files of prisma/functions differ, by name. */
export interface FunctionDifferences {
  withoutFile: string[];
  withoutFunction: string[];
  /** Defined, owned, granted or bound to tables in another way than the file says. */
  different: string[];
}

// As the server prints them, so that white space and the order of options make no difference.
const DEFINITIONS = `
  SELECT CASE schema WHEN 'public' THEN '' ELSE schema || '.' END || proname AS name, string_agg(text, E'\\n' ORDER BY text) AS text
  FROM (
    SELECT pronamespace::regnamespace::text AS schema, proname, format('%s owner %s rights %s', pg_get_functiondef(p.oid), proowner::regrole,
      (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(proacl) a)) AS text
    FROM pg_proc p
    WHERE pronamespace IN ('public'::regnamespace, 'practice'::regnamespace) AND prokind <> 'a'
      AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')
    UNION ALL
    SELECT pronamespace::regnamespace::text, proname, format('%s enabled %s', pg_get_triggerdef(t.oid), tgenabled)
    FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND tgparentid = 0 AND NOT relispartition
      AND pronamespace IN ('public'::regnamespace, 'practice'::regnamespace)
  ) AS thing
  GROUP BY schema, proname ORDER BY name`;

async function definitionsOf(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; text: string }>(DEFINITIONS);
  return new Map(rows.map(({ name, text }) => [name, text]));
}

/** Runs every file in a transaction that is rolled back, and compares what the server then knows with what it knew. */
export async function compareFunctions(
  client: Client,
  files: SqlFunction[],
): Promise<FunctionDifferences> {
  const present = await definitionsOf(client);
  await client.query("BEGIN");
  for (const { sql } of files) await client.query(sql);
  const defined = await definitionsOf(client);
  await client.query("ROLLBACK");
  const named = new Set(files.map(({ name }) => name));
  return {
    withoutFile: [...present.keys()].filter((name) => !named.has(name)),
    withoutFunction: [...named].filter((name) => !present.has(name)),
    different: [...present.keys()].filter(
      (name) => named.has(name) && present.get(name) !== defined.get(name),
    ),
  };
}
