/** Query keys of recurring buys; `recurring` events refresh all of them. Every page has these: the rest is apart. */
export const recurringKeys = {
  all: ["recurring"] as const,
  list: () => ["recurring", "list"] as const,
};
