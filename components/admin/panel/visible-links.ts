import { may, type StaffRights } from "@/lib/sessions/permission-rules";
import type { PanelLink } from "./panel-links";

/** Whether a member of staff may open a page of the panel. */
export const mayOpen = ({ needed }: Pick<PanelLink, "needed">, rights: StaffRights): boolean =>
  needed === null || may(rights, needed);
