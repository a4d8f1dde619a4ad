import DepositAddressPage from "@/app/(user)/deposit/address/[currency]/page";
import { createWalletRow } from "@/tests/factories/wallets";
import { asOwner } from "@/tests/support/owner";

jest.mock("@/lib/sessions/page-gate", () => ({ requireUser: async () => undefined }));
jest.mock("next-intl/server", () => ({ getTranslations: async () => (key: string) => key }));

/** Where the page sends on to; null where it shows an address. */
async function wayOn(currency: string, network?: string): Promise<string | null> {
  const params = Promise.resolve({ currency });
  const searchParams = Promise.resolve(network === undefined ? {} : { network });
  try {
    await DepositAddressPage({ params, searchParams });
    return null;
  } catch (error) {
    const [kind, , path] = String((error as { digest?: unknown }).digest).split(";");
    if (kind !== "NEXT_REDIRECT" || path === undefined) throw error;
    return path;
  }
}

it("says which network was switched off, also where the currency has no other", async () => {
  await createWalletRow("BTC", "BTC");
  await createWalletRow("USDT", "TRC20");
  expect([await wayOn("BTC"), await wayOn("BTC", "BTC")]).toEqual([null, null]);
  expect(await wayOn("USDT", "TRC20")).toBeNull();

  await asOwner().wallet.updateMany({ data: { isActive: false } });
  expect(await wayOn("BTC")).toBe("/deposit/networks/BTC?closed=BTC");
  expect(await wayOn("BTC", "BTC")).toBe("/deposit/networks/BTC?closed=BTC");
  expect(await wayOn("USDT", "TRC20")).toBe("/deposit/networks/USDT?closed=TRC20");
  expect(await wayOn("USDT")).toBe("/deposit/networks/USDT");
  expect(await wayOn("USDT", "//example.com")).toBe("/deposit/networks/USDT");
});
