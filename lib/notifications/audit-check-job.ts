import { formatAuditReport, verifyAudit } from "@/lib/audit/verify";
import { transaction } from "@/lib/platform/db";
import { recordCheck } from "@/lib/platform/health";
import { defineJob } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { text } from "@/lib/platform/text";
import { alertStaff } from "./staff-alert";

/** Recomputes the audit log's chain and tells every administrator when anything differs. */
export async function checkAudit(): Promise<boolean> {
  const report = await verifyAudit();
  const { ok, entries, head, differences, examples, durationMs } = report;
  const first = examples[0]?.seq ?? "0";
  await recordCheck("audit", {
    ok,
    summary: ok ? `${entries} entries` : `${differences} differences, first at no. ${first}`,
  });
  if (ok) {
    // The newest hash, written outside the database: it shows later if the log's end was cut off.
    log.info({ event: "audit.check_passed", entries, head, ms: durationMs });
    return true;
  }
  log.error({ event: "audit.check_failed", report: formatAuditReport(report) });
  await transaction((tx) =>
    alertStaff(tx, {
      title: text("notices.notifications.auditLogCheckFailed"),
      message: text("notices.notifications.theCheckFoundDifferencesFirstAt", {
        differences,
        first,
      }),
    }),
  );
  return false;
}

/** Runs the check every six hours, between the checks of the ledger. */
export const auditCheckJob = defineJob({
  name: "audit-check",
  schedule: "45 */6 * * *",
  retryLimit: 0,
  timeoutSeconds: 3_600,
  handler: async () => {
    await checkAudit();
  },
});
