import { defineJob } from "@/lib/platform/jobs";
import { expireApprovals } from "./decisions";

/** Ends the balance changes that nobody approved in time. */
export const expireApprovalsJob = defineJob({
  name: "expire-approvals",
  schedule: "5 * * * *",
  handler: async () => {
    await expireApprovals();
  },
});
