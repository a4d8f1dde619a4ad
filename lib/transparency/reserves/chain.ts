/** Signatures and balances of Ethereum addresses, by viem. It is loaded when it is needed: it is large. */
import { env } from "@/lib/platform/env";
import type { Currency, Network } from "@/lib/wallets/names";
import { ERC20_TOKENS, isOnEthereum } from "./rules";

type Hex = `0x${string}`;

/** Whether the key of an address signed a message as EIP-191 says. */
export async function isSignedBy(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const { recoverMessageAddress } = await import("viem/utils");
  try {
    const signer = await recoverMessageAddress({ message, signature: signature as Hex });
    return signer.toLowerCase() === address.toLowerCase();
  } catch {
    // What is of the right length can still be no signature at all.
    return false;
  }
}

const PATIENCE_MS = 10_000;
const MAINNET = 1;
/** Wei for one unit of 10^-8 of ETH. */
const WEI_OF_E8 = 10n ** 10n;
/** Units of 10^-8 for one of a token with 6 decimals. */
const E8_OF_MICRO = 100n;
const BALANCE_OF = [
  {
    type: "function",
    name: "balanceOf",
    stateMutability: "view",
    inputs: [{ name: "owner", type: "address" }],
    outputs: [{ type: "uint256" }],
  },
] as const;

/** Whether the site can read what an address holds of a coin. */
export const canRead = (currency: Currency, network: Network | null): boolean =>
  env.RESERVES_RPC_URL !== undefined && isOnEthereum(currency, network);

/** What an address holds as a node of Ethereum says: in 10^-8 of the coin, rounded down, with the block that it is of. */
export async function readBalance(
  currency: Currency,
  address: string,
): Promise<{ balanceE8: bigint; blockNumber: bigint; source: string }> {
  const { createPublicClient, http } = await import("viem");
  const url = env.RESERVES_RPC_URL as string;
  const client = createPublicClient({
    transport: http(url, { timeout: PATIENCE_MS, retryCount: 1 }),
  });
  const [chain, blockNumber] = await Promise.all([client.getChainId(), client.getBlockNumber()]);
  if (chain !== MAINNET) throw new Error(`RESERVES_RPC_URL is of chain ${chain}, not of Ethereum`);
  const token = ERC20_TOKENS[currency];
  const owner = address as Hex;
  const balanceE8 = token
    ? (await client.readContract({
        address: token,
        abi: BALANCE_OF,
        functionName: "balanceOf",
        args: [owner],
        blockNumber,
      })) * E8_OF_MICRO
    : (await client.getBalance({ address: owner, blockNumber })) / WEI_OF_E8;
  // The name alone: addresses of nodes often carry a key.
  return { balanceE8, blockNumber, source: new URL(url).hostname };
}
