/**
 * Which coins travel on which networks, and what a valid address looks like there. Runs in the browser
 * too, where it blocks a mistyped address before anything is sent.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { type E8, formatDecimal } from "@/lib/platform/money";
import { CURRENCIES, type Currency, NETWORKS, type Network, readTransactionHash } from "./names";

export { CURRENCIES, type Currency, NETWORKS, type Network };

const PAIRS: Record<Currency, readonly Network[]> = {
  BTC: ["BTC"],
  ETH: ["ERC20"],
  USDT: ["ERC20", "TRC20", "BEP20"],
  USDC: ["ERC20", "BEP20"],
  BNB: ["BEP20"],
  XAUT: ["ERC20"],
};

/** Networks that a currency can be sent on. */
export function networksOf(currency: Currency): readonly Network[] {
  return PAIRS[currency];
}

/** Whether a currency can be sent on a network. */
export function isPair(currency: Currency, network: Network): boolean {
  return PAIRS[currency].includes(network);
}

/** Fraction digits of a currency on its chain, as far as the site records them. */
export function coinDecimals(currency: Currency): 6 | 8 {
  return currency === "USDT" || currency === "USDC" || currency === "XAUT" ? 6 : 8;
}

/** An amount of 10^-8 of a coin as a decimal string with the coin's own decimals. */
export function formatCoin(amountE8: E8, currency: Currency): string {
  const decimals = coinDecimals(currency);
  return formatDecimal(amountE8 / 10n ** BigInt(8 - decimals), decimals);
}

/** Whether text names one of the deposit currencies. */
export function isCurrency(text: string): text is Currency {
  return (CURRENCIES as readonly string[]).includes(text);
}

const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;
const BTC_BASE58_VERSIONS = [0x00, 0x05];
const HASH160_BYTES = 20;
/** A witness script of version 0 is a hash of 20 or 32 bytes (BIP 141), of version 1 a key of 32 (BIP 341). */
const WITNESS_BYTES: Record<number, number[]> = { 0: [20, 32], 1: [32] };
const BECH32_MAX = 90;

/** The EIP-55 spelling of an Ethereum address: its letters' case carries a checksum. */
export function checksumAddress(address: string): string {
  const hex = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  const letters = Array.from(hex, (digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join("")}`;
}

/** Small letters throughout mean "no checksum given" (EIP-55); with capitals it must match. */
function isEthereumAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const hex = address.slice(2);
  if (hex === hex.toLowerCase()) return true;
  return checksumAddress(address) === address;
}

function isBase58Address(address: string, versions: number[]): boolean {
  try {
    const payload = base58check.decode(address);
    return payload.length === HASH160_BYTES + 1 && versions.includes(payload[0] ?? -1);
  } catch {
    return false;
  }
}

/** BIP 173 for version 0, BIP 350 for the later ones; main net only. */
function isWitnessAddress(address: string): boolean {
  return [bech32, bech32m].some((encoding) => {
    try {
      const { prefix, words } = encoding.decode(address as `${string}1${string}`, BECH32_MAX);
      const [version = -1, ...program] = words;
      if (prefix !== "bc" || (version === 0) !== (encoding === bech32)) return false;
      return WITNESS_BYTES[version]?.includes(encoding.fromWords(program).length) ?? false;
    } catch {
      return false;
    }
  });
}

/** Whether an address is valid on a network: alphabet, length and checksum. */
export function isValidAddress(network: Network, address: string): boolean {
  switch (network) {
    case "ERC20":
    case "BEP20":
      return isEthereumAddress(address);
    case "TRC20":
      return isBase58Address(address, [TRON_PREFIX]);
    case "BTC":
      return isBase58Address(address, BTC_BASE58_VERSIONS) || isWitnessAddress(address);
  }
}

/**
 * One spelling for each valid address, so that the same one is found again: letters' case means
 * nothing in Ethereum and in witness addresses.
 */
export function canonicalAddress(network: Network, address: string): string {
  if (network === "ERC20" || network === "BEP20") return checksumAddress(address);
  return /^bc1/i.test(address) ? address.toLowerCase() : address;
}

/** What makes two transaction hashes the same one, as transaction_key() of the database. */
export function transactionKeyOf(hash: string): string {
  const reading = readTransactionHash(hash);
  return "hash" in reading ? reading.hash : hash.toLowerCase().replace(/^0x/, "");
}

type Shown = { id: string; currency: string; network: string; isActive: boolean };

/**
 * The wallet whose address users are shown for a coin and network: the oldest that is switched on.
 * The others of the pair are in reserve.
 */
export function shownWallet<W extends Shown>(
  wallets: readonly W[],
  { currency, network }: Pick<Shown, "currency" | "network">,
): W | undefined {
  // Ids are made in the order of time.
  return wallets
    .filter((each) => each.isActive && each.currency === currency && each.network === network)
    .reduce<W | undefined>(
      (oldest, each) => (oldest && oldest.id < each.id ? oldest : each),
      undefined,
    );
}

type Reviewed = Shown & { address: string };

/**
 * The address that somebody has to look at before a change of wallets, and the one that it takes
 * the place of: a wallet's own, or the one that users are shown. Null when no address changes.
 * @param next the wallet as it will be; its id sorts after all others when it is new
 */
export function addressToReview(
  wallets: readonly Reviewed[],
  next: Reviewed,
): { before: string | null; after: string } | null {
  const own = wallets.find(({ id }) => id === next.id);
  if (own && (own.address !== next.address || own.network !== next.network)) {
    return { before: own.address, after: next.address };
  }
  const others = wallets.filter(({ id }) => id !== next.id);
  const before = shownWallet(wallets, next)?.address ?? null;
  const after = shownWallet([...others, next], next)?.address ?? null;
  return after === null || after === before ? null : { before, after };
}

/** Characters beside each other: `start` is the place of the first. */
type AddressRun = { start: number; text: string; differs: boolean };

/** An address in runs of characters that are the same in another one, place by place, or not. */
export function differences(address: string, other: string): AddressRun[] {
  const runs: AddressRun[] = [];
  for (const [index, character] of Array.from(address).entries()) {
    const differs = other.charAt(index) !== character;
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += character;
    else runs.push({ start: index, text: character, differs });
  }
  return runs;
}
