import { prisma } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { forgetSettings, loadPublicConfig } from "@/lib/settings/data";
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
    expect.objectContaining({ err: expect.any(Error) }),
    "Failed to load site configuration",
  );

  await testDatabase().query("ALTER TABLE setting_gone RENAME TO setting");
  forgetSettings();
  expect((await loadPublicConfig()).siteName).toBe("Assay House");
});
