import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { MigrationError } from "./error";

/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  sql: string;
  /** sha256 of the file's bytes, as Prisma records it. */
  checksum: string;
}

/** One file of prisma/functions: every function of one name, with its rights and triggers. */
export interface SqlFunction {
  /** With its schema before a dot where that is not the one of all others. */
  name: string;
  sql: string;
  /** sha256 of the file's bytes. */
  hash: string;
}

/** Migrations that one newer migration took the place of. */
export interface Squash {
  /** Name of the migration that builds what they built. */
  baseline: string;
  /** The last commit that holds them. */
  commit: string;
  /** Their checksums by name. */
  migrations: Record<string, string>;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Reads the migrations of the folder `prisma`, oldest first. */
export function readMigrations(prisma: string): Migration[] {
  const directory = join(prisma, "migrations");
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => existsSync(join(directory, name, "migration.sql")))
    .sort();
  return names.map((name) => {
    const bytes = readFileSync(join(directory, name, "migration.sql"));
    return { name, sql: bytes.toString("utf8"), checksum: sha256(bytes) };
  });
}

/** Reads what the migrations of the folder `prisma` replaced, if anything. */
export function readSquash(prisma: string): Squash | null {
  const file = join(prisma, "squashed.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Squash) : null;
}

/**
 * Reads the SQL functions of the folder `prisma`, those first that others call.
 * @throws MigrationError FUNCTION where two files have one name
 */
export function readFunctions(prisma: string): SqlFunction[] {
  const directory = join(prisma, "functions");
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .sort();
  const functions = new Map<string, SqlFunction>();
  for (const file of files) {
    const name = basename(file, ".sql");
    if (functions.has(name)) {
      throw new MigrationError("FUNCTION", `Two files in prisma/functions are named ${name}.sql.`);
    }
    const bytes = readFileSync(join(directory, file));
    functions.set(name, { name, sql: bytes.toString("utf8"), hash: sha256(bytes) });
  }
  return [...inOrderOfCalls(functions), ...practiceFunctions(prisma, functions)];
}

/**
 * The functions of the schema `practice`: those of prisma/practice, and the real ones that same.json there names, word
 * for word but for whose tables they find and whose rights they have.
 * @throws MigrationError FUNCTION where it names one that there is not
 */
function practiceFunctions(prisma: string, real: Map<string, SqlFunction>): SqlFunction[] {
  const directory = join(prisma, "practice");
  if (!existsSync(directory)) return [];
  const same = JSON.parse(readFileSync(join(directory, "same.json"), "utf8")) as string[];
  const texts = new Map<string, string>();
  for (const name of same) {
    const fn = real.get(name);
    if (!fn) throw new MigrationError("FUNCTION", `prisma/functions has no ${name}.sql.`);
    texts.set(name, asPractice(fn.sql));
  }
  for (const file of readdirSync(directory).filter((name) => name.endsWith(".sql"))) {
    texts.set(basename(file, ".sql"), readFileSync(join(directory, file), "utf8"));
  }
  const functions = new Map(
    [...texts].map(([name, text]) => {
      const sql = `SET LOCAL search_path = practice, public;\n${text}\nRESET search_path;`;
      return [name, { name, sql, hash: sha256(Buffer.from(sql)) }];
    }),
  );
  return inOrderOfCalls(functions).map((fn) => ({ ...fn, name: `${PRACTICE}.${fn.name}` }));
}

const PRACTICE = "practice";

const asPractice = (sql: string): string =>
  sql
    .replaceAll("SET search_path = public,", "SET search_path = practice, public,")
    .replaceAll("ledger_owner", "practice_owner")
    .replaceAll("app_runtime", "practice_runtime");

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const CALL = /\b(\w+)\s*\(/g;

// The server checks the calls in a body in SQL, a trigger and a statement when it gets them. In plpgsql it does not, so
// functions that call each other may come in either order.
function inOrderOfCalls(functions: Map<string, SqlFunction>): SqlFunction[] {
  const ordered = new Set<SqlFunction>();
  const seen = new Set<string>();
  const visit = (fn: SqlFunction) => {
    if (seen.has(fn.name)) return;
    seen.add(fn.name);
    for (const [, called] of fn.sql.replace(COMMENT, "").matchAll(CALL)) {
      const needed = functions.get(called ?? "");
      if (needed) visit(needed);
    }
    ordered.add(fn);
  };
  functions.forEach(visit);
  return [...ordered];
}
