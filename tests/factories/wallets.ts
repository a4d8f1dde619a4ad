import type { Wallet } from "@/lib/generated/prisma/client";
import type { Currency, Network } from "@/lib/wallets/rules";
import { asOwner } from "@/tests/support/owner";

/** Valid addresses of people, one for each network. */
export const ADDRESSES: Record<Network, string> = {
  ERC20: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  BEP20: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  TRC20: "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA",
  BTC: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};

/** Those of the house. */
const HOUSE_ADDRESSES: Record<Network, string> = {
  ERC20: "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  BEP20: "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  TRC20: "TYjbu5EEsHuiSw8DhiR3g9ToKjVGvDi7vF",
  BTC: "bc1qlxuzanmvxx4ts7jyxf233dt79tgh9m895dxuly",
};

type Overrides = Partial<Pick<Wallet, "address" | "label" | "minDepositMicro" | "isActive">>;

/**
 * A deposit address without a minimum. Each pair's seeded one is taken out of the way first, so that
 * several test files' worth of wallets don't collide.
 */
export async function createWalletRow(
  currency: Currency = "USDT",
  network: Network = "TRC20",
  overrides: Overrides = {},
): Promise<Wallet> {
  const data = { currency, network, address: HOUSE_ADDRESSES[network], minDepositMicro: 0n };
  const row = { ...data, ...overrides };
  await asOwner().wallet.updateMany({
    where: { currency, network, address: row.address, deletedAt: null },
    data: { deletedAt: new Date(), isActive: false },
  });
  return asOwner().wallet.create({ data: row });
}
