import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MigrationError } from "@/scripts/lib/migrations/error";

/** A folder of one's own in the place of `prisma`: migrations and functions that a test writes. */
export class PrismaFolder {
  readonly path = mkdtempSync(join(tmpdir(), "prisma-"));

  constructor() {
    mkdirSync(join(this.path, "migrations"));
  }

  writeMigration(name: string, sql: string): void {
    mkdirSync(join(this.path, "migrations", name), { recursive: true });
    writeFileSync(join(this.path, "migrations", name, "migration.sql"), sql);
  }

  /** `name` may begin with a folder, as `ledger/post`. */
  writeFunction(name: string, sql: string): void {
    const file = join(this.path, "functions", `${name}.sql`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sql);
  }

  removeFunction(name: string): void {
    rmSync(join(this.path, "functions", `${name}.sql`));
  }
}

/** The code of the MigrationError that `work` ends with, or "none". */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (error) {
    return error instanceof MigrationError ? error.code : String(error);
  }
}
