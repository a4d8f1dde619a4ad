import { strategyJob } from "@/lib/ai/jobs";
import { expireApprovalsJob } from "@/lib/approvals/jobs";
import { boardJob } from "@/lib/board/jobs";
import { evenOutPoolsJob, maintainLedgerJob } from "@/lib/ledger/jobs";
import { marketJob, thinTicksJob } from "@/lib/market/jobs";
import { describeNewWork } from "@/lib/new-work/describe";
import { newWorkJob } from "@/lib/new-work/jobs";
import { auditCheckJob } from "@/lib/notifications/audit-check-job";
import { broadcastJob } from "@/lib/notifications/broadcast-job";
import { dispatchJob } from "@/lib/notifications/channels/jobs";
import { ledgerCheckJob } from "@/lib/notifications/ledger-check-job";
import { removeFilesJob } from "@/lib/platform/files/removal";
import { unfinishedUploadsJob } from "@/lib/platform/files/unfinished";
import type { AnyJob } from "@/lib/platform/jobs";
import { cleanUpJob } from "@/lib/platform/jobs/clean-up";
import { mailJob } from "@/lib/platform/mail";
import { referralJob } from "@/lib/referrals/jobs";
import { reportJob } from "@/lib/reports/jobs";
import { savingsJob } from "@/lib/savings/jobs";
import { unfreezeLinkJob } from "@/lib/security/freeze";
import { passwordResetJob } from "@/lib/security/recovery";
import { settlementJob, tradeDaysJob } from "@/lib/trading/jobs";
import { liabilitiesJob } from "@/lib/transparency/liabilities/jobs";
import { reservesJob } from "@/lib/transparency/reserves/jobs";
import { storageDaysJob } from "@/lib/vault/jobs";
import { weeklySummaryJob } from "@/lib/weekly-summary/jobs";

/** Every background job of the application; a new one is one line. */
export const jobs: AnyJob[] = [
  mailJob,
  passwordResetJob,
  unfreezeLinkJob,
  marketJob,
  thinTicksJob,
  settlementJob,
  tradeDaysJob,
  storageDaysJob,
  reportJob,
  strategyJob,
  savingsJob,
  referralJob,
  expireApprovalsJob,
  evenOutPoolsJob,
  maintainLedgerJob,
  ledgerCheckJob,
  auditCheckJob,
  broadcastJob,
  dispatchJob(describeNewWork),
  newWorkJob,
  weeklySummaryJob,
  liabilitiesJob,
  boardJob,
  reservesJob,
  cleanUpJob,
  removeFilesJob,
  unfinishedUploadsJob,
];
