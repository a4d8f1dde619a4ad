import { defineJob } from "@/lib/platform/jobs";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { deliverReferralNotifications, payReferrals, warnIfShort } from "./mutations";

const INTERVAL_MS = 1_000;

/** One pass: pays what is due and tells who got it. Safe to run anywhere at any time, several at once. */
async function payReferralsOnce(): Promise<void> {
  await payReferrals();
  await deliverReferralNotifications();
}

/** Keeps paying commissions in this process, within a second or two of the fee. */
export function startReferralLoop(): Loop {
  return startLoop("referrals", INTERVAL_MS, async () => {
    await payReferralsOnce();
    return false;
  });
}

/** Pays where no loop runs, and looks every minute whether commissions wait for money. */
export const referralJob = defineJob({
  name: "referrals",
  schedule: "* * * * *",
  handler: async () => {
    await payReferralsOnce();
    await warnIfShort();
  },
});
