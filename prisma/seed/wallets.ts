import type { Prisma } from "@/lib/generated/prisma/client";
import { BURN_ADDRESSES, type Currency, DEMO_LABEL, type Network } from "@/lib/wallets/names";

function demoWallet(
  currency: Currency,
  network: Network,
  minDepositMicro: bigint,
): Omit<Prisma.WalletCreateManyInput, "id"> {
  return {
    currency,
    network,
    address: BURN_ADDRESSES[network],
    label: DEMO_LABEL,
    minDepositMicro,
    isDemo: true,
  };
}

/** Deposit addresses of a new demo site, one for each coin and network; minimums in 10^-6 of the coin. */
export const defaultWallets = [
  demoWallet("BTC", "BTC", 200n),
  demoWallet("ETH", "ERC20", 5_000n),
  demoWallet("USDT", "ERC20", 10_000_000n),
  demoWallet("USDT", "TRC20", 10_000_000n),
  demoWallet("USDT", "BEP20", 10_000_000n),
  demoWallet("USDC", "ERC20", 10_000_000n),
  demoWallet("USDC", "BEP20", 10_000_000n),
  demoWallet("BNB", "BEP20", 20_000n),
  demoWallet("XAUT", "ERC20", 2_500n),
];
