import type { StaffArea } from "@/lib/sessions/staff-areas";
import { PANEL_LINKS, type PanelLink } from "../panel/panel-links";
import { mayOpen, type PanelRights } from "../panel/visible-links";

/** A page of the panel, or what can be done on one, by the key of its text. */
export type Place = { kind: "page" | "action"; name: string; href: string };

type Action = { name: string; href: string; area: StaffArea; acts?: true };

const ACTIONS = [
  { name: "waitingDeposits", href: "/admin/deposits?status=pending", area: "finance" },
  { name: "waitingWithdrawals", href: "/admin/withdrawals?status=pending", area: "finance" },
  { name: "payouts", href: "/admin/withdrawals?status=processing", area: "finance" },
  { name: "reportByMonth", href: "/admin/reports?by=month", area: "finance" },
  { name: "houseMovements", href: "/admin/house?tab=movements", area: "finance" },
  { name: "inactiveUsers", href: "/admin/users?status=inactive", area: "users" },
  { name: "staffUsers", href: "/admin/users?staff=yes", area: "users" },
  { name: "newDocument", href: "/admin/documents/new", area: "content", acts: true },
] as const satisfies Action[];

/** The names of actions, for their texts. */
export type ActionName = (typeof ACTIONS)[number]["name"];

/** Pages and actions that a member of staff may open. */
export function placesFor(rights: PanelRights): Place[] {
  const pages = PANEL_LINKS.flatMap(({ links }): PanelLink[] => [...links])
    .filter((link) => mayOpen(link, rights))
    .map(({ name, href }): Place => ({ kind: "page", name, href }));
  const actions = ACTIONS.filter(({ area, ...rest }) =>
    ("acts" in rest ? rights.acts : rights.sees).includes(area),
  ).map(({ name, href }): Place => ({ kind: "action", name, href }));
  return [...pages, ...actions];
}
