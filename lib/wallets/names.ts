/** The names alone, for pages that need none of the arithmetic of addresses. */
export const CURRENCIES = ["BTC", "ETH", "USDT", "USDC", "BNB"] as const;
export type Currency = (typeof CURRENCIES)[number];
export const NETWORKS = ["ERC20", "TRC20", "BEP20", "BTC"] as const;
export type Network = (typeof NETWORKS)[number];
