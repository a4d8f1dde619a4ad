"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { StaffArea } from "@/lib/sessions/staff-areas";

type Areas = { acts: readonly StaffArea[]; sees: readonly StaffArea[]; isFull: boolean };

const ALL: readonly StaffArea[] = ["read", "users", "support", "finance", "content", "settings"];
/** Outside the panel, as in tests of one part, nothing is hidden: the API decides in any case. */
const EVERYTHING: Areas = { acts: ALL, sees: ALL, isFull: true };
const StaffAreas = createContext<Areas>(EVERYTHING);

/** Tells the panel's parts what the logged-in member of staff may do. */
export function StaffAreasProvider({ children, ...areas }: Areas & { children: ReactNode }) {
  return <StaffAreas value={areas}>{children}</StaffAreas>;
}

/** Whether the logged-in member of staff may act in an area: what acts is hidden from the others. */
export function useCanWrite(area: StaffArea): boolean {
  return useContext(StaffAreas).acts.includes(area);
}

/** Whether the logged-in member of staff may look at an area: what leads there is no link for the others. */
export function useCanRead(area: StaffArea): boolean {
  return useContext(StaffAreas).sees.includes(area);
}

/** Whether the logged-in member of staff is a full administrator. */
export function useIsFullAdmin(): boolean {
  return useContext(StaffAreas).isFull;
}
