/** What staff can be allowed to do: the one table that routes, pages, roles and the database follow. */

/**
 * Areas of the staff panel. Each stands for all of its permissions where rights are given, except
 * "read": it stands for whatever only shows, in every area.
 */
export const STAFF_AREAS = ["read", "users", "support", "finance", "content", "settings"] as const;
export type StaffArea = (typeof STAFF_AREAS)[number];

/**
 * Each permission is an action on an object, and belongs to an area. What ends in `.read` only
 * shows. The database knows the areas of the objects too (staff_may).
 */
export const PERMISSIONS = {
  "overview.read": "read",
  "audit.read": "read",
  "users.read": "users",
  "users.note": "users",
  "users.edit": "users",
  "users.access": "users",
  "users.delete": "users",
  "staff.read": "users",
  "chat.read": "support",
  "chat.answer": "support",
  "chat.edit": "support",
  "chat.clear": "support",
  "deposits.read": "finance",
  "deposits.confirm": "finance",
  "deposits.reverse": "finance",
  "withdrawals.read": "finance",
  "withdrawals.approve": "finance",
  "withdrawals.complete": "finance",
  "proofs.read": "finance",
  "approvals.read": "finance",
  "approvals.decide": "finance",
  "trades.read": "finance",
  "runs.stop": "finance",
  "balances.adjust": "finance",
  "wallets.read": "finance",
  "wallets.edit": "finance",
  "savings.read": "finance",
  "savings.edit": "finance",
  "house.read": "finance",
  "house.transfer": "finance",
  "reports.read": "finance",
  "reserves.read": "finance",
  "reserves.publish": "finance",
  "notifications.read": "content",
  "notifications.send": "content",
  "contacts.read": "content",
  "contacts.edit": "content",
  "documents.read": "content",
  "documents.edit": "content",
  "settings.read": "settings",
  "settings.edit": "settings",
  "market.resume": "settings",
} as const satisfies Record<string, StaffArea>;
export type Permission = keyof typeof PERMISSIONS;
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

/** What something takes: a permission, or any one of several; undefined is for full administrators. */
export type Needed = Permission | readonly Permission[] | undefined;

/** A person as far as rights of staff go; "*" in `permissions` stands for everything. */
export type StaffRights = { isAdmin: boolean; permissions: readonly string[] };

const opens = (permissions: readonly string[], wanted: Permission): boolean =>
  permissions.includes(wanted) ||
  permissions.includes(PERMISSIONS[wanted]) ||
  (wanted.endsWith(".read") && permissions.includes("read"));

/** Whether somebody is staff with all rights. */
export function isFullStaff({ isAdmin, permissions }: StaffRights): boolean {
  return isAdmin && permissions.includes("*");
}

/** Whether somebody may do as a member of staff what needs that. */
export function may(person: StaffRights, needed: Needed): boolean {
  if (isFullStaff(person)) return true;
  if (!person.isAdmin || needed === undefined) return false;
  const wanted = typeof needed === "string" ? [needed] : needed;
  return wanted.some((one) => opens(person.permissions, one));
}

/** Every single permission that somebody has, in the order of the table. */
export function permissionsOf(person: StaffRights): Permission[] {
  return ALL_PERMISSIONS.filter((one) => may(person, one));
}

/** What a member of staff may be given: everything, or areas. */
export const STAFF_PERMISSIONS = ["*", ...STAFF_AREAS] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

/** Who hears how many payments and requests wait. */
export const QUEUE_READERS = ["deposits.read", "withdrawals.read", "approvals.read"] as const;

/** Permissions whose decisions have a value in USDT, which a role can limit. */
export const MONEY_PERMISSIONS = [
  "deposits.confirm",
  "deposits.reverse",
  "withdrawals.approve",
  "withdrawals.complete",
  "balances.adjust",
  "house.transfer",
] as const satisfies Permission[];
export type MoneyPermission = (typeof MONEY_PERMISSIONS)[number];

/** Whoever may do what can take a second person asks whether it does. */
export const APPROVAL_ASKERS = [
  "approvals.read",
  "savings.edit",
  "wallets.edit",
  ...MONEY_PERMISSIONS,
] as const satisfies Permission[];

/** The keys of the roles that every site has. What each may do stands in the database. */
export const BUILT_IN_ROLES = ["support", "payments", "finance", "administrator"] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** The role of full administrators, which those who have all rights without a role are shown with. */
export const ADMINISTRATOR_ROLE = "01900000-0000-7000-8000-000000000004";
