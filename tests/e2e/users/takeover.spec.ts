import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { READY_ATTRIBUTE } from "@/components/ui/choices/stored-choices-script";
import { addDevice, giveRights, openAccount, sendLogin, setUpTwoFactor } from "../support/accounts";
import { availableOf, call, credit, type Person, registerPerson, succeed } from "../support/api";
import { floatingOn, keepClear } from "../support/floating";
import { mailedLink, mailedToken } from "../support/mails";
import { everySizeInLongRun } from "../support/pages";
import { query } from "../support/site";
import { awaitReady, expect, signInBrowser, test } from "../support/test";
import { setWithdrawPassword, TRON_ADDRESS, WITHDRAW_PASSWORD } from "../support/withdrawals";

const emailOf = ({ user }: Person) => String(user.email);

/** Fills the form of a withdrawal and opens its review. */
async function reviewWithdrawal(page: Page, amount: string): Promise<void> {
  await page.goto("/withdraw/form/USDT");
  await page.getByText("TRC20").click();
  await page.getByLabel("USDT address").fill(TRON_ADDRESS);
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Review withdrawal" })).toBeVisible();
}

/** Gives the code that logging in asks for. */
async function giveCode(page: Page, code = ""): Promise<void> {
  await page.getByLabel("Authenticator code").fill(code);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Logs in with name and password alone, where a code is asked for then. */
async function logIn(page: Page, person: Person): Promise<void> {
  await sendLogin(page, person);
  await expect(page.getByLabel("Authenticator code")).toBeFocused();
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

/** The page hears that its session has ended and leads to the login, which answers to clicks. */
async function expectThrownOut(page: Page): Promise<void> {
  // One that goes with its page can't be closed.
  await page.removeLocatorHandler(floatingOn(page));
  await expect(page).toHaveURL(/\/login(\?ended=1)?$/);
  await expect(page.locator(`html[${READY_ATTRIBUTE}]`)).toBeAttached();
  expect(await storedToken(page)).toBeNull();
}

/** Adds a passkey of the page's device. */
async function addPasskey(page: Page, { password }: Person, code?: string): Promise<void> {
  await keepClear(page);
  await page.goto("/security-management");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByLabel("Login password").fill(password);
  if (code !== undefined) await dialog.getByLabel("Authenticator code").fill(code);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByText("My phone")).toBeVisible();
}

test.describe("a takeover", () => {
  // The owner's own session ends with the freeze, and opening the account asks for a code.
  test.use({ allowedConsole: ["401"] });
  test(
    "fails at five points, the last of which is the link in its owner's mail",
    everySizeInLongRun,
    async ({ user, admin, browser, userPage: owner }) => {
      const email = emailOf(user);
      const { token } = user;
      await credit(admin, user, "250");
      await succeed("POST", "/api/auth/verify-email", {
        body: { token: await mailedToken(email, "verify-email") },
      });
      await setWithdrawPassword(user);
      await succeed("PUT", "/api/user/withdrawal-delay", { token, body: { hours: 24 } });
      await succeed("PUT", "/api/user/device-approval", { token, body: { enabled: true } });
      const codes = await setUpTwoFactor(user);

      const context = await browser.newContext({
        userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
      });
      const thief = awaitReady(await context.newPage());
      await keepClear(thief);
      await thief.goto("/login");

      // 1. The password alone opens nothing, and a guessed code is told to its owner.
      await logIn(thief, user);
      await giveCode(thief, "000000");
      await expect(thief.getByText("Invalid code").first()).toBeVisible();
      expect(await storedToken(thief)).toBeNull();
      await mailedLink(email, "Wrong code at login", "freeze");

      // 2. A code that the owner was tricked out of does not let an unknown device in.
      await giveCode(thief, codes[0]);
      await expect(thief.getByText(/We don’t know this device/).first()).toBeVisible();
      expect(await storedToken(thief)).toBeNull();
      const approval = await mailedLink(email, "Login from a new device waits", "approve-device");
      await owner.goto(approval);
      await expect(owner.getByText("If it was not you, press nothing")).toBeVisible();
      // The owner presses all the same.
      await owner.getByRole("button", { name: "Approve" }).click();
      await expect(owner.getByText(/may log in/).first()).toBeVisible();
      await thief.goto("/login");
      await logIn(thief, user);
      await giveCode(thief, codes[1]);
      await expect(thief).toHaveURL("/");

      // 3. The login password is not the one that pays out.
      await reviewWithdrawal(thief, "100");
      const review = thief.getByRole("dialog", { name: "Review withdrawal" });
      const pay = async (password: string, code = "") => {
        await review.getByLabel("Withdrawal password").fill(password);
        await review.getByLabel("Authenticator code").fill(code);
        await review.getByRole("button", { name: "Withdraw 100.00 USDT" }).click();
      };
      await pay(user.password, codes[2]);
      await expect(review.getByText("Incorrect withdrawal password")).toBeVisible();
      // Nor does the one that pays out do without the second factor.
      await pay(WITHDRAW_PASSWORD, "000000");
      await expect(review.getByText("Invalid code")).toBeVisible();
      expect(await availableOf(user)).toBe("250.000000");

      // 4. The right one lets it wait, and nobody can hurry it.
      await expect(review.getByText(/It waits 24 hours before it can be approved/)).toBeVisible();
      await pay(WITHDRAW_PASSWORD, codes[3]);
      await expect(thief.getByRole("heading", { name: "Withdrawal requested" })).toBeVisible();
      expect(await availableOf(user)).toBe("150.000000");
      const { withdrawals } = await succeed("GET", "/api/admin/withdrawals?status=pending", {
        token: admin.token,
      });
      const withdrawal = (withdrawals as { id: string; user: { username: string } }[]).find(
        (each) => each.user.username === user.username,
      );
      const approve = () =>
        call("PUT", `/api/admin/withdrawals/${withdrawal?.id}/process`, {
          token: admin.token,
          body: { action: "approve" },
          key: randomBytes(12).toString("hex"),
        });
      const stolen = (await storedToken(thief)) ?? "";
      const shorten = (totp?: string) =>
        call("PUT", "/api/user/withdrawal-delay", {
          token: stolen,
          body: { hours: 0, password: user.password, totp },
        });
      expect((await shorten()).body.code).toBe("TOTP_REQUIRED");
      const { body: shorter } = await shorten(codes[4]);
      expect(shorter.delay).toMatchObject({ hours: 24, pending: { hours: 0 } });
      expect((await approve()).body.code).toBe("WITHDRAWAL_WAITS");

      // 5. The owner's mail about it has the link that ends everything.
      await owner.goto(await mailedLink(email, "Withdrawal requested", "freeze"));
      await owner.getByRole("button", { name: "Freeze" }).click();
      await expect(owner.getByText("The account is frozen")).toBeVisible();
      await expectThrownOut(thief);
      await sendLogin(thief, user);
      await expect(thief.getByText(/This account is frozen/).first()).toBeVisible();
      expect((await call("GET", "/api/user/info", { token })).status).toBe(401);
      expect((await approve()).body.code).toBe("ACCOUNT_ON_HOLD");
      await context.close();

      // Nothing has left: the owner opens the account with a link and a code, and takes the money back.
      await owner.goto(await mailedLink(email, "Account frozen", "unfreeze"));
      await openAccount(owner, codes[5] ?? "");
      // The sessions of before stay ended.
      for (const ended of [stolen, token])
        expect((await call("GET", "/api/user/info", { token: ended })).status).toBe(401);
      const rejected = await call("PUT", `/api/admin/withdrawals/${withdrawal?.id}/process`, {
        token: admin.token,
        body: { action: "reject", adminNotes: "Its owner did not ask for it" },
        key: randomBytes(12).toString("hex"),
      });
      expect(rejected.status).toBe(200);
      const again = await succeed("POST", "/api/auth/login", {
        body: { usernameOrEmail: user.username, password: user.password, totp: codes[6] },
      });
      expect(await availableOf({ token: String(again.token) })).toBe("250.000000");
    },
  );
});

test(
  "a passkey confirms a withdrawal in the place of a code",
  everySizeInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "250");
    await setWithdrawPassword(user);
    const [code = ""] = await setUpTwoFactor(user);
    await addDevice(page);
    await addPasskey(page, user, code);
    // A new one does not confirm yet.
    await reviewWithdrawal(page, "100");
    const byPasskey = page.getByRole("button", { name: "Confirm with a passkey instead" });
    await expect(page.getByLabel("Authenticator code")).toBeVisible();
    await expect(byPasskey).toHaveCount(0);
    await query(
      "UPDATE passkey SET created_at = created_at - interval '30 days' WHERE user_id = $1",
      [user.id],
    );
    await reviewWithdrawal(page, "100");
    // It stands for the code, and not for the withdrawal password.
    await byPasskey.click();
    await expect(page.getByText("Please enter your withdrawal password")).toBeVisible();
    await page.getByLabel("Withdrawal password").fill(WITHDRAW_PASSWORD);
    await byPasskey.click();
    await expect(page.getByRole("heading", { name: "Withdrawal requested" })).toBeVisible();
    expect(await availableOf(user)).toBe("150.000000");
  },
);

test("a member of staff logs in with a passkey", everySizeInLongRun, async ({ admin, browser }) => {
  const member = await giveRights(admin, await registerPerson(), ["read"]);
  const context = await browser.newContext();
  await signInBrowser(context, member);
  const page = awaitReady(await context.newPage());
  const device = await addDevice(page);
  await addPasskey(page, member);
  await succeed("POST", "/api/auth/logout", { token: member.token });
  await expectThrownOut(page);
  await keepClear(page);
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await device.detach();
  await context.close();
});
