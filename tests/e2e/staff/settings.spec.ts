import type { Page } from "playwright/test";
import { call, type Person, pngImage, succeed } from "../support/api";
import { everySize, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, test } from "../support/test";

/** The settings that these tests change, as the site is made with them. */
const USUAL = {
  siteName: "Aurum",
  logoUrl: "/logo.png",
  announcement: "",
  maintenance: false,
  adminPanelEnabled: true,
  withdrawalFee: "0",
  withdrawalMin: "10",
  referralBlockedCountries: ["GB"],
};

async function configure(admin: Person, settings: object): Promise<void> {
  const body = { ...settings, password: admin.password };
  await succeed("PUT", "/api/settings/config", { token: admin.token, body });
}

async function proveIdentity(page: Page, admin: Person): Promise<void> {
  const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirm.getByLabel("Login password").fill(admin.password);
  await confirm.getByRole("button", { name: "Save" }).click();
}

async function stored(admin: Person): Promise<Record<string, unknown>> {
  const { settings } = await succeed("GET", "/api/admin/settings", { token: admin.token });
  return settings as Record<string, unknown>;
}

async function openSettings(page: Page): Promise<void> {
  await page.goto("/admin/setting");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
}

test.afterEach(async ({ admin }) => {
  await configure(admin, USUAL);
});

test(
  "a change is reviewed before and after, saved, and holds at once",
  everySize,
  async ({ adminPage: page, admin }) => {
    await openSettings(page);
    await page.getByLabel("Withdrawal fee").fill("2.50");
    await page.getByLabel("Announcement").fill("Withdrawals cost a fee from today");
    await page
      .getByRole("region", { name: "Referrals" })
      .getByLabel("No referral rewards in")
      .first()
      .selectOption({ label: "Kenya" });
    await expect(page.getByText("3 unsaved changes")).toBeVisible();
    await page.getByRole("button", { name: "Review changes" }).click();
    const review = page.getByRole("dialog", { name: "Review the changes" });
    await expect(review).toContainText("Before: 0.00 USDT");
    await expect(review).toContainText("After: 2.50 USDT");
    await expect(review).toContainText("Added: Kenya");
    await expect(review).toContainText("Open trades and running savings keep their terms.");
    await expectNoAxeFindings(page);
    expect((await stored(admin)).withdrawalFee).toBe("0");
    await review.getByRole("button", { name: "Save 3 changes" }).click();
    // The fee is the house's.
    await proveIdentity(page, admin);
    await expect(page.getByText("Saved. It holds on every instance at once.")).toBeVisible();
    await expect(page.getByText("unsaved change")).toHaveCount(0);
    expect(await stored(admin)).toMatchObject({
      withdrawalFee: "2.50",
      referralBlockedCountries: ["GB", "KE"],
    });
    await expect(page.getByText("Withdrawals cost a fee from today").first()).toBeVisible();
  },
);

test(
  "a logo is uploaded, shown on both themes, and used once it is saved",
  inLongRun,
  async ({ adminPage: page, page: visitor }) => {
    await openSettings(page);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload a logo" }).click(),
    ]);
    await chooser.setFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from("<svg/>"),
    });
    await expect(page.getByText("Unsupported file format")).toBeVisible();
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: pngImage(64, 64) });
    await expect(page.getByLabel("Logo", { exact: true })).toHaveValue(/^\/api\/files\//);
    await expect(page.getByText("Unsupported file format")).toHaveCount(0);
    for (const theme of ["light", "dark"]) {
      const preview = page.locator(`main [data-theme="${theme}"] img[src^="/api/files/"]`);
      await expect(preview).toBeVisible();
    }
    await page.getByLabel("Site name").fill("Assay House");
    await expect(page.locator('main [data-theme="dark"]').first()).toContainText("Assay House");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved. It holds on every instance at once.")).toBeVisible();
    await visitor.goto("/login");
    await expect(visitor).toHaveTitle("Log in - Assay House");
    await expect(visitor.locator('img[src^="/api/files/"]').first()).toBeVisible();
  },
);

