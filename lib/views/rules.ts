/** The lists of the panel whose filters can be kept by name, each with its filters as they stand in the address. */

export const USER_FILTERS = ["search", "status", "verified", "country", "staff", "sort"] as const;
export const PAYMENT_FILTERS = [
  "search",
  "status",
  "currency",
  "network",
  "from",
  "to",
  "minAmount",
  "maxAmount",
  "order",
] as const;
export const TRADE_FILTERS = ["user", "type", "status", "direction", "from", "to"] as const;

export const VIEW_FILTERS = {
  deposits: PAYMENT_FILTERS,
  withdrawals: PAYMENT_FILTERS,
  users: USER_FILTERS,
  trades: TRADE_FILTERS,
} as const;
export type ViewList = keyof typeof VIEW_FILTERS;

export const MAX_VIEW_NAME = 60;

/** More than anybody finds their way in. */
export const MAX_VIEWS = 50;

/** Whether a list has all these filters. */
export function hasFilters(list: ViewList, filters: Record<string, string>): boolean {
  const known: readonly string[] = VIEW_FILTERS[list];
  return Object.keys(filters).every((name) => known.includes(name));
}
