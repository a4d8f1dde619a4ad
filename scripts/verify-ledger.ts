import { formatReport, verifyLedger } from "@/lib/ledger/verify";
import { closeDatabase } from "@/lib/platform/db";

// `npm run ledger:verify`: recomputes the ledger and exits with 1 on any difference.

async function main(): Promise<void> {
  const report = await verifyLedger();
  process.stdout.write(`${formatReport(report)}\n`);
  process.exitCode = report.ok ? 0 : 1;
}

void main()
  .catch((error: unknown) => {
    process.stderr.write(
      `The ledger could not be verified: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 2;
  })
  .then(closeDatabase);
