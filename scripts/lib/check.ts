import { closeDatabase } from "@/lib/platform/db";

/**
 * Runs a check of what is in the database as a command: it prints the report and exits with 0, with 1 on any difference, or
 * with 2 where the check can't be made.
 * @param subject what is checked, such as "The ledger"
 */
export async function runCheck<Report extends { ok: boolean }>(
  subject: string,
  check: () => Promise<Report>,
  format: (report: Report) => string,
): Promise<void> {
  try {
    const report = await check();
    process.stdout.write(`${format(report)}\n`);
    process.exitCode = report.ok ? 0 : 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${subject} could not be verified: ${reason}\n`);
    process.exitCode = 2;
  }
  await closeDatabase();
}
