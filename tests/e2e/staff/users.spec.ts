import type { Page } from "playwright/test";
import { call, credit, type Person, registerPerson, succeed } from "../support/api";
import { everySizeInLongRun, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, test, whenLive } from "../support/test";

const openTab = async (page: Page, person: Person, tab: string) => {
  await page.goto(`/admin/users/${person.id}?tab=${tab}`);
  await expect(page.locator("h1")).toHaveText(person.username);
};

test(
  "staff find a user by any field, filter and sort, and all of it stands in the address",
  everySizeInLongRun,
  async ({ adminPage: page }) => {
    const person = await registerPerson({
      country: "Iceland",
      countryCode: "+354",
      phoneNumber: "5551234",
    });
    const other = await registerPerson();
    if (test.info().project.name === "phone")
      await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/admin/users");
    const linkOf = ({ username }: Person) =>
      page.getByRole("link", { name: username }).filter({ visible: true });
    const link = linkOf(person);
    await expect(linkOf(other)).toHaveCount(1);
    await page.getByRole("searchbox").fill(`${person.username}@exam`);
    await expect(linkOf(other)).toHaveCount(0);
    await expect(link).toHaveCount(1);
    await page.getByLabel("Country", { exact: true }).selectOption("Iceland");
    await page.getByLabel("Order", { exact: true }).selectOption("By name");
    for (const part of [/search=/, /country=IS/, /sort=name/]) await expect(page).toHaveURL(part);
    await expect(link).toHaveCount(1);
    await page.getByLabel("Status", { exact: true }).selectOption("Inactive");
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    await page.goto(`/admin/users?search=${person.id}&status=active`);
    await link.click();
    await expect(page.locator("h1")).toHaveText(person.username);
  },
);

