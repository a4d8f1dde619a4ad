import { readFileSync } from "node:fs";

type Connection = { query(text: string): Promise<unknown> };

/** Runs a file of SQL, each statement by itself. `:name` is replaced by its value. */
export async function runSqlFile(
  connection: Connection,
  file: string,
  variables: Record<string, number | string> = {},
): Promise<void> {
  let text = readFileSync(file, "utf8");
  for (const [name, value] of Object.entries(variables)) {
    text = text.replace(new RegExp(`(?<!:):${name}\\b`, "g"), String(value));
  }
  let statement = "";
  for (const piece of text.split(/;\n/)) {
    statement += piece;
    // A semicolon inside a quoted body ends no statement.
    const isInside = (statement.split("$$").length - 1) % 2 === 1;
    if (isInside) statement += ";\n";
    else {
      if (statement.trim()) await connection.query(statement);
      statement = "";
    }
  }
}
