import { setTimeout as delay } from "node:timers/promises";
import { prisma, sql } from "@/lib/platform/db";

// Who watches a site waits some five seconds for its answer.
const ANSWER_MS = 3_000;

type Answer = { isReadOnly: boolean }[];

/** Whether the database answers through both pools within three seconds, and can be written to. */
export async function isDatabaseUp(): Promise<boolean> {
  // On as well where the server only follows another one.
  const answered = Promise.all([
    prisma.$queryRaw<Answer>`SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`,
    sql<Answer>`SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`,
  ]).then(
    (answers) => answers.every(([row]) => row?.isReadOnly === false),
    () => false,
  );
  return Promise.race([answered, delay(ANSWER_MS, false, { ref: false })]);
}

/** A check of the whole site that runs now and then. */
export type SystemCheckName = "ledger" | "audit";

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
