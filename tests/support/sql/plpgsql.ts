import { loadModule, parsePlPgSQLSync, parseSync } from "libpg-query";
import type { Client } from "pg";
import type { SqlFunction } from "@/scripts/lib/migrations/files";

// Bodies in plpgsql are planned statement by statement, when each is reached first. This has the server plan all of them: a
// probe declares a function's variables and explains each statement and expression of its body, one after the other.

type Node = Record<string, unknown>;

/** How the parser wants an expression to be read: a statement, an expression, or `target := expression`. */
const STATEMENT = 0;
const EXPRESSION = 2;

interface Probe {
  text: string;
  /** Transition tables that the body reads, each like the table of the trigger. */
  transitionTables: string[];
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function* nodesOf(value: unknown): Generator<[string, Node]> {
  if (!isNode(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (!isNode(child)) continue;
    if (key.startsWith("PLpgSQL_")) yield [key, child];
    yield* nodesOf(child);
  }
}

const expressionOf = (value: unknown) =>
  isNode(value) && isNode(value.PLpgSQL_expr) ? value.PLpgSQL_expr : undefined;

/** The statement that plans an expression as the body would. */
function plannable({ query, parseMode }: Node): string {
  const text = String(query);
  if (parseMode === STATEMENT) return text;
  if (parseMode === EXPRESSION) return `SELECT ${text}`;
  return `SELECT ${text.replace(/^[^:=]*:?=/, "")}`;
}

const recordName = (value: unknown) =>
  isNode(value) && isNode(value.PLpgSQL_rec) ? String(value.PLpgSQL_rec.refname) : undefined;

/** The records that a statement fills: their fields are known from then on. */
function filledRecord(kind: string, node: Node): { record: string; query: string } | undefined {
  const record = recordName(node.target ?? node.var);
  const expression = expressionOf(node.sqlstmt ?? node.query);
  if (!record || !expression || !/stmt_(execsql|fors)$/.test(kind)) return undefined;
  return { record, query: plannable(expression) };
}

const PLANNED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|VALUES)\b/i;

/** What has the server plan an expression; undefined for statements that have no plan, such as LOCK. */
function stepOf(kind: string, node: Node): string | undefined {
  const filled = filledRecord(kind, node);
  if (filled && /^\s*(SELECT|WITH)\b/i.test(filled.query)) {
    return `SELECT * INTO ${filled.record} FROM (${filled.query}) AS filled LIMIT 0;`;
  }
  if (kind !== "PLpgSQL_expr") return undefined;
  const query = plannable(node);
  return PLANNED.test(query) ? `FOR _plan IN EXPLAIN ${query} LOOP END LOOP;` : undefined;
}

function stepsOf(action: unknown): string[] {
  const steps: string[] = [];
  let line = 0;
  for (const [kind, node] of nodesOf(action)) {
    if (typeof node.lineno === "number") line = node.lineno;
    const step = stepOf(kind, node);
    if (step === undefined) continue;
    // For its estimates the planner calls stable functions, with nulls here: what the ledger refuses then (XA001) was planned.
    steps.push(`BEGIN ${step}
      EXCEPTION WHEN SQLSTATE 'XA001' THEN NULL;
        WHEN OTHERS THEN _problems := _problems || format('line %s: %s', ${line}, SQLERRM); END;`);
  }
  return steps;
}

/** The variables of a function as a body declares them; NEW and OLD are rows of `table`. */
function declarationsOf(datums: unknown, table: string | undefined): string[] {
  const declared = new Map<string, string>();
  for (const [kind, { refname, datatype }] of nodesOf(datums)) {
    const isRow = kind === "PLpgSQL_rec" && (refname === "new" || refname === "old");
    const type = isRow
      ? table
      : isNode(datatype) && isNode(datatype.PLpgSQL_type)
        ? datatype.PLpgSQL_type.typname
        : undefined;
    if ((kind !== "PLpgSQL_var" && kind !== "PLpgSQL_rec") || typeof type !== "string") continue;
    const name = String(refname);
    if (name === "found" || declared.has(name)) continue;
    declared.set(name, `"${name}" ${type};`);
  }
  return [...declared.values()];
}

const TRANSITION = /\b(?:OLD|NEW) TABLE AS (\w+)/gi;
const BOUND_TO = /\bCREATE OR REPLACE TRIGGER \w+\s+[^;]*?\bON (\w+)/gi;

/** Probes of a file: one a function, for a trigger function one a table that it is bound to. */
function probesOf({ name, sql }: SqlFunction): { table?: string; probe: Probe }[] {
  const { plpgsql_funcs: functions } = parsePlPgSQLSync(sql) as { plpgsql_funcs: Node[] };
  const tables = [...new Set([...sql.matchAll(BOUND_TO)].map((match) => match[1] ?? ""))];
  const transitionTables = [...sql.matchAll(TRANSITION)].map((match) => match[1] ?? "");
  return functions.flatMap(({ PLpgSQL_function: fn }) =>
    (tables.length > 0 ? tables : [undefined]).map((table) => ({
      table,
      probe: {
        transitionTables,
        text: `CREATE OR REPLACE FUNCTION pg_temp.probe() RETURNS text[] LANGUAGE plpgsql AS $probe$
          ${/^#variable_conflict \w+/m.exec(sql)?.[0] ?? ""}
          <<"${name}">>
          DECLARE
            _plan text; _problems text[] := '{}';
            ${declarationsOf((fn as Node).datums, table).join("\n")}
          BEGIN
            ${stepsOf((fn as Node).action).join("\n")}
            RETURN _problems;
          END $probe$`,
      },
    })),
  );
}

/** What one check found, and how much it looked at. */
export interface BodyReport {
  problems: string[];
  statements: number;
}

/**
 * Parses a file and has the server plan every statement and expression of its plpgsql bodies, reached or not.
 * @returns a line for each that names what is not there, or mixes types; nothing is changed
 */
export async function checkBodies(client: Client, file: SqlFunction): Promise<BodyReport> {
  await loadModule();
  try {
    parseSync(file.sql);
    if (!/LANGUAGE plpgsql/i.test(file.sql)) return { problems: [], statements: 0 };
    return await runProbes(client, file);
  } catch (error) {
    return { problems: [`${file.name}: ${(error as Error).message}`], statements: 0 };
  }
}

async function runProbes(client: Client, file: SqlFunction): Promise<BodyReport> {
  const problems = new Set<string>();
  let statements = 0;
  for (const { table, probe } of probesOf(file)) {
    await client.query("BEGIN");
    try {
      await client.query("SET LOCAL search_path = public, pg_temp");
      for (const name of probe.transitionTables) {
        await client.query(`CREATE TEMP TABLE ${name} (LIKE ${table})`);
      }
      await client.query(probe.text);
      const { rows } = await client.query<{ found: string[] }>("SELECT pg_temp.probe() AS found");
      for (const problem of rows[0]?.found ?? []) problems.add(`${file.name} ${problem}`);
      statements += probe.text.split("WHEN OTHERS THEN").length - 1;
    } finally {
      await client.query("ROLLBACK");
    }
  }
  return { problems: [...problems], statements };
}
