import { formatReport, verifyLedger } from "@/lib/ledger/verify";
import { transaction } from "@/lib/platform/db";
import { recordCheck } from "@/lib/platform/health";
import { defineJob } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { text } from "@/lib/platform/text";
import { alertStaff } from "./staff-alert";

/** Recomputes the ledger and tells every administrator when anything differs. */
export async function checkLedger(): Promise<boolean> {
  const report = await verifyLedger();
  const wrong = report.checks.filter(({ differences }) => differences > 0);
  const names = wrong.map(({ name }) => name).join(", ");
  await recordCheck("ledger", {
    ok: report.ok,
    summary: report.ok ? `${report.transfers} transfers` : names,
  });
  if (report.ok) {
    log.info({ event: "ledger.check_passed", transfers: report.transfers, ms: report.durationMs });
    return true;
  }
  log.error({ event: "ledger.check_failed", report: formatReport(report) });
  await transaction((tx) =>
    alertStaff(tx, {
      title: text("notices.notifications.ledgerCheckFailed"),
      message: text("notices.notifications.theCheckFoundDifferencesSeeServer", { names }),
    }),
  );
  return false;
}

/** Runs the check every six hours. */
export const ledgerCheckJob = defineJob({
  name: "ledger-check",
  schedule: "30 */6 * * *",
  retryLimit: 0,
  timeoutSeconds: 3_600,
  handler: async () => {
    await checkLedger();
  },
});
