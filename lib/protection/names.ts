/** What people can limit, in the order in which it is shown. Screens use it without the checks of requests. */

export const limitNames = [
  "maxStake",
  "maxLossDay",
  "maxLossWeek",
  "maxDepositDay",
  "maxTradesDay",
  "reminderMinutes",
] as const;
export type LimitName = (typeof limitNames)[number];
