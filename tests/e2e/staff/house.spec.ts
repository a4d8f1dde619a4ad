import { randomBytes } from "node:crypto";
import { addr, eip191Signer } from "micro-eth-signer";
import type { Page } from "playwright/test";
import { type Person, succeed } from "../support/api";
import { everySize, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, expectNoSidewaysScroll, test } from "../support/test";

const PHONE = { width: 390, height: 844 };

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

/** On a phone the panel is used at a phone's size; the fixture's window is a desktop's. */
async function useOwnSize(page: Page): Promise<void> {
  if (test.info().project.name === "phone") await page.setViewportSize(PHONE);
}

async function balanceOf(admin: Person, kind: string, currency: string): Promise<string> {
  const { accounts } = await succeed("GET", "/api/admin/house", { token: admin.token });
  const rows = accounts as { kind: string; currency: string; balance: string }[];
  return rows.find((row) => row.kind === kind && row.currency === currency)?.balance ?? "";
}

test(
  "staff make a plan, edit it with before and after, close it and delete it",
  inLongRun,
  async ({ adminPage: page }) => {
    const name = `Plan ${randomBytes(4).toString("hex")}`;
    await page.goto("/admin/saving-plans");
    await page.getByRole("button", { name: "New plan" }).click();
    const form = dialog(page, "New plan");
    await form.getByRole("button", { name: "Review" }).click();
    await expect(form.getByText("Please enter a name")).toBeVisible();
    await expect(form.getByLabel("Name")).toBeFocused();
    await form.getByLabel("Name").fill(name);
    await form.getByLabel("Daily rate").fill("0.02");
    await form.getByLabel("Term").fill("45");
    await form.getByLabel("Minimum").fill("25");
    await form.getByLabel("Capacity").fill("1000");
    await expectNoAxeFindings(page);
    await form.getByRole("button", { name: "Review" }).click();
    const review = dialog(page, "Make this plan?");
    await expect(review).toContainText("0.02% a day, 7.3% a year");
    await expect(review).toContainText("45 days");
    await review.getByRole("button", { name: "Make plan" }).click();
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row).toContainText("of 1,000.00 USDT");
    await expect(row).toContainText("Funded");

    await row.getByRole("button", { name: `Edit ${name}` }).click();
    const edit = dialog(page, `Edit ${name}`);
    await expect(edit).toContainText("Existing savings keep their terms");
    await edit.getByRole("button", { name: "Review" }).click();
    await expect(edit.getByText("Nothing has changed")).toBeVisible();
    await edit.getByLabel("Daily rate").fill("0.03");
    await edit.getByRole("button", { name: "Review" }).click();
    const change = dialog(page, `Change ${name}?`);
    await expect(change).toContainText("0.02% a day, 7.3% a year → 0.03% a day, 10.95% a year");
    await expect(change).toContainText("Existing savings keep their terms");
    await change.getByRole("button", { name: "Save changes" }).click();
    await expect(row).toContainText("0.03% a day, 10.95% a year");

    await row.getByRole("switch", { name: `${name} is open` }).click();
    await expect(row).toContainText("Closed");

    await row.getByRole("button", { name: `Delete ${name}` }).click();
    const remove = page.getByRole("alertdialog", { name: `Delete ${name}?` });
    await remove.getByRole("textbox").first().fill(name);
    await remove.getByLabel("Reason").fill("Made in a test");
    await remove.getByRole("button", { name: "Delete plan" }).click();
    await expect(remove).toBeHidden();
    await expect(page.getByText(`${name} was deleted`)).toBeVisible();
    await expect(row).toBeHidden();
  },
);

