/** Members of an entry's `after` that name people of the staff. */
const STAFF_NAMES = new Set(["requestedBy", "approvedBy"]);

/** An entry's state without the names of staff: a user sees the deed, not the person behind it. */
export function withoutStaffNames(state: unknown): unknown {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return state;
  return Object.fromEntries(Object.entries(state).filter(([name]) => !STAFF_NAMES.has(name)));
}
