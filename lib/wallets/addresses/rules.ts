/** Addresses as people type and paste them. Runs in the browser too. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { createBase58check } from "@scure/base";
import { visibleText } from "@/lib/platform/money/typed-amount";
import { isValidAddress, NETWORKS, type Network } from "@/lib/wallets/rules";

/** Why a text is no address of a network. Each has its words in `errors.address`. */
export type AddressProblem =
  | "uriChain"
  | "uriContract"
  | "uriParameters"
  | "otherNetwork"
  | "beginning"
  | "characters"
  | "length"
  | "checksum";

export type AddressReading =
  | { address: string }
  | { problem: AddressProblem; values: Record<string, string> };

const SCHEME = /^(?:ethereum|bitcoin|tron):(?:\/\/)?/i;

/** What addresses of a network look like, as far as people can see it. */
const FORMS: Record<
  Network,
  { beginning: RegExp; begins: string; characters: RegExp; lengths: string; length: RegExp }
> = {
  ERC20: hexForm(),
  BEP20: hexForm(),
  TRC20: {
    beginning: /^T/,
    begins: "T",
    characters: /^[1-9A-HJ-NP-Za-km-z]*$/,
    lengths: "34",
    length: /^.{34}$/,
  },
  BTC: {
    beginning: /^(1|3|bc1)/i,
    begins: "1, 3, bc1",
    characters: /^(?:[1-9A-HJ-NP-Za-km-z]*|bc1[02-9ac-hj-np-z]*|BC1[02-9AC-HJ-NP-Z]*)$/,
    lengths: "26–62",
    length: /^.{26,62}$/,
  },
};

function hexForm() {
  const characters = /^0x[0-9a-f]*$/i;
  return { beginning: /^0x/, begins: "0x", characters, lengths: "42", length: /^.{42}$/ };
}

/** An address without what is pasted with it: invisible characters, spaces, and the scheme of a plain link. */
export function cleanAddress(typed: string): string {
  const seen = visibleText(typed).replaceAll(" ", "");
  const bare = seen.replace(SCHEME, "");
  // A link that says more than an address keeps its scheme, so that it is refused as one.
  const address = /[@/?]|^pay-/i.test(bare) ? seen : bare;
  return address.replace(/^0X/, "0x");
}

/**
 * Reads an address of a network.
 * @param typed as it was typed or pasted
 * @returns the address in the spelling that was typed, or what is wrong with it
 */
export function readAddress(network: Network, typed: string): AddressReading {
  const address = cleanAddress(typed);
  if (isValidAddress(network, address)) return { address };
  const refuse = (
    problem: AddressProblem,
    values: Record<string, string> = {},
  ): AddressReading => ({
    problem,
    values: { network, ...values },
  });
  if (SCHEME.test(address)) return refuse(linkProblem(address));
  const other = NETWORKS.find((each) => isValidAddress(each, address));
  if (other) return refuse("otherNetwork", { other });
  const { beginning, begins, characters, length, lengths } = FORMS[network];
  if (!beginning.test(address)) return refuse("beginning", { begins });
  if (!characters.test(address)) return refuse("characters");
  if (!length.test(address)) return refuse("length", { lengths, count: String(address.length) });
  return refuse("checksum");
}

/** What a payment link says beside the address (EIP-681, BIP 21). */
function linkProblem(link: string): AddressProblem {
  const rest = link.replace(SCHEME, "");
  if (/^pay-|\//i.test(rest)) return "uriContract";
  return rest.includes("@") ? "uriChain" : "uriParameters";
}

const base58check = createBase58check(sha256);

/** The contracts of the tokens that are offered, and of the coins' wrapped ones: what is sent there stays there. */
const CONTRACTS: ReadonlySet<string> = new Set([
  "dac17f958d2ee523a2206206994597c13d831ec7",
  "a614f803b6fd780986a42c78ec9c7f77e6ded13c",
  "55d398326f99059ff775485246999027b3197955",
  "a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  "8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
  "68749665ff8d2d112fa859aa293f07a622782f38",
  "c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
  "bb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c",
  "b8c77482e45f1f44de1745f52c74426c631bdd52",
]);

/** Addresses that were made to be read as words, or that have one of few known keys. */
const BURNED: ReadonlySet<string> = new Set([
  "dead000000000000000042069420694206942069",
  "1BitcoinEaterAddressDontSendf59kuE",
  "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
]);

/** The 20 bytes that an address of these networks stands for; of others the address itself. */
function codeOf(network: Network, address: string): string {
  if (network === "ERC20" || network === "BEP20") return address.slice(2).toLowerCase();
  if (/^bc1/i.test(address)) return address.toLowerCase();
  if (BURNED.has(address)) return address;
  return bytesToHex(base58check.decode(address).slice(1));
}

/**
 * Why nobody can spend what a valid address gets: it is a burn address, or a token's own contract. Null where
 * somebody may hold its key.
 */
export function unspendable(network: Network, address: string): "burned" | "contract" | null {
  const code = codeOf(network, address);
  if (CONTRACTS.has(code)) return "contract";
  // The first 65,536 are burn addresses and the chain's own programs.
  const isBurned = BURNED.has(code) || /^0{36}/.test(code) || /^(..)\1{19}$/.test(code);
  return isBurned || /^bc1[qp]q+[a-z0-9]{6}$/.test(code) ? "burned" : null;
}