test(
  "what is wrong is said at its field, and nothing typed is lost",
  inLongRun,
  async ({ adminPage: page, admin }) => {
    await openSettings(page);
    await page.getByLabel("Smallest stake").fill("2000");
    await page.getByLabel("Title of shared links").fill("x".repeat(71));
    await page.getByRole("button", { name: "Review changes" }).click();
    await expect(page.getByLabel("Title of shared links")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Title of shared links")).toBeFocused();
    await page.getByLabel("Title of shared links").fill("Gold");
    await page.getByRole("button", { name: "Review changes" }).click();
    await expect(page.getByText("The minimum is above the maximum")).toBeVisible();
    await expect(page.getByLabel("Smallest stake")).toHaveValue("2000");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Smallest stake")).toHaveValue("1");
    expect((await stored(admin)).optionMin).toBe("1");
  },
);

test(
  "who would leave with something unsaved is asked: by a link, by Back, by closing",
  inLongRun,
  async ({ adminPage: page }) => {
    await page.goto("/admin/documents");
    await page
      .getByRole("navigation", { name: "Administration" })
      .getByRole("link", { name: "Settings" })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
    await page.getByLabel("Announcement").fill("Not saved");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });

    await page.getByRole("link", { name: "Deposits" }).first().click();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.goBack();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByLabel("Announcement")).toHaveValue("Not saved");

    const asked = page.waitForEvent("dialog");
    const reload = page.reload({ timeout: 2_000 }).catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await reload;
    await expect(page.getByLabel("Announcement")).toHaveValue("Not saved");

    await page.goBack();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/admin/documents");
    await page.getByRole("link", { name: "Settings" }).first().click();
    await expect(page.getByLabel("Announcement")).toHaveValue("");
    await page.getByRole("link", { name: "Deposits" }).first().click();
    await expect(page).toHaveURL("/admin/deposits");
  },
);

test(
  "the second of two is told what the first changed, and loses nothing",
  inLongRun,
  async ({ adminPage: page, admin }) => {
    await openSettings(page);
    await page.getByLabel("Smallest withdrawal").fill("30");
    await page.getByLabel("Announcement").fill("Mine");
    await configure(admin, { withdrawalMin: "11" });
    const note = page.getByText(/changed this at .*, from 10\.00\sUSDT to 11\.00\sUSDT\./);
    await expect(note).toContainText("admin");
    await page.getByRole("button", { name: "Review changes" }).click();
    await expect(page.getByText("Decide at each one which value to keep.")).toBeVisible();
    await expect(page.getByLabel("Announcement")).toHaveValue("Mine");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Review changes" }).click();
    const review = page.getByRole("dialog", { name: "Review the changes" });
    await expect(review).toContainText("Before: 11.00 USDT");
    await review.getByRole("button", { name: "Save 2 changes" }).click();
    await proveIdentity(page, admin);
    await expect(page.getByText("Saved. It holds on every instance at once.")).toBeVisible();
    expect(await stored(admin)).toMatchObject({ withdrawalMin: "30", announcement: "Mine" });
  },
);

test(
  "closing the staff panel asks for the site's name and says how to come back",
  inLongRun,
  async ({ adminPage: page, admin }) => {
    await openSettings(page);
    await page.getByRole("switch", { name: "Staff panel" }).click();
    await page.getByRole("button", { name: "Review changes" }).click();
    const review = page.getByRole("dialog", { name: "Review the changes" });
    await expect(review).toContainText("npm run panel:open");
    await review.getByRole("button", { name: "Save 1 change" }).click();
    await expect(review.getByText("Type exactly Aurum")).toBeVisible();
    expect((await stored(admin)).adminPanelEnabled).toBe(true);
    await review.getByLabel("Type Aurum to switch the staff panel off").fill("Aurum");
    await review.getByRole("button", { name: "Save 1 change" }).click();
    await proveIdentity(page, admin);
    await expect(page).not.toHaveURL(/\/admin/);
    expect((await stored(admin)).adminPanelEnabled).toBe(false);
  },
);

test("maintenance is said everywhere, stops money and nothing else", async ({
  userPage: page,
  user,
  admin,
}) => {
  const paused = "Paused for maintenance. Please try again later.";
  await configure(admin, { maintenance: true });
  await page.goto("/trade");
  await expect(page.getByText("We're doing maintenance.").first()).toBeVisible();
  await expect(page.getByText(paused).first()).toBeVisible();
  await page.goto("/store-xaut");
  await expect(page.getByText(paused).first()).toBeVisible();
  await page.goto("/transaction-history");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transaction history");
  const body = { amount: "20" };
  const refused = await call("POST", "/api/storage/store", { token: user.token, body });
  expect([refused.status, refused.body.code]).toEqual([503, "MAINTENANCE"]);
  await configure(admin, { maintenance: false });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transaction history");
  await expect(page.getByText("We're doing maintenance.")).toHaveCount(0);
});

test(
  "an announcement is shown until it is dismissed, and a new one again",
  inLongRun,
  async ({ userPage: page, admin }) => {
    await configure(admin, { announcement: "Closed on Sunday" });
    await page.goto("/market");
    const status = page.getByRole("region", { name: "Notices" }).getByRole("status").first();
    await expect(status).toContainText("Closed on Sunday");
    await page.getByRole("button", { name: "Dismiss this announcement" }).click();
    await expect(page.getByText("Closed on Sunday")).toHaveCount(0);
    await page.goto("/about-us");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Closed on Sunday")).toHaveCount(0);
    await configure(admin, { announcement: "Open on Sunday" });
    await page.goto("/about-us");
    await expect(page.getByText("Open on Sunday")).toBeVisible();
  },
);
