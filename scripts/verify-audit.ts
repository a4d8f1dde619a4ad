import { formatAuditReport, verifyAudit } from "@/lib/audit/verify";
import { closeDatabase } from "@/lib/platform/db";

// `npm run audit:verify`: recomputes the audit log's chain and exits with 1 on any difference.

async function main(): Promise<void> {
  const report = await verifyAudit();
  process.stdout.write(`${formatAuditReport(report)}\n`);
  process.exitCode = report.ok ? 0 : 1;
}

void main()
  .catch((error: unknown) => {
    process.stderr.write(
      `The audit log could not be verified: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 2;
  })
  .then(closeDatabase);
