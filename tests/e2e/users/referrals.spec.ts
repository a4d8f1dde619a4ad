import { call, registerPerson, succeed } from "../support/api";
import { expectSoundThemes, phoneInLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, signInBrowser, test } from "../support/test";

test(
  "a person invites others and sees who came",
  phoneInLongRun,
  async ({ userPage: page, user, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/invite-friends");
    await expect(page.getByText("Nobody has joined with your code yet")).toBeVisible();
    const code = String(user.user.referralCode);
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`/register\\?ref=${code}$`));
    expect(new URL(link).origin).toBe(new URL(page.url()).origin);
    await expect(page.getByRole("img", { name: "QR code of your invitation link" })).toBeVisible();
    await expectSoundThemes(page);

    const friend = await registerPerson({ referralCode: code });
    await page.reload();
    const name = `${friend.username.slice(0, 2)}•••`;
    await expect(page.getByText(name).locator("visible=true")).toHaveCount(1);
    const { totals } = await succeed("GET", "/api/user/referral-data", { token: user.token });
    expect(totals).toEqual({ invited: 1, active: 0, earnedUsdt: "0.000000" });
  },
);

test(
  "an invitation link fills in the code at registration",
  phoneInLongRun,
  async ({ page, user }) => {
    await page.goto(`/register?ref=${user.user.referralCode}`);
    await expect(page.getByLabel(/Referral code/)).toHaveValue(String(user.user.referralCode));
  },
);

test(
  "where referral rewards are off, the page says so",
  phoneInLongRun,
  async ({ page, context }) => {
    const country = { country: "United Kingdom", countryCode: "+44" };
    const person = await registerPerson({ ...country, phoneNumber: "7400123456" });
    await signInBrowser(context, person);
    await page.goto("/invite-friends");
    await expect(page.getByText("Not available in your country.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Copy/ })).toHaveCount(0);
    const { status, body } = await call("GET", "/api/user/referral-data", { token: person.token });
    expect([status, body.code]).toEqual([403, "NOT_AVAILABLE_IN_COUNTRY"]);
    await expectNoAxeFindings(page);
  },
);
