import { leavePractice } from "@/lib/platform/client/account";
import { ACCOUNT_STORAGE_KEY, type PageAccount } from "@/lib/platform/client/account-rules";
import { leaveFor } from "@/lib/platform/client/leave";
import { writeStored } from "@/lib/platform/client/safe-storage";

/** Goes on with an account in this tab, from its home page. */
export function switchAccount(to: PageAccount): void {
  if (!leaveFor("/")) return;
  if (to === "practice") writeStored("sessionStorage", ACCOUNT_STORAGE_KEY, to);
  else leavePractice();
}
