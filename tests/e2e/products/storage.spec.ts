import type { Page } from "playwright/test";
import { credit, type Person, succeed } from "../support/api";
import { expectSoundThemes, phoneFirst, phoneInLongRun } from "../support/pages";
import { expect, expectNoSidewaysScroll, test } from "../support/test";

async function stored(user: Person): Promise<{ stored: string; available: string }> {
  const { balances } = await succeed("GET", "/api/auth/balance", { token: user.token });
  const { USDT, XAUT } = balances as Record<string, { available: string; stored: string }>;
  return { stored: XAUT?.stored ?? "", available: USDT?.available ?? "" };
}

/** Confirms what is reviewed, and waits until it is done. */
async function confirm(page: Page, title: string, button: RegExp, result: string): Promise<void> {
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: button }).click();
  await expect(page.getByRole("heading", { name: result, level: 2 }).first()).toBeVisible();
}

test(
  "a person stores XAUT, sees its cost and worth, and retrieves it",
  phoneFirst,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "250");
    await page.goto("/storage");
    await expect(page.getByText("No conversions yet")).toBeVisible();
    await page.getByRole("link", { name: "Store", exact: true }).click();
    await expect(page).toHaveURL("/store-xaut?side=store");

    const amount = page.getByLabel("Amount to store");
    await amount.fill("10");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(page.getByText("The amount must be greater than 10 USDT")).toBeVisible();
    await amount.fill("250.01");
    await expect(page.getByText("Insufficient USDT balance")).toBeVisible();
    await amount.fill("100");
    await expect(page.getByText("Insufficient USDT balance")).toBeHidden();
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Review storing" })).toBeVisible();
    await expectSoundThemes(page);
    await confirm(page, "Review storing", /^Store 100\.00/, "XAUT stored");
    const after = await stored(user);
    expect(after.available).toBe("150.000000");
    expect(Number(after.stored)).toBeGreaterThan(0);
    await expectSoundThemes(page);

    await page.getByRole("link", { name: "See storage" }).click();
    await expect(page).toHaveURL("/storage");
    const summary = page.getByRole("region", { name: "Stored XAUT" });
    await expect(summary.getByText(after.stored, { exact: true })).toBeVisible();
    // The gold can be worth as much as it cost, to the cent.
    const cost = summary.getByRole("definition").getByText("100.00 USDT", { exact: true });
    await expect(cost).toBeVisible();
    const history = page.getByRole("region", { name: "Conversions" });
    await expect(history.getByText("−100.00").locator("visible=true")).toHaveCount(1);
    await expectSoundThemes(page);

    await page.getByRole("link", { name: "Retrieve", exact: true }).click();
    await page.getByRole("button", { name: "Max" }).click();
    await page.getByRole("button", { name: "Review", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Review retrieving" });
    await expect(sheet.getByText("Cost of this XAUT")).toBeVisible();
    await confirm(page, "Review retrieving", /^Retrieve /, "XAUT retrieved");
    expect((await stored(user)).stored).toBe("0.000000");
    await page.goto("/transaction-history?type=storage");
    // One line of wealth: the gold, and what it brought less the fee.
    await expect(page.getByText("XAUT retrieved").locator("visible=true")).toHaveCount(1);
  },
);

test(
  "the keyboard alone turns the form around, and 320 px hold it",
  phoneInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "250");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/store-xaut?side=retrieve");
    await page.getByRole("radio", { name: "Retrieve" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("radio", { name: "Store", exact: true })).toBeFocused();
    await expect(page).toHaveURL("/store-xaut?side=store");
    await page.getByLabel("Amount to store").fill("249.999999");
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Review storing" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Amount to store")).toHaveValue("249.999999");
  },
);
