import { formatLogReport, verifyLog } from "@/lib/transparency/verify";
import { runCheck } from "./lib/check";

// `npm run log:verify`: works the public log out anew from the database and exits with 1 on any difference.

void runCheck("The public log", verifyLog, formatLogReport);
