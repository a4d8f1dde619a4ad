import { type Network, networkHash, readTransactionHash } from "./names";

/** The public block explorer of each network, where anybody can look a transfer or an address up. */
const EXPLORERS: Record<Network, { name: string; transaction: string; address: string }> = {
  ERC20: {
    name: "Etherscan",
    transaction: "https://etherscan.io/tx/",
    address: "https://etherscan.io/address/",
  },
  BEP20: {
    name: "BscScan",
    transaction: "https://bscscan.com/tx/",
    address: "https://bscscan.com/address/",
  },
  TRC20: {
    name: "Tronscan",
    transaction: "https://tronscan.org/#/transaction/",
    address: "https://tronscan.org/#/address/",
  },
  BTC: {
    name: "mempool.space",
    transaction: "https://mempool.space/tx/",
    address: "https://mempool.space/address/",
  },
};

/** A page of a network's explorer. */
export interface ExplorerPage {
  /** The explorer's own name. */
  name: string;
  href: string;
}

/** Where a transaction can be looked at; null for what is no hash. */
export function transactionPage(network: Network, hash: string): ExplorerPage | null {
  const reading = readTransactionHash(hash);
  if (!("hash" in reading)) return null;
  const { name, transaction } = EXPLORERS[network];
  return { name, href: transaction + networkHash(network, reading.hash) };
}

/** Where everything that came to an address can be looked at. */
export function addressPage(network: Network, address: string): ExplorerPage {
  const { name, address: start } = EXPLORERS[network];
  return { name, href: start + encodeURIComponent(address) };
}
