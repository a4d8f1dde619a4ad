import { permits } from "@/lib/sessions/access";
import type { StaffArea } from "@/lib/sessions/staff-areas";

/** A member of staff as far as rights go. */
type Rights = { isAdmin: boolean; permissions: readonly string[] };

/** Whether someone may act in an area of the staff panel; "*" stands for all of them. */
export function canWriteArea({ isAdmin, permissions }: Rights, area: StaffArea): boolean {
  return isAdmin && permits(permissions, area, "write");
}

/** Whether someone may look at an area: those who act there, and those who may read everything. */
export function canReadArea({ isAdmin, permissions }: Rights, area: StaffArea): boolean {
  return isAdmin && permits(permissions, area, "read");
}
