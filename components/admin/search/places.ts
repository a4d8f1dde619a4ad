import { may, type Permission, type StaffRights } from "@/lib/sessions/permission-rules";
import { PANEL_LINKS, type PanelLink } from "../panel/panel-links";
import { mayOpen } from "../panel/visible-links";

/** A page of the panel, or what can be done on one, by the key of its text. */
export type Place = { kind: "page" | "action"; name: string; href: string };

type Action = { name: string; href: string; needed: Permission };

const ACTIONS = [
  { name: "waitingDeposits", href: "/admin/deposits?status=pending", needed: "deposits.read" },
  {
    name: "waitingWithdrawals",
    href: "/admin/withdrawals?status=pending",
    needed: "withdrawals.read",
  },
  { name: "payouts", href: "/admin/withdrawals?status=processing", needed: "withdrawals.read" },
  { name: "reportByMonth", href: "/admin/reports?by=month", needed: "reports.read" },
  { name: "houseMovements", href: "/admin/house?tab=movements", needed: "house.read" },
  { name: "reserveHistory", href: "/admin/reserves?tab=history", needed: "reserves.read" },
  { name: "inactiveUsers", href: "/admin/users?status=inactive", needed: "users.read" },
  { name: "staffUsers", href: "/admin/users?staff=yes", needed: "users.read" },
  { name: "newDocument", href: "/admin/documents/new", needed: "documents.edit" },
] as const satisfies Action[];

/** The names of actions, for their texts. */
export type ActionName = (typeof ACTIONS)[number]["name"];

/** Pages and actions that a member of staff may open. */
export function placesFor(rights: StaffRights): Place[] {
  const pages = PANEL_LINKS.flatMap(({ links }): PanelLink[] => [...links])
    .filter((link) => mayOpen(link, rights))
    .map(({ name, href }): Place => ({ kind: "page", name, href }));
  const actions = ACTIONS.filter(({ needed }) => may(rights, needed)).map(
    ({ name, href }): Place => ({ kind: "action", name, href }),
  );
  return [...pages, ...actions];
}
