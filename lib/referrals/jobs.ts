import { defineJob } from "@/lib/platform/jobs";
import { whenSeen } from "@/lib/platform/jobs/lookout";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { anyReferralDue, payReferrals, warnIfShort } from "./mutations";

const INTERVAL_MS = 1_000;

/** Keeps paying commissions in this process, within a second or two of the fee. */
export function startReferralLoop(): Loop {
  const pass = async () => {
    await payReferrals();
    return false;
  };
  return startLoop("referrals", INTERVAL_MS, pass, whenSeen(anyReferralDue));
}

/** Pays where no loop runs, and looks every minute whether commissions wait for money. */
export const referralJob = defineJob({
  name: "referrals",
  schedule: "* * * * *",
  handler: async () => {
    await payReferrals();
    await warnIfShort();
  },
});
