import type { RequestKey } from "@/lib/platform/client/request-key";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import type { BalanceDecision } from "../users/use-balance-decision";

/** What every tab of a user's page gets. */
export type UserTabProps = {
  user: AdminUserDetailDto;
  /** The logged-in member of staff. */
  staffId: string;
};

/** What lasts as long as the page: a tab's own state goes when another one is opened. */
export type KeptTabProps = UserTabProps & {
  balance: BalanceDecision;
  /** The key of the strategy that is proposed. */
  setupKey: RequestKey;
};
