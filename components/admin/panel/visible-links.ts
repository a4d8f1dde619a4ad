import type { StaffArea } from "@/lib/sessions/staff-areas";
import type { PanelLink } from "./panel-links";

/** What a member of staff may do: areas to act in, and areas to look at. */
export type PanelRights = { acts: readonly StaffArea[]; sees: readonly StaffArea[] };

/** Whether a member of staff may open a page of the panel. */
export const mayOpen = (
  { area, isPrivate }: Pick<PanelLink, "area" | "isPrivate">,
  { acts, sees }: PanelRights,
): boolean => area === null || (isPrivate ? acts : sees).includes(area);
