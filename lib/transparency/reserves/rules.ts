/** What a reserve can be proved by, and how far reserves cover what is owed. Runs in browsers too. */
import type { Currency, Network } from "@/lib/wallets/names";

/** Where reserves are: at an address of the site's own, or with somebody who holds them for it. */
export const RESERVE_KINDS = ["address", "custodian"] as const;
export type ReserveKind = (typeof RESERVE_KINDS)[number];

/**
 * What stands behind a reserve: a signature by the key of its address; nothing, on a network whose signatures the site
 * can't check; or somebody's word.
 */
export const PROOFS = ["signed", "not_proved", "stated"] as const;
export type ReserveProof = (typeof PROOFS)[number];

/** Networks whose keys sign messages by EIP-191. */
export const signsMessages = (network: Network): boolean =>
  network === "ERC20" || network === "BEP20";

/** What an address's key has to sign on a day (UTC). */
export const reserveMessage = (origin: string, date: string): string =>
  `${origin} reserves ${date}`;

/** What stands behind a listed reserve. */
export function proofOf(row: { kind: ReserveKind; signature: string | null }): ReserveProof {
  if (row.kind === "custodian") return "stated";
  return row.signature === null ? "not_proved" : "signed";
}

const RATIO_DECIMALS = 10_000n;

/**
 * How many times reserves are what is owed, in parts per ten thousand: rounded down, so that it never says more than
 * there is. Null where nothing is owed.
 */
export function coverage(reservesMicro: bigint, owedMicro: bigint): bigint | null {
  return owedMicro > 0n ? (reservesMicro * RATIO_DECIMALS) / owedMicro : null;
}

/** Tokens by their contracts on Ethereum, with 6 decimals each. */
export const ERC20_TOKENS: Partial<Record<Currency, `0x${string}`>> = {
  USDT: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  USDC: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  XAUT: "0x68749665FF8D2d112Fa859AA293F07A622782F38",
};

/** Whether a node of Ethereum can say what an address holds of a coin. */
export const isOnEthereum = (currency: Currency, network: Network | null): boolean =>
  network === "ERC20" && (currency === "ETH" || ERC20_TOKENS[currency] !== undefined);
