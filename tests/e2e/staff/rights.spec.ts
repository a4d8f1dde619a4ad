import type { Browser, Page } from "playwright/test";
import { authenticatorOf, giveRights, setUpTwoFactor } from "../support/accounts";
import { availableOf, credit, type Person, registerPerson, succeed } from "../support/api";
import { inLongRun } from "../support/pages";
import { awaitReady, expect, signInBrowser, test } from "../support/test";

const newStaff = async (admin: Person, permissions: string[]) =>
  giveRights(admin, await registerPerson(), permissions);

/** A browser of somebody's own, closed after the test's work in it. */
async function inBrowser(
  browser: Browser,
  person: Person,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await signInBrowser(context, person);
  await work(awaitReady(await context.newPage()));
  await context.close();
}

/** Changes settings that protect users. */
const changeSettings = ({ token, password }: Person, body: object, totp?: string) =>
  succeed("PUT", "/api/settings/config", { token, body: { ...body, password, totp } });

test("a full administrator makes a colleague staff, who approves a balance change", async ({
  adminPage,
  admin,
  user,
  browser,
}) => {
  const colleague = await registerPerson();
  await adminPage.goto(`/admin/users/${colleague.id}?tab=rights`);
  await adminPage.getByRole("checkbox", { name: /^Finance/ }).check();
  await adminPage.getByRole("button", { name: "Make a member of staff" }).click();
  const confirm = adminPage.getByRole("dialog");
  await expect(confirm).toContainText("From now onFinance");
  await confirm.getByLabel("Login password").fill(admin.password);
  await confirm.getByRole("button", { name: "Save rights" }).click();
  await expect(adminPage.getByText(`The rights of ${colleague.username} are saved`)).toBeVisible();
  await adminPage.goto("/admin/staff");
  await expect(adminPage.getByRole("row", { name: colleague.username })).toContainText("Finance");

  await changeSettings(admin, { fourEyesThreshold: "900" });
  try {
    // The tab's code comes by itself: what is pressed before it asks for something is lost.
    const alive = adminPage.waitForRequest(/\/api\/admin\/approvals\?/);
    await adminPage.goto(`/admin/users/${user.id}`);
    await alive;
    await adminPage.getByRole("button", { name: "Manage balance" }).click();
    const form = adminPage.getByRole("dialog");
    await form.getByRole("textbox", { name: "Amount" }).fill("1000");
    await form.getByLabel("Reason").fill("Prize of the month");
    await form.getByRole("button", { name: "Review" }).click();
    await adminPage.getByRole("button", { name: /^Add 1,000/ }).click();
    await expect(adminPage.getByText("A colleague has to approve this change")).toBeVisible();
    const waiting = adminPage.getByRole("region", { name: "Waiting for a second person" });
    await expect(waiting).toContainText("Prize of the month");
  } finally {
    await changeSettings(admin, { fourEyesThreshold: "0" });
  }

  await inBrowser(browser, colleague, async (page) => {
    await page.goto("/admin");
    await page.getByRole("link", { name: /^Approvals/ }).click();
    await page.getByRole("row", { name: user.username }).getByRole("button").click();
    const review = page.getByRole("dialog");
    await expect(review).toContainText(admin.username);
    await review.getByRole("button", { name: /^Approve/ }).click();
    await review.getByRole("button", { name: "Approve +1,000.00 USDT" }).click();
    await expect(page.getByText("Approved and done")).toBeVisible();
    await expect(page.getByText("Nothing waits for a second person")).toBeVisible();
  });
  expect(await availableOf(user)).toBe("1000.000000");
});

test(
  "the audit log is filtered, opened and exported",
  inLongRun,
  async ({ adminPage, admin, user }) => {
    await credit(admin, user, "12.5");
    await adminPage.goto("/admin/audit");
    await adminPage.getByLabel("About: username or email").fill(user.username);
    await adminPage.keyboard.press("Enter");
    await expect(adminPage).toHaveURL(new RegExp(`user=${user.username}`));
    const rows = adminPage.getByRole("row").filter({ hasText: "balance.add" });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Balance increased");
    await expect(rows).toContainText("USDT: 0.000000 → 12.500000");
    await rows.getByRole("button", { name: /^Details/ }).click();
    const entry = adminPage.getByRole("dialog");
    await expect(entry.getByRole("row", { name: "USDT" })).toHaveText(/0\.000000.*12\.500000/);
    await expect(entry).toContainText("Opening balance of a test");
    await adminPage.keyboard.press("Escape");
    const download = adminPage.waitForEvent("download");
    await adminPage.getByRole("button", { name: /CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    await adminPage.getByLabel("Action").selectOption("user.create-admin");
    await expect(adminPage.getByText("Nothing matches these filters")).toBeVisible();
  },
);

test("staff who only read see lists and details, and nothing that acts", async ({
  admin,
  user,
  browser,
}) => {
  await credit(admin, user, "10");
  const reader = await newStaff(admin, ["read"]);
  await inBrowser(browser, reader, async (page) => {
    await page.goto(`/admin/users/${user.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(user.username);
    await expect(page.getByText("10.00 USDT").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Manage balance" })).toHaveCount(0);
    await expect(page.getByRole("switch")).toHaveCount(0);
    await page.getByRole("tab", { name: "Rights" }).click();
    await expect(page.getByText("Only full administrators change rights.")).toBeVisible();
    const rail = page.getByRole("navigation").filter({ visible: true });
    await expect(rail.getByRole("link", { name: /^Deposits/ })).toBeVisible();
    await expect(rail.getByRole("link", { name: /^Chat/ })).toHaveCount(0);
    await page.goto("/admin/chat");
    await expect(page.getByText("Insufficient permissions")).toBeVisible();
  });
});

test(
  "staff are led to two-factor where the site asks for it",
  inLongRun,
  async ({ admin, browser }) => {
    const chief = await newStaff(admin, ["*"]);
    const [first, second] = await setUpTwoFactor(chief);
    const colleague = await newStaff(admin, ["finance"]);
    await changeSettings(chief, { staffTwoFactorRequired: true }, first);
    try {
      await inBrowser(browser, colleague, async (page) => {
        await page.goto("/admin/deposits");
        await expect(page).toHaveURL("/admin/two-factor");
        await page.getByRole("button", { name: "Set up two-factor" }).click();
        const dialog = page.getByRole("dialog");
        const totp = await authenticatorOf(dialog);
        await dialog.getByLabel("Authenticator code").fill(totp.generate());
        await dialog.getByLabel("Login password").fill(colleague.password);
        await dialog.getByRole("button", { name: "Turn on" }).click();
        await page.getByRole("button", { name: "I have saved them" }).click();
        await expect(page).toHaveURL("/admin/deposits");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposits");
      });
    } finally {
      await changeSettings(chief, { staffTwoFactorRequired: false }, second);
    }
  },
);
