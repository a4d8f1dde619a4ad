import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const cut = (file: string) =>
  promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { cutLog } = await import("./scripts/lib/postgres.mjs"); cutLog(process.argv[1]);`,
    file,
  ]);

it("empties the database's log when it has grown too long, and only then", async () => {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  const file = join(folder, "postgres.log");
  await cut(file);
  writeFileSync(file, "x".repeat(10_000_000));
  await cut(file);
  expect(readFileSync(file)).toHaveLength(10_000_000);
  appendFileSync(file, "x");
  await cut(file);
  expect(readFileSync(file)).toHaveLength(0);
  rmSync(folder, { recursive: true });
});
