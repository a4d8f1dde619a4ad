import { visibleText } from "@/lib/platform/money/typed-amount";

/** The names alone, for pages that need none of the arithmetic of addresses. */
export const CURRENCIES = ["BTC", "ETH", "USDT", "USDC", "BNB", "XAUT"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** In what a coin is credited and withdrawn: XAUT as itself, all others as USDT. As ledger_currency() of the database. */
export const bookedIn = (coin: string): "USDT" | "XAUT" => (coin === "XAUT" ? "XAUT" : "USDT");
export const NETWORKS = ["ERC20", "TRC20", "BEP20", "BTC"] as const;
export type Network = (typeof NETWORKS)[number];

/** What users may do with a chain, by the name that wallets show. */
export const NETWORK_NAMES: Record<Network, string> = {
  ERC20: "Ethereum (ERC20)",
  TRC20: "TRON (TRC20)",
  BEP20: "BNB Smart Chain (BEP20)",
  BTC: "Bitcoin",
};

/** Addresses nobody holds the key of: a demo's deposit addresses. What is sent there is lost. */
export const BURN_ADDRESSES: Record<Network, string> = {
  ERC20: "0x000000000000000000000000000000000000dEaD",
  BEP20: "0x000000000000000000000000000000000000dEaD",
  TRC20: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  BTC: "1BitcoinEaterAddressDontSendf59kuE",
};

/** What stands beside such an address wherever it is shown. */
export const DEMO_LABEL = "Demo: never send funds here";

/** Whether nobody holds the key of an address. The letters' case means nothing after "0x". */
export function isBurnAddress(address: string): boolean {
  const spelled = (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text);
  return Object.values(BURN_ADDRESSES).some((burn) => spelled(burn) === spelled(address));
}

/** An address in a sentence. */
export function namedAddress(address: string): string {
  return isBurnAddress(address) ? `${address} (${DEMO_LABEL})` : address;
}

/** A label without the words, which stand beside an address for its own sake. */
export function ownLabel(label: string): string {
  return label === DEMO_LABEL ? "" : label;
}

/** Whether one transaction hash can be read in a text. */
export function hasHashForm(text: string): boolean {
  return "hash" in readTransactionHash(text);
}

const RUN = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/**
 * The transaction hash in what somebody typed or pasted: its one run of 64 hexadecimal digits, in lower case without
 * 0x, whatever stands around it, such as the link of a block explorer.
 */
export function readTransactionHash(typed: string): { hash: string } | { problem: "none" | "two" } {
  const found = new Set(visibleText(typed).toLowerCase().match(RUN));
  const [hash] = found;
  if (hash === undefined) return { problem: "none" };
  return found.size === 1 ? { hash } : { problem: "two" };
}

/** A hash in the form that its network's explorers have. */
export function networkHash(network: Network, hash: string): string {
  return network === "ERC20" || network === "BEP20" ? `0x${hash}` : hash;
}
