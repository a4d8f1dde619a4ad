/** By what deposits and withdrawals are filtered. */

export const recordKinds = ["deposit", "withdrawal"] as const;
export type RecordKind = (typeof recordKinds)[number];

export const recordStatuses = ["waiting", "completed", "failed", "cancelled", "reversed"] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** Which records to show; absent means all. */
export type RecordFilter = { kind?: RecordKind; status?: RecordStatus };
