import { MigrationError } from "./error";
import type { Migration } from "./files";

// What can hold a semicolon or a word that is no statement.
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/g;
const OWN_TRANSACTION = /^(BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK|VACUUM)\b|\bCONCURRENTLY\b/i;

/**
 * Refuses a file that would end the transaction in which it and its record are one.
 * @throws MigrationError TRANSACTION
 */
export function requireOneTransaction({ name, sql }: Pick<Migration, "name" | "sql">): void {
  for (const statement of sql.replace(QUOTED, " ").split(";")) {
    const found = OWN_TRANSACTION.exec(statement.trim())?.[0];
    if (!found) continue;
    throw new MigrationError(
      "TRANSACTION",
      `The file of ${name} says ${found.toUpperCase()}: each file runs in one transaction, so it can't.`,
    );
  }
}
