/** What staff areas exist; full admins have "*". */
export const STAFF_AREAS = ["read", "users", "support", "finance", "content", "settings"] as const;
export type StaffArea = (typeof STAFF_AREAS)[number];

/** What a member of staff may be given: everything, or areas. */
export const STAFF_PERMISSIONS = ["*", ...STAFF_AREAS] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];
