import { setTimeout as delay } from "node:timers/promises";
import { prisma, sql } from "@/lib/platform/db";
import { hasNoSpace } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/files/storage";

// Who watches a site waits some five seconds for its answer.
const ANSWER_MS = 3_000;

/** Fails unless both pools answer, from a server that can be written to. */
async function writeToDatabase(): Promise<void> {
  const [[answer]] = await Promise.all([
    sql<{ isReadOnly: boolean }[]>`
      SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`,
    recordCheck("health", { ok: true, summary: "" }),
  ]);
  // On as well where the server only follows another one.
  if (answer?.isReadOnly !== false) throw new Error("The database may only be read from");
}

const ofDatabase = (error: unknown) => (hasNoSpace(error) ? "full" : "down");
const ofFiles = (error: unknown) => (hasNoSpace(error) ? "full" : "unwritable");

/**
 * Whether the database answers through both pools within three seconds and can be written to, and whether files can
 * be stored.
 */
export async function lookAtStores(): Promise<{
  database: "ok" | "full" | "down";
  files: "ok" | "full" | "unwritable";
}> {
  const [database, files] = await Promise.all([
    Promise.race([
      writeToDatabase().then(() => "ok" as const, ofDatabase),
      delay(ANSWER_MS, "down" as const, { ref: false }),
    ]),
    storage()
      .probe()
      .then(() => "ok" as const, ofFiles),
  ]);
  return { database, files };
}

/** A check of the whole site that runs now and then. */
export type SystemCheckName = "ledger" | "audit" | "health" | "log";

/**
 * Keeps the outcome of a check, so that staff see it; the last one only.
 * @param summary what was found, in one line
 */
export async function recordCheck(
  name: SystemCheckName,
  { ok, summary }: { ok: boolean; summary: string },
): Promise<void> {
  // The database's clock, so that instances with different clocks can be compared.
  await prisma.$executeRaw`
    INSERT INTO system_check (name, at, ok, summary) VALUES (${name}, app_now(), ${ok}, ${summary})
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, ok = excluded.ok, summary = excluded.summary`;
}
