/** Filters of the staff lists, as they stand in the address and in the API's query. */
export const CHAT_FILTERS = ["search", "status", "needsReply", "assigned", "label"] as const;
/** What was sent to many has no filters, only pages. */
export const BROADCAST_FILTERS = [] as const;
/** Plans have no filters, only pages. */
export const PLAN_FILTERS = [] as const;
export const SAVING_FILTERS = ["user", "savingId", "status"] as const;
export const HOUSE_FILTERS = ["account"] as const;
export const APPROVAL_FILTERS = ["status"] as const;
export const REPORT_FILTERS = ["by", "until"] as const;
export const AUDIT_FILTERS = ["actor", "user", "action", "from", "to"] as const;
/** Former reserves have no filters, only pages. */
export const RESERVE_FILTERS = [] as const;
