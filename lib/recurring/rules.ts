/** How often a recurring buy comes. */
export const recurringEvery = ["day", "week", "month"] as const;
export const recurringTargets = ["available", "stored"] as const;

/** Why a time that was due was skipped. */
export const skipReasons = [
  "NO_MONEY",
  "OWN_LIMIT",
  "DAILY_TRADE_LIMIT",
  "PRODUCT_DISABLED",
  "ACCOUNT_INACTIVE",
  "TRADE_AMOUNT_OUT_OF_RANGE",
] as const;
