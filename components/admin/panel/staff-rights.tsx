"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { isFullStaff, may, type Needed, type StaffRights } from "@/lib/sessions/permission-rules";

/** Outside the panel, as in tests of one part, nothing is hidden: the API decides in any case. */
const EVERYTHING: StaffRights = { isAdmin: true, permissions: ["*"] };
const Rights = createContext(EVERYTHING);

/** Tells the panel's parts what the logged-in member of staff may do. */
export function StaffRightsProvider({
  permissions,
  children,
}: {
  permissions: readonly string[];
  children: ReactNode;
}) {
  const rights = useMemo(() => ({ isAdmin: true, permissions }), [permissions]);
  return <Rights value={rights}>{children}</Rights>;
}

/** The rights of the logged-in member of staff. */
export const useStaffRights = (): StaffRights => useContext(Rights);

/** Whether they may do what needs that: what they may not is no button and no link for them. */
export const useMay = (needed: Needed): boolean => may(useStaffRights(), needed);

/** Whether they are a full administrator. */
export const useIsFullAdmin = (): boolean => isFullStaff(useStaffRights());
