import { pool, type Tx, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { asWritten } from "@/lib/platform/text";
import { holdWithdrawals } from "@/lib/security/credentials";
import { mailVerification } from "@/lib/security/email";
import { warnUser } from "@/lib/security/notices";
import { forgetSettings, getSettings, loadPublicConfig } from "@/lib/settings/data";
import { defaultSettings } from "@/lib/settings/schema";
import { createTestUser } from "@/tests/factories/users";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";

it("uses the defaults, and logs why, when the site configuration can't be loaded", async () => {
  await asOwner().setting.create({ data: { key: "siteName", value: "Assay House" } });
  forgetSettings();
  expect((await loadPublicConfig()).siteName).toBe("Assay House");

  const errors = jest.spyOn(log, "error").mockImplementation(() => undefined);
  await testDatabase().query("ALTER TABLE setting RENAME TO setting_gone");
  forgetSettings();
  expect(await loadPublicConfig()).toMatchObject({
    siteName: "Aurum",
    logoUrl: "/logo.png",
    metaDescription: "Trade Tether Gold (XAUT) with real-time data and professional tools",
  });
  expect(errors).toHaveBeenCalledWith(
    expect.objectContaining({ event: "settings.load_failed", err: expect.any(Error) }),
  );

  await testDatabase().query("ALTER TABLE setting_gone RENAME TO setting");
  forgetSettings();
  expect((await loadPublicConfig()).siteName).toBe("Assay House");
});

it("offers the usual rates instead of stored ones above 1, which an earlier version took", async () => {
  const value = [
    { seconds: 30, payoutRate: "0.8" },
    { seconds: 60, payoutRate: "1.5" },
  ];
  await asOwner().setting.create({ data: { key: "optionDurations", value } });
  forgetSettings();
  expect((await getSettings()).optionDurations).toEqual(defaultSettings.optionDurations);
});

it("shows the usual logo and description where they are empty, or pages may not load what is stored", async () => {
  const usual = {
    logoUrl: defaultSettings.logoUrl,
    metaDescription: defaultSettings.metaDescription,
  };
  for (const logoUrl of ["", "http://a.example/x.png"]) {
    const stored = { logoUrl, metaDescription: "" };
    for (const [key, value] of Object.entries(stored)) {
      await asOwner().setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    }
    forgetSettings();
    expect(await loadPublicConfig()).toMatchObject(usual);
  }
});

it("transactions that hold every connection do not wait for one more to read the settings", async () => {
  const user = await createTestUser();
  const notice = { title: asWritten("A change"), message: asWritten("Something changed.") };
  for (const work of [
    (tx: Tx) => warnUser(tx, user.id, notice),
    (tx: Tx) => holdWithdrawals(tx, user.id),
    (tx: Tx) => mailVerification(tx, user),
  ]) {
    let begun = 0;
    let goOn: () => void = () => undefined;
    const allBegan = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const everyConnection = Array.from({ length: pool.options.max ?? 0 }, () =>
      transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        begun += 1;
        if (begun === pool.options.max) goOn();
        await allBegan;
        forgetSettings();
        await work(tx);
      }),
    );
    expect(everyConnection.length).toBeGreaterThan(1);
    await Promise.all(everyConnection);
  }
});
