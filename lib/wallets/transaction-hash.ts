import { visibleText } from "@/lib/platform/money/typed-amount";
import type { Network } from "./names";

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
