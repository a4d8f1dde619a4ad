import { prisma } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { forgetSettings, getSettings, loadPublicConfig } from "@/lib/settings/data";
import { defaultSettings } from "@/lib/settings/schema";
import { testDatabase } from "@/tests/support/database";

it("uses the defaults, and logs why, when the site configuration can't be loaded", async () => {
  await prisma.setting.create({ data: { key: "siteName", value: "Assay House" } });
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
  await prisma.setting.create({ data: { key: "optionDurations", value } });
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
      await prisma.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    }
    forgetSettings();
    expect(await loadPublicConfig()).toMatchObject(usual);
  }
});