test(
  "staff create a user, who logs in with the password handed over",
  inLongRun,
  async ({ adminPage: page }) => {
    const username = `made${Date.now()}`;
    await page.goto("/admin/users");
    await page.getByRole("button", { name: "Create user" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create user" }).click();
    await expect(dialog.getByText("Please enter a username")).toBeVisible();
    await expect(dialog.getByText("Please enter a password")).toBeVisible();
    await dialog.getByLabel("Username").fill(username);
    await dialog.getByLabel("Email").fill(`${username}@example.com`);
    await dialog.getByLabel("Country").selectOption("Kenya");
    await dialog.getByLabel("Phone").fill("712345678");
    await dialog.getByLabel("Gender").selectOption("Female");
    await dialog.getByRole("button", { name: "Generate" }).click();
    const password = (await dialog.locator("code").textContent()) ?? "";
    await dialog.getByRole("button", { name: "Create user" }).click();
    await expect(dialog.getByRole("heading", { name: `${username} was created` })).toBeVisible();
    await expect(dialog.getByText(password)).toBeVisible();
    const body = { usernameOrEmail: username, password };
    expect((await call("POST", "/api/auth/login", { body })).status).toBe(200);
    // It is shown once, so only its own buttons close it.
    await page.keyboard.press("Escape");
    await expect(dialog.getByText(password)).toBeVisible();
    await dialog.getByRole("link", { name: "Open the account" }).click();
    await expect(page.locator("h1")).toHaveText(username);
  },
);

test("staff reset a password and end sessions; the user sees what happened", async ({
  adminPage: page,
}) => {
  const person = await registerPerson();
  await openTab(page, person, "security");
  await expect(page.getByRole("table", { name: "Login history" })).toContainText("Logged in");
  await page.getByRole("button", { name: "Reset withdrawal password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("One-time withdrawal password").fill("short");
  await dialog.getByRole("button", { name: "Reset withdrawal password" }).click();
  await expect(dialog.getByText("Password should be at least 6 characters long")).toBeVisible();
  await dialog.getByRole("button", { name: "Generate" }).click();
  await dialog.getByLabel("Reason").fill("Asked for by phone");
  await dialog.getByRole("button", { name: "Reset withdrawal password" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page.getByText("Not logged in anywhere")).toBeVisible();
  expect((await call("GET", "/api/auth/profile", { token: person.token })).status).toBe(401);
  await page.getByRole("tab", { name: "Audit trail" }).click();
  const trail = page.getByRole("table", { name: "Audit trail" });
  await expect(trail).toContainText("All devices logged out");
  await expect(trail).toContainText("Asked for by phone");
  await expect(page).toHaveURL(/tab=audit/);
});

test("staff switch an account off and on in the list, with a reason", async ({
  adminPage: page,
}) => {
  const person = await registerPerson();
  await page.goto(`/admin/users?search=${person.username}`);
  const status = page.getByRole("switch", { name: `${person.username} is active` });
  const dialog = page.getByRole("alertdialog");
  await status.filter({ visible: true }).click();
  await expect(dialog.getByLabel("Reason")).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(dialog.getByText("The reason needs at least 5 characters")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Lost their phone");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText(`${person.username} is inactive`)).toBeVisible();
  expect((await call("GET", "/api/auth/profile", { token: person.token })).status).toBe(401);
  await status.filter({ visible: true }).click();
  await dialog.getByLabel("Reason").fill("Found it again");
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(status.filter({ visible: true })).toBeChecked();
});

test(
  "limits hold at once, the count starts afresh and a strategy can be proposed",
  inLongRun,
  async ({ adminPage: page }) => {
    const person = await registerPerson();
    await openTab(page, person, "limits");
    await page.getByLabel("AI trading").selectOption("Off");
    await page.getByLabel("Largest amount").fill("50,5");
    await page.getByRole("button", { name: "Save limits" }).click();
    await expect(page.getByText(/decimal|Enter an amount/).first()).toBeVisible();
    await page.getByLabel("Largest amount").fill("50");
    await page.getByLabel("Trades a day").fill("3");
    await page.getByRole("button", { name: "Save limits" }).click();
    await expect(page.getByText("Now: 3")).toBeVisible();
    const { settings } = (await succeed("GET", "/api/trades/trade-settings", {
      token: person.token,
    })) as { settings: object };
    expect(settings).toMatchObject({
      ai: { enabled: false },
      option: { maxAmount: "50.000000" },
      dailyTradeLimit: 3,
    });
    await page.getByRole("button", { name: "Remove own limits" }).click();
    await expect(page.getByRole("button", { name: "Remove own limits" })).toHaveCount(0);
    await page.getByRole("button", { name: "Reset count" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset count" }).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);

    await page.getByRole("button", { name: "Propose a strategy" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount", { exact: true }).fill("100");
    await dialog.getByRole("button", { name: "Propose" }).click();
    await expect(dialog).toHaveCount(0);
    const proposals = page.getByRole("table", { name: "Proposed strategies" });
    await expect(proposals).toContainText("100.00");
    await proposals.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(proposals).toContainText("Withdrawn");
  },
);

test(
  "each part of a user's page shows what is theirs",
  inLongRun,
  async ({ adminPage: page, admin }) => {
    const referrer = await registerPerson();
    const person = await registerPerson({ referralCode: referrer.user.referralCode });
    await credit(admin, person, "25");
    await page.goto(`/admin/users/${person.id}`);
    await expect(page.getByRole("region", { name: "USDT" })).toContainText("25.00");
    await page.getByRole("tab", { name: "Ledger" }).click();
    await expect(page.getByRole("table", { name: "Movements" })).toContainText(
      "Opening balance of a test",
    );
    await page.getByRole("tab", { name: "Trades" }).click();
    await expect(page).toHaveURL(/tab=trades/);
    await page.getByRole("tab", { name: "Deposits & withdrawals" }).click();
    await page.getByText("Withdrawals (0)").click();
    await expect(page).toHaveURL(/kind=withdrawals/);
    await page.getByRole("tab", { name: "Savings" }).click();
    await expect(page.getByLabel("Status", { exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "Referrals" }).click();
    await expect(page.getByRole("link", { name: referrer.username })).toBeVisible();
    await page.getByRole("tab", { name: "Notes" }).click();
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByText("Please write a note")).toBeVisible();
    await page.getByRole("textbox", { name: "New note" }).fill("Prefers to be called");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByRole("table", { name: "Notes" })).toContainText("Prefers to be called");
  },
);

test(
  "an account is deleted for good once it is empty, by typing its name",
  inLongRun,
  async ({ adminPage: page, admin }) => {
    const person = await registerPerson();
    await credit(admin, person, "1");
    await whenLive(page, () => openTab(page, person, "danger"));
    await expect(page.getByText("It holds money")).toBeVisible();
    await succeed("PUT", `/api/admin/users/${person.id}/manage-balance`, {
      token: admin.token,
      body: { amount: "1", operation: "subtract", reason: "Closing the account" },
    });
    // A page that connects later asks anew for the account, which is gone by then.
    await whenLive(page, () => page.reload());
    await page.getByRole("button", { name: "Delete permanently" }).click();
    const dialog = page.getByRole("alertdialog");
    const verb = dialog.getByRole("button", { name: "Delete permanently" });
    await dialog.getByLabel(/^Type/).fill("somebody");
    await verb.click();
    await expect(dialog.getByLabel(/^Type/)).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel(/^Type/).fill(person.username);
    await verb.click();
    await expect(dialog.getByText("The reason needs at least 5 characters")).toBeVisible();
    await dialog.getByLabel("Reason").fill("Asked for by the owner");
    await verb.click();
    await expect(page).toHaveURL(/\/admin\/users$/);
    expect((await call("GET", "/api/auth/profile", { token: person.token })).status).toBe(401);
    expect(
      (await call("GET", `/api/admin/users/${person.id}`, { token: admin.token })).status,
    ).toBe(404);
  },
);
