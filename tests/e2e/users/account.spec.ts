import { addDevice, authenticatorOf } from "../support/accounts";
import { call, credit, succeed } from "../support/api";
import { keepClear } from "../support/floating";
import { mailedToken } from "../support/mails";
import { expectSound, phoneFirst, phoneInLongRun } from "../support/pages";
import { expect, signInBrowser, test } from "../support/test";
import { askForWithdrawal, setWithdrawPassword, TRON_ADDRESS } from "../support/withdrawals";

const PERIOD_MS = 30_000;

test(
  "how the site looks follows the person to another device",
  phoneInLongRun,
  async ({ userPage: page, user, browser }) => {
    // On a first visit the server learns the zone from the browser.
    await page.context().clearCookies({ name: "time-zone" });
    await page.goto("/security-management");
    await expect(page.getByText(/GMT\+1[23]:45/).first()).toBeVisible();
    await page.goto("/profile");
    await expect(page.getByText(user.username)).toBeVisible();
    await expectSound(page);
    const stored = page.waitForResponse(
      async (response) =>
        response.url().endsWith("/api/user/preferences") &&
        (await response.request().postDataJSON()).hideBalances === true,
    );
    await expect(page.getByText("My time zone (Pacific/Chatham)")).toBeVisible();
    await page.getByText("Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByText("UTC", { exact: true }).click();
    await page.getByText("Blue / orange", { exact: true }).click();
    await page.getByRole("switch", { name: "Hide balances" }).click();
    expect((await stored).status()).toBe(200);

    const context = await browser.newContext({ colorScheme: "light" });
    await signInBrowser(context, user);
    const other = await context.newPage();
    // Before any script of ours but the inline ones: nothing flashes.
    await other.goto("/", { waitUntil: "commit" });
    await other.locator("main").waitFor();
    const root = other.locator("html");
    await expect(root).toHaveAttribute("data-theme", "dark");
    await expect(root).toHaveAttribute("data-colours", "blue-orange");
    await expect(root).toHaveAttribute("data-balances", "hidden");
    await other.goto("/security-management");
    await expect(other.getByText(/, \d\d:\d\d UTC/).first()).toBeVisible();
    await expect(other.getByText(/GMT/)).toHaveCount(0);
    await context.close();
  },
);

test(
  "the profile leads to everything and to the way out",
  phoneInLongRun,
  async ({ userPage: page }) => {
    await page.goto("/");
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Profile" })
      .filter({ visible: true })
      .click();
    await expect(page).toHaveURL("/profile");
    const paths = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      );
    expect(paths).toEqual(
      expect.arrayContaining(["/personal-info", "/security-management", "/records", "/record"]),
    );
    for (const path of new Set(paths)) {
      expect((await page.request.get(path)).status(), path).toBe(200);
    }
    await page.getByRole("button", { name: "Log out" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Log out?" });
    await expect(dialog).toBeVisible();
    await expectSound(page);
    await dialog.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/profile");
    await expect(page).toHaveURL(/\/login/);
  },
);

test(
  "the email address is confirmed by a press, not by opening the link",
  phoneInLongRun,
  async ({ userPage: page, user }) => {
    await page.goto("/personal-info");
    await expect(page.getByText("Not confirmed")).toBeVisible();
    await expectSound(page);
    const token = await mailedToken(String(user.user.email), "verify-email");
    for (let visit = 0; visit < 2; visit++) {
      await page.goto(`/verify-email?token=${token}`);
      await expect(page.getByRole("button", { name: "Confirm" })).toBeVisible();
    }
    await expectSound(page);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(`${user.user.email} is confirmed.`)).toBeVisible();
    await page.goto("/personal-info");
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  },
);

test.describe("a wrong password on the way", () => {
  test.use({ allowedConsole: ["two-factor/confirm"] });
  test(
    "two-factor is set up, asked for, and turned off with a hold",
    phoneFirst,
    async ({ userPage: page, user }) => {
      await keepClear(page);
      await page.goto("/security-management");
      await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
      await expectSound(page);
      await page.getByRole("button", { name: "Turn on" }).click();
      const setup = page.getByRole("dialog", { name: "Set up two-factor authentication" });
      await expect(setup.getByRole("img", { name: /QR code/ })).toBeVisible();
      await expectSound(page);
      const totp = await authenticatorOf(setup);
      await setup.getByRole("button", { name: "Turn on" }).click();
      await expect(setup.getByText("Enter the code of your authenticator app")).toBeVisible();
      await setup.getByLabel("Authenticator code").fill(totp.generate());
      await setup.getByLabel("Login password").fill("wrong");
      await setup.getByRole("button", { name: "Turn on" }).click();
      await expect(setup.getByText("Incorrect password")).toBeVisible();
      await setup.getByLabel("Login password").fill(user.password);
      await setup.getByRole("button", { name: "Turn on" }).click();

      const codes = page.getByRole("dialog", { name: "Recovery codes" });
      await expect(codes.getByRole("listitem")).toHaveCount(10);
      await expectSound(page);
      const recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
      await codes.getByRole("button", { name: "I have saved them" }).click();
      await expect(page.getByText("10 recovery codes left")).toBeVisible();

      const name = { usernameOrEmail: user.username, password: user.password };
      expect((await call("POST", "/api/auth/login", { body: name })).body.code).toBe(
        "TOTP_REQUIRED",
      );
      const withCode = { ...name, totp: recovery };
      expect((await call("POST", "/api/auth/login", { body: withCode })).status).toBe(200);
      await page.reload();
      await expect(page.getByText("9 recovery codes left")).toBeVisible();

      await page.getByRole("button", { name: "Turn off" }).click();
      const off = page.getByRole("dialog", { name: "Turn off two-factor authentication" });
      await off.getByLabel("Login password").fill(user.password);
      await off
        .getByLabel("Authenticator code")
        .fill(totp.generate({ timestamp: Date.now() + PERIOD_MS }));
      await off.getByRole("button", { name: "Turn off" }).click();
      await expect(off).toBeHidden();
      await expect(page.getByText(/^Withdrawals are on hold until/)).toBeVisible();
    },
  );
});

test(
  "a passkey is added, logs in, and is removed",
  phoneFirst,
  async ({ userPage: page, user }) => {
    await keepClear(page);
    await addDevice(page);
    await page.goto("/security-management");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name").fill("My phone");
    await dialog.getByLabel("Login password").fill(user.password);
    await expectSound(page);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const passkeys = page.getByRole("list", { name: "Passkeys" });
    await expect(passkeys.getByText("My phone")).toBeVisible();
    await expect(passkeys.getByText(/not used yet/)).toBeVisible();

    await page.goto("/profile");
    await page.getByRole("button", { name: "Log out" }).click();
    await page
      .getByRole("alertdialog", { name: "Log out?" })
      .getByRole("button", { name: "Log out" })
      .click();
    await expect(page).toHaveURL("/login");
    await page.goto("/login?redirect=/security-management");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL("/security-management");
    await expect(passkeys.getByText(/last used/)).toBeVisible();

    await passkeys.getByRole("button", { name: "Remove My phone" }).click();
    const removal = page.getByRole("dialog", { name: "Remove this passkey?" });
    await expectSound(page);
    await removal.getByRole("button", { name: "Confirm with a passkey instead" }).click();
    await expect(page.getByText("No passkeys yet")).toBeVisible();
  },
);

test(
  "passwords, devices and history are in one place",
  phoneInLongRun,
  async ({ userPage: page, user }) => {
    await keepClear(page);
    await succeed("POST", "/api/auth/login", {
      body: { usernameOrEmail: user.username, password: user.password },
      headers: { "user-agent": "Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1" },
    });
    await page.goto("/security-management");
    const devices = page.getByRole("list", { name: "Devices" });
    await expect(devices.getByRole("listitem")).toHaveCount(2);
    await devices.getByRole("button", { name: "Log out Safari on iPhone" }).click();
    await expect(devices.getByRole("listitem")).toHaveCount(1);
    await expect(devices.getByText("This device")).toBeVisible();

    const password = page.getByRole("heading", { name: "Login password" }).locator("xpath=../..");
    await password.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "Change login password" });
    await dialog.getByLabel("Current login password").fill(user.password);
    await dialog.getByLabel("New login password", { exact: true }).fill("123");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(
      dialog.getByText("Password should be at least 6 characters long", { exact: true }),
    ).toBeVisible();
    await expectSound(page);
    await dialog.getByLabel("New login password", { exact: true }).fill("secret-2");
    await dialog.getByLabel("Repeat new password").fill("secret-2");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText(/^Changed (today|on )/)).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Login history" }).getByText("Logged in").first(),
    ).toBeVisible();
  },
);