test.describe("refused", () => {
  test.use({ allowedConsole: ["409"] });
  test(
    "a plan with savings can't be deleted, and its savings are listed",
    inLongRun,
    async ({ adminPage: page, admin, user }) => {
      const { saving } = await succeed("POST", "/api/admin/savings", {
        token: admin.token,
        key: randomBytes(8).toString("hex"),
        body: {
          name: `Kept ${randomBytes(4).toString("hex")}`,
          type: "fixed",
          currency: "USDT",
          dailyRate: "0.0001",
          durationDays: 10,
          minAmount: "10",
        },
      });
      const plan = saving as { id: string; name: string };
      await succeed("PUT", `/api/admin/users/${user.id}/manage-balance`, {
        token: admin.token,
        key: randomBytes(8).toString("hex"),
        body: { amount: "50", operation: "add", reason: "Opening balance" },
      });
      await succeed("POST", "/api/savings/user/create", {
        token: user.token,
        key: randomBytes(8).toString("hex"),
        body: { savingId: plan.id, amount: "20" },
      });
      await page.goto("/admin/saving-plans");
      const row = page.getByRole("row", { name: new RegExp(plan.name) });
      await row.getByRole("button", { name: `Delete ${plan.name}` }).click();
      const remove = page.getByRole("alertdialog");
      await remove.getByRole("textbox").first().fill(plan.name);
      await remove.getByLabel("Reason").fill("No longer wanted");
      await remove.getByRole("button", { name: "Delete plan" }).click();
      await expect(remove).toContainText("Savings were made with this plan: it can't be deleted");
      await remove.getByRole("button", { name: "Cancel" }).click();

      await row.getByRole("link", { name: "1 live · 0 ended" }).click();
      const record = page.getByRole("row", { name: new RegExp(user.username) });
      await expect(record).toContainText("20.00 USDT");
      await expect(record).toContainText("Pending");
      await page.getByLabel("Status").selectOption("completed");
      await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    },
  );
});

test(
  "money moves in the house after a review, and shows in the movements",
  everySize,
  async ({ adminPage: page, admin }) => {
    await useOwnSize(page);
    const before = await balanceOf(admin, "referral", "USDT");
    const reason = `Test ${randomBytes(4).toString("hex")}`;
    await page.goto("/admin/house?move=USDT.treasury.referral.12.5");
    const form = dialog(page, "Move money");
    await expect(form.getByLabel("To")).toHaveValue("referral");
    await form.getByRole("button", { name: "Review" }).click();
    await expect(form.getByText("The reason needs at least 5 characters")).toBeVisible();
    await form.getByLabel("Reason").fill(reason);
    await expectNoAxeFindings(page);
    await form.getByRole("button", { name: "Review" }).click();
    const review = dialog(page, "Move this money?");
    await expect(review).toContainText("→");
    await expect(review).toContainText("Nothing leaves the house");
    await review.getByRole("button", { name: /^Move 12.50/ }).click();
    await expect(page.getByText("12.50 USDT moved: Treasury → Referral rewards")).toBeVisible();
    await expect(review).toBeHidden();
    const after = await balanceOf(admin, "referral", "USDT");
    expect(Number(after) - Number(before)).toBeCloseTo(12.5, 6);

    await page.getByRole("tab", { name: "Movements" }).click();
    await expect(page.getByText(reason).filter({ visible: true })).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^movements-\d{4}-\d\d-\d\d\.csv$/);
    // What left one account came to the other; the list of the first stays until that of the second is there.
    await expect(page.getByText("−12.50 USDT").filter({ visible: true }).first()).toBeVisible();
    await page.getByLabel("Account").selectOption("USDT.referral");
    await expect(page.getByText("+12.50 USDT").filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText(reason).filter({ visible: true })).toBeVisible();
    await page.getByLabel("Account").selectOption("USDT.option_pool");
    await expect(page.getByText(reason).filter({ visible: true })).toHaveCount(0);
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);
  },
);

