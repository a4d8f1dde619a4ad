import { defineJob } from "@/lib/platform/jobs";
import { payReferrals, tellReferrers } from "./mutations";

/** Pays what is due and tells those who have not been told today. */
export const referralJob = defineJob({
  name: "referrals",
  schedule: "* * * * *",
  handler: async () => {
    await payReferrals();
    await tellReferrers();
  },
});
