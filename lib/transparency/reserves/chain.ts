/** Signatures and balances of Ethereum addresses, by micro-eth-signer. It is loaded when it is needed. */
import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Currency, Network } from "@/lib/wallets/names";
import { ERC20_TOKENS, isOnEthereum } from "./rules";

/** Some wallets end a signature with 0 or 1 where EIP-191 has 27 or 28. */
const LAST_BYTES: Record<string, string> = { "00": "1b", "01": "1c" };
const withStandardEnd = (signature: string): string =>
  signature.replace(/[0-9a-f]{2}$/i, (last) => LAST_BYTES[last] ?? last.toLowerCase());

/** Whether the key of an address signed a message as EIP-191 says. */
export async function isSignedBy(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const { eip191Signer } = await import("micro-eth-signer");
  try {
    const signer = eip191Signer.recoverAddress(withStandardEnd(signature), message);
    return signer.toLowerCase() === address.toLowerCase();
  } catch {
    // What is of the right length can still be no signature at all.
    return false;
  }
}

const PATIENCE_MS = 10_000;
const MAINNET = 1n;
/** Wei for one unit of 10^-8 of ETH. */
const WEI_OF_E8 = 10n ** 10n;
/** Units of 10^-8 for one of a token with 6 decimals. */
const E8_OF_MICRO = 100n;

/** What a node answers to a question of JSON-RPC: bytes or a number in hexadecimal digits. */
const nodeAnswer = z.object({ result: z.string().regex(/^0x[0-9a-f]+$/i) });

/** Asks a node one thing. @throws Error when it does not answer in time, or with something else than its result */
async function ask(url: string, method: string, params: unknown[] = []): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`The node answered ${method} with ${response.status}`);
  return nodeAnswer.parse(await response.json()).result;
}

/** What an address holds of a token at a block, in the token's own units. */
async function tokenBalance(
  url: string,
  token: string,
  address: string,
  block: string,
): Promise<bigint> {
  const { createContract, ERC20 } = await import("micro-eth-signer/abi.js");
  const { balanceOf } = createContract(ERC20);
  const data = `0x${Buffer.from(balanceOf.encodeInput(address)).toString("hex")}`;
  const answer = await ask(url, "eth_call", [{ to: token, data }, block]);
  return balanceOf.decodeOutput(Buffer.from(answer.slice(2), "hex"));
}

/** Whether the site can read what an address holds of a coin. */
export const canRead = (currency: Currency, network: Network | null): boolean =>
  env.RESERVES_RPC_URL !== undefined && isOnEthereum(currency, network);

/** What an address holds as a node of Ethereum says: in 10^-8 of the coin, rounded down, with the block that it is of. */
export async function readBalance(
  currency: Currency,
  address: string,
): Promise<{ balanceE8: bigint; blockNumber: bigint; source: string }> {
  const url = env.RESERVES_RPC_URL as string;
  const [chain, block] = await Promise.all([ask(url, "eth_chainId"), ask(url, "eth_blockNumber")]);
  if (BigInt(chain) !== MAINNET)
    throw new Error(`RESERVES_RPC_URL is of chain ${BigInt(chain)}, not of Ethereum`);
  const token = ERC20_TOKENS[currency];
  const balanceE8 = token
    ? (await tokenBalance(url, token, address, block)) * E8_OF_MICRO
    : BigInt(await ask(url, "eth_getBalance", [address, block])) / WEI_OF_E8;
  // The name alone: addresses of nodes often carry a key.
  return { balanceE8, blockNumber: BigInt(block), source: new URL(url).hostname };
}