test(
  "withdrawals can be bound to saved addresses",
  phoneFirst,
  async ({ userPage: page, user, admin }) => {
    await keepClear(page);
    await credit(admin, user, "250");
    await setWithdrawPassword(user);
    await page.goto("/security-management");
    await page.getByRole("button", { name: "Add address" }).click();
    const dialog = page.getByRole("dialog", { name: "Save an address" });
    await dialog.getByLabel("Address", { exact: true }).fill(`${TRON_ADDRESS}x`);
    await dialog.getByLabel("Name").fill("Cold wallet");
    await dialog.getByRole("button", { name: "Save address" }).click();
    await expect(dialog.getByText(/This is not a valid TRC20 address/)).toBeVisible();
    await expectSound(page);
    await dialog.getByLabel("Address", { exact: true }).fill(TRON_ADDRESS);
    await dialog.getByRole("button", { name: "Save address" }).click();
    const list = page.getByRole("list", { name: "Saved withdrawal addresses" });
    await expect(list.getByText("Cold wallet")).toBeVisible();

    await page.goto("/withdraw/form/USDT");
    await page.getByLabel("Saved address").selectOption({ index: 1 });
    await expect(page.getByLabel("USDT address")).toHaveValue(TRON_ADDRESS);

    await page.goto("/security-management");
    await page.getByRole("switch", { name: "Withdraw to saved addresses only" }).click();
    await expect(list.getByText(/Usable from/)).toBeVisible();
    await expectSound(page);
    await page.goto("/withdraw/form/USDT");
    await expect(
      page.getByRole("option", { name: /Cold wallet · TRC20 · usable from/ }),
    ).toBeDisabled();
    await expect(page.getByLabel("USDT address")).toBeHidden();
    await expectSound(page);
  },
);

