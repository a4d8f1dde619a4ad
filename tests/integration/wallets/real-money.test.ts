import "./with-real-money";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import { getSettings } from "@/lib/settings/data";
import { updateSettings } from "@/lib/site/mutations";
import { createWallet, updateWallet } from "@/lib/wallets/mutations";
import { BURN_ADDRESSES } from "@/lib/wallets/names";
import { seedStaffRules } from "@/prisma/seed/rules";
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

it("a start with real money asks for two people and two-factor, unless somebody decided otherwise", async () => {
  await seedStaffRules();
  const { id } = await createTestAdmin();
  const actor = { ...SYSTEM_ACTOR, id, hasJustSignedIn: true };
  const fields = { label: "", minDeposit: "0", isActive: true };
  const wallet = {
    currency: "USDC",
    network: "BEP20",
    address: ADDRESSES.BEP20,
    ...fields,
  } as const;
  expect(await getSettings()).toMatchObject({
    fourEyesThreshold: "1000",
    staffTwoFactorRequired: true,
  });
  await expect(createWallet(actor, wallet)).rejects.toMatchObject({ code: "SECOND_PERSON_NEEDED" });
  await updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "0" });
  await seedStaffRules();
  expect((await getSettings()).fourEyesThreshold).toBe("0");
  expect((await createWallet(actor, wallet)).address).toBe(ADDRESSES.BEP20);
});
