import { defineJob } from "@/lib/platform/jobs";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { payReferrals, warnIfShort } from "./mutations";

const INTERVAL_MS = 1_000;

/** Keeps paying commissions in this process, within a second or two of the fee. */
export function startReferralLoop(): Loop {
  return startLoop("referrals", INTERVAL_MS, async () => {
    await payReferrals();
    return false;
  });
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
