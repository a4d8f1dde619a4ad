/** The names alone, for pages that need none of the arithmetic of addresses. */
export const CURRENCIES = ["BTC", "ETH", "USDT", "USDC", "BNB"] as const;
export type Currency = (typeof CURRENCIES)[number];
export const NETWORKS = ["ERC20", "TRC20", "BEP20", "BTC"] as const;
export type Network = (typeof NETWORKS)[number];

/** Addresses nobody holds the key of: a demo's deposit addresses. What is sent there is lost. */
export const BURN_ADDRESSES: Record<Network, string> = {
  ERC20: "0x000000000000000000000000000000000000dEaD",
  BEP20: "0x000000000000000000000000000000000000dEaD",
  TRC20: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  BTC: "1BitcoinEaterAddressDontSendf59kuE",
};

/** Whether nobody holds the key of an address. */
export function isBurnAddress(address: string): boolean {
  return Object.values(BURN_ADDRESSES).includes(address);
}
