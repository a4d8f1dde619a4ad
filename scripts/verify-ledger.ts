import { formatReport, verifyLedger } from "@/lib/ledger/verify";
import { runCheck } from "./lib/check";

// `npm run ledger:verify`: recomputes the ledger and exits with 1 on any difference.

void runCheck("The ledger", verifyLedger, formatReport);