test(
  "the caps show their use and change after a review",
  inLongRun,
  async ({ adminPage: page, admin }) => {
    const { limits } = await succeed("GET", "/api/admin/house", { token: admin.token });
    const caps = limits as { perExpirySecond: { cap: string }; perDirection: { cap: string } };
    try {
      await page.goto("/admin/house?tab=limits");
      await expect(page.getByRole("progressbar", { name: "Up: used" })).toBeVisible();
      await page.getByRole("button", { name: "Change limits" }).click();
      const form = dialog(page, "Change limits");
      await form.getByLabel("Per direction").fill("240000");
      await form.getByRole("button", { name: "Review" }).click();
      const review = dialog(page, "Change the limits?");
      await expect(review).toContainText("250,000.00 USDT → 240,000.00 USDT");
      await expectNoAxeFindings(page);
      await review.getByRole("button", { name: "Change limits" }).click();
      const confirm = dialog(page, "Confirm that it is you");
      await confirm.getByLabel("Login password").fill(admin.password);
      await confirm.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("of 240,000.00 USDT").first()).toBeVisible();
    } finally {
      await succeed("PUT", "/api/admin/house/limits", {
        token: admin.token,
        body: { perExpirySecond: caps.perExpirySecond.cap, perDirection: caps.perDirection.cap },
      });
    }
  },
);

test(
  "the overview shows cover and volume, and leads to the handbook",
  inLongRun,
  async ({ adminPage: page }) => {
    await page.goto("/admin");
    const cover = page.getByRole("region", { name: "House cover" });
    await expect(cover.getByRole("region", { name: "Open options in USDT" })).toContainText(
      /Promised at most[\d,.]+\sUSDT/,
    );
    const volume = page.getByRole("figure", { name: "Volume by product, last 30 days" });
    await volume.getByRole("button", { name: "View as table" }).click();
    await expect(volume.getByRole("columnheader")).toHaveText([
      "Day",
      "Options",
      "Spot trades",
      "AI trading",
      "Storage",
    ]);
    await expect(volume.locator("svg").first()).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole("link", { name: "Handbook" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Handbook");
    await page.getByRole("link", { name: "Alerts" }).click();
    await expect(page).toHaveURL("/admin/help#alerts");
    await expect(page.getByRole("cell", { name: "No fresh price" })).toBeVisible();
  },
);

test.describe("a signature that is not the address's", () => {
  test.use({ allowedConsole: ["422"] });
  test(
    "is refused, and with its own everybody reads the reserve until it is taken off",
    inLongRun,
    async ({ adminPage: page }) => {
      const holder = addr.random();
      await page.goto("/admin/reserves");
      await page.getByRole("button", { name: "List a reserve" }).click();
      const form = dialog(page, "List a reserve");
      await form.getByLabel("Address", { exact: true }).fill(holder.address);
      await form.getByLabel("Balance").fill("150.5");
      await form.getByLabel("Block").fill("21000000");
      await form.getByLabel("Source").fill("Etherscan");
      const message = (await form.getByText(/ reserves \d{4}-\d{2}-\d{2}$/).textContent()) ?? "";
      const signature = form.getByLabel("Signature", { exact: true });
      await signature.fill(eip191Signer.sign(`${message}0`, holder.privateKey));
      await form.getByRole("button", { name: "Review" }).click();
      const review = dialog(page, "Publish this reserve?");
      await review.getByRole("button", { name: "Publish reserve" }).click();
      await expect(form.getByText("has not signed")).toBeVisible();
      await signature.fill(eip191Signer.sign(message, holder.privateKey));
      await form.getByRole("button", { name: "Review" }).click();
      await expect(review).toContainText("Signed");
      await expectNoAxeFindings(page);
      await review.getByRole("button", { name: "Publish reserve" }).click();
      const place = holder.address.slice(-4);
      const listed = page.getByRole("row").filter({ hasText: place });
      await expect(listed).toContainText("150.50");

      const published = page.getByRole("row").filter({ hasText: place });
      await page.goto("/transparency");
      await expect(published).toContainText("150.50");
      await page.goto("/admin/reserves");
      await listed.getByRole("button", { name: /^Remove/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove reserve" }).click();
      // What a dialog covers counts as gone: its row is not what says that it was removed.
      await expect(page.getByText(/ was removed$/).first()).toBeVisible();
      await page.goto("/transparency");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(published).toHaveCount(0);
    },
  );
});
