import { call, type Person, registerPerson, succeed } from "../support/api";
import { expect, expectNoAxeFindings, OFFLINE_WORDS, signInBrowser, test } from "../support/test";

/** What the whole site does, whichever page is open: settings, panels, sessions, toasts. */

async function configure(admin: Person, settings: Record<string, unknown>): Promise<void> {
  const body = { ...settings, password: admin.password };
  await succeed("PUT", "/api/settings/config", { token: admin.token, body });
}

test.describe("settings", () => {
  test.afterEach(async ({ admin }) => {
    await configure(admin, {
      siteName: "Aurum",
      logoUrl: "/logo.png",
      metaDescription: "Trade Tether Gold (XAUT) with real-time data and professional tools",
      userPanelEnabled: true,
      adminPanelEnabled: true,
    });
  });

  test("name, logo and description of the settings show at once", async ({ page, admin }) => {
    await configure(admin, {
      siteName: "Assay House",
      logoUrl: "/logo.png?v=2",
      metaDescription: "Gold by weight",
    });
    await page.goto("/about-us");
    await expect(page).toHaveTitle(/ - Assay House$/);
    await page.goto("/login");
    await expect(page).toHaveTitle("Log in - Assay House");
    const description = page.locator("meta[name=description]");
    await expect(description).toHaveAttribute("content", "Gold by weight");
    await expect(page.getByText("Assay House").first()).toBeVisible();
    const logo = page.getByRole("img", { name: "Assay House logo" });
    await expect(logo).toBeVisible();
    await expect(logo).toHaveAttribute("src", "/logo.png?v=2");
  });

  test("a panel that is switched off sends its people to log in", async ({
    admin,
    adminPage,
    userPage,
  }) => {
    await configure(admin, { userPanelEnabled: false });
    await userPage.goto("/market");
    await expect(userPage).toHaveURL(/\/login$/);
    await configure(admin, { userPanelEnabled: true, adminPanelEnabled: false });
    await userPage.goto("/market");
    await expect(userPage).toHaveURL("/market");
    await adminPage.goto("/admin/users");
    await expect(adminPage).not.toHaveURL(/\/admin/);
  });
});

test.describe("a session that ended", () => {
  // The refused requests are what this is about, and a socket may be cut off while it opens.
  test.use({ allowedConsole: ["401", "WebSocket is closed before the connection"] });

  test("says so, forgets the person and comes back after logging in", async ({ context, page }) => {
    const person = await registerPerson();
    await signInBrowser(context, person);
    await page.goto("/notifications");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
    await succeed("POST", "/api/auth/logout", { token: person.token });
    await expect(page).toHaveURL("/login");
    await expect(page.getByText("Session expired. Please login again.").first()).toBeVisible();
    const kept = await page.evaluate(() => [
      localStorage.getItem("token"),
      localStorage.getItem("user"),
      sessionStorage.getItem("redirectAfterLogin"),
    ]);
    expect(kept).toEqual([null, null, "/notifications"]);
    const { status, body } = await call("GET", "/api/auth/profile", { token: person.token });
    expect([status, body.message]).toEqual([401, "Session expired. Please login again."]);

    await page.getByLabel("Username or email").fill(person.username);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/notifications");
    // Whoever is logged in has nothing to do on the login pages.
    for (const path of ["/login", "/register"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/");
    }
  });
});

test.describe("toasts", () => {
  test.use({ allowedConsole: ["401"] });

  test("show one at a time, for three seconds", async ({ page }) => {
    await page.clock.install();
    await page.goto("/login");
    await page.getByLabel("Username or email").fill("nobody-at-all");
    await page.getByLabel("Password").fill("wrong-password");
    const submit = page.getByRole("button", { name: "Log in" });
    const toasts = page.locator("[data-sonner-toast]");
    await submit.click();
    await expect(toasts).toHaveText("Invalid credentials");
    const message = "Another answer";
    await page.route("**/api/auth/login", (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, code: "INVALID_CREDENTIALS", message },
      }),
    );
    // From here on the page's time passes only when it is told to, however long an answer takes.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
    await submit.click();
    const second = toasts.filter({ hasText: message });
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return second.count();
      })
      .toBe(1);
    await page.clock.runFor(500);
    await expect(toasts).toHaveText(message);
    await page.clock.runFor(2_000);
    await expect(toasts).toHaveText(message);
    await page.clock.runFor(1_000);
    await expect(toasts).toHaveCount(0);
    // The reason stays where the mistake is.
    await expect(page.getByRole("main").getByText(message)).toBeVisible();
  });
});

test.describe("without a network", () => {
  test.use({ allowedConsole: OFFLINE_WORDS });

  test("a link keeps the page and what was typed there", async ({ userPage: page, context }) => {
    await page.goto("/trade");
    await page.getByLabel("Amount to spend").fill("12.5");
    // What the page still fetches would fail without a network, too.
    await expect(page.locator("canvas").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    const banner = page.getByText("Network error. Please check your connection.");
    await expect(banner).toBeVisible();
    const market = page
      .getByRole("navigation", { name: "Main" })
      .filter({ visible: true })
      .getByRole("link", { name: "Market" });
    await market.click();
    await expect(banner).toBeInViewport();
    await expect(page).toHaveURL("/trade");
    await expect(page.getByLabel("Amount to spend")).toHaveValue("12.5");
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    await market.click();
    await expect(page).toHaveURL("/market");
  });
});

test("the browser keeps the language of the person", async ({ page }) => {
  await page.goto("/login");
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("en");
});

test("the API reference is searched, and an operation tried as whoever is logged in", async ({
  userPage,
}) => {
  await userPage.goto("/api-docs");
  const search = userPage.getByLabel("Search by path or words");
  await search.fill("get withdrawals terms");
  const operation = userPage.getByRole("button", { name: "/api/withdrawals/terms" });
  await expect(userPage.locator("[data-api-explorer] li")).toHaveCount(1);
  await operation.click();
  const operations = userPage.locator(".opblock");
  await operations.getByRole("button", { name: "Try it out" }).click();
  await operations.getByRole("button", { name: "Execute" }).click();
  await expect(operations.locator(".curl")).toContainText("/api/withdrawals/terms");
  await expect(operations.locator(".live-responses-table")).toContainText('"success": true');
  await expectNoAxeFindings(userPage);
});