test(
  "records show what is under way first, and a pending withdrawal is cancelled",
  phoneFirst,
  async ({ userPage: page, user, admin }) => {
    await keepClear(page);
    await page.goto("/records");
    await expect(page.getByText("No deposits or withdrawals yet")).toBeVisible();
    await credit(admin, user, "250");
    await setWithdrawPassword(user);
    await askForWithdrawal(user);
    await page.goto("/records");
    const waiting = page.getByRole("region", { name: "Withdrawal · USDT · TRC20" });
    await expect(waiting.getByText("Checking")).toBeVisible();
    await expectSound(page);
    await waiting.getByRole("button", { name: "Details and cancel" }).click();
    const details = page.getByRole("dialog", { name: "Withdrawal · USDT · TRC20" });
    await expect(details).toBeVisible();
    await expectSound(page);
    await details.getByRole("button", { name: "Cancel withdrawal" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel withdrawal" }).click();
    await expect(details.getByText("Cancelled by you")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("list", { name: "Finished" }).getByText("Cancelled")).toBeVisible();
    await page.getByRole("link", { name: "Deposits", exact: true }).click();
    await expect(page.getByText("None with this filter")).toBeVisible();
  },
);

test(
  "a period is one press away in the transaction history",
  phoneInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "250");
    await page.goto("/transaction-history");
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
    await expect(page.getByText("Adjusted by support").filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Today", exact: true })).toHaveAttribute(
      "aria-current",
      "true",
    );
  },
);

test(
  "notifications float where there is no socket server too",
  phoneInLongRun,
  async ({ userPage: page, user, admin }) => {
    await page.route("**/api/realtime", (route) =>
      route.fulfill({ json: { success: true, socket: false } }),
    );
    const first = page.waitForResponse((response) =>
      response.url().includes("unread=true&limit=10"),
    );
    await page.goto("/market");
    await first;
    await credit(admin, user, "250");
    const dialog = page.getByRole("dialog", { name: "Balance increased" });
    await dialog.getByRole("button", { name: "View" }).click();
    await expect(page).toHaveURL("/notifications");
    // The welcome was there before: it does not float.
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);
