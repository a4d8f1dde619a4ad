import { closeDatabase } from "@/lib/platform/db";
import { formatLogReport, verifyLog } from "@/lib/transparency/verify";

// `npm run log:verify`: works the public log out anew from the database and exits with 1 on any difference.

async function main(): Promise<void> {
  const report = await verifyLog();
  process.stdout.write(`${formatLogReport(report)}\n`);
  process.exitCode = report.ok ? 0 : 1;
}

void main()
  .catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The public log could not be verified: ${reason}\n`);
    process.exitCode = 2;
  })
  .then(closeDatabase);
