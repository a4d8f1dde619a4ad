/** Query keys of recurring buys; `recurring` events refresh all of them. */
export const recurringKeys = { all: ["recurring"] as const };
