import { formatAuditReport, verifyAudit } from "@/lib/audit/verify";
import { runCheck } from "./lib/check";

// `npm run audit:verify`: recomputes the audit log's chain and exits with 1 on any difference.

void runCheck("The audit log", verifyAudit, formatAuditReport);
