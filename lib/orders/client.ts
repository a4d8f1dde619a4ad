/** Query keys of orders; `order` and `trade` events refresh all of them. */
export const orderKeys = { all: ["orders"] as const };
