import type { Prisma } from "@/lib/generated/prisma/client";
import { DEMO_LABEL } from "@/lib/wallets/mutations";

/** Addresses nobody holds the key of. What is sent there is lost, which the label says. */
const BURN = {
  ERC20: "0x000000000000000000000000000000000000dEaD",
  BEP20: "0x000000000000000000000000000000000000dEaD",
  TRC20: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  BTC: "1BitcoinEaterAddressDontSendf59kuE",
};

function demoWallet(
  currency: string,
  network: keyof typeof BURN,
  minDepositMicro: bigint,
): Omit<Prisma.WalletCreateManyInput, "id"> {
  return {
    currency,
    network,
    address: BURN[network],
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
];
