import type { AdminUserDetailDto } from "@/lib/accounts/staff-schema";
import type { StaffArea } from "@/lib/platform/staff-areas";

/** What every tab of a user's page gets. */
export type UserTabProps = {
  user: AdminUserDetailDto;
  /** The signed-in member of staff. */
  staffId: string;
  /** In which areas they may act. */
  areas: readonly StaffArea[];
  /** Which areas they may look at. */
  sees: readonly StaffArea[];
};
