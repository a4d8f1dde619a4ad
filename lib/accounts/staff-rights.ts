import type { StaffArea } from "@/lib/platform/http";

/** A member of staff as far as rights go. */
type Rights = { isAdmin: boolean; permissions: readonly string[] };

/** Whether someone may use an area of the staff panel; "*" stands for all of them. */
export function mayUseArea({ isAdmin, permissions }: Rights, area: StaffArea): boolean {
  return isAdmin && (permissions.includes("*") || permissions.includes(area));
}
