import "./with-real-money";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import { createWallet, updateWallet } from "@/lib/wallets/mutations";
import { BURN_ADDRESSES } from "@/lib/wallets/names";
import { createTestAdmin } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";

const refusal = {
  code: "VALIDATION",
  errors: { address: ["Nobody holds the key of this address"] },
};

it("with real money no wallet can be one that nobody holds the key of", async () => {
  const { id } = await createTestAdmin();
  const actor = { ...SYSTEM_ACTOR, id, hasJustSignedIn: true };
  const place = { currency: "ETH", network: "ERC20", address: ADDRESSES.ERC20 } as const;
  const demo = { ...place, address: BURN_ADDRESSES.ERC20.toLowerCase() };
  const fields = { label: "", minDeposit: "0", isActive: true };
  await expect(createWallet(actor, { ...demo, ...fields })).rejects.toMatchObject(refusal);
  const made = await createWallet(actor, { ...place, ...fields });
  await expect(updateWallet(actor, made.id, { address: demo.address })).rejects.toMatchObject(
    refusal,
  );

  // One that is left of a demo can't be shown again.
  const left = await createWalletRow("BTC", "BTC", {
    address: BURN_ADDRESSES.BTC,
    isActive: false,
  });
  await expect(updateWallet(actor, left.id, { isActive: true })).rejects.toMatchObject(refusal);
  expect(await prisma.wallet.count({ where: { isActive: true } })).toBe(1);
});
