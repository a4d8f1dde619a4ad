import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { checkpointIn } from "@/lib/transparency/log/checkpoint";
import { readEntries } from "@/lib/transparency/log/reading";
import { parseTilePath, type Tile, tilePath, tileReader } from "@/lib/transparency/log/tiles";
import { shownLog } from "@/tests/support/transparency/shown-log";
import { call, credit, type Person, registerPerson, succeed } from "../support/api";
import { inLongRun } from "../support/pages";
import { folderOfSite } from "../support/site";
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

  test(
    "a panel that is switched off sends its people to log in",
    inLongRun,
    async ({ admin, adminPage, userPage }) => {
      await configure(admin, { userPanelEnabled: false });
      await userPage.goto("/market");
      await expect(userPage).toHaveURL(/\/login$/);
      await configure(admin, { userPanelEnabled: true, adminPanelEnabled: false });
      await userPage.goto("/market");
      await expect(userPage).toHaveURL("/market");
      await adminPage.goto("/admin/users");
      await expect(adminPage).not.toHaveURL(/\/admin/);
    },
  );
});

test.describe("a session that ended", () => {
  // The refused requests are what this is about, and a socket may be cut off while it opens.
  test.use({ allowedConsole: ["401"] });

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

  test("show one at a time, for three seconds", inLongRun, async ({ page }) => {
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

  test(
    "a link keeps the page and what was typed there",
    inLongRun,
    async ({ userPage: page, context }) => {
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
    },
  );
});

test("the browser keeps the language of the person", async ({ page }) => {
  await page.goto("/login");
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("en");
});

test(
  "the API reference is searched, and an operation tried as whoever is logged in",
  inLongRun,
  async ({ userPage }) => {
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
  },
);

test.describe("the public log", () => {
  /** The newest checkpoint that the browser has checked and kept. */
  const keptNote = (page: Page): Promise<string> =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opened = indexedDB.open("witness", 1);
          opened.onupgradeneeded = () => opened.result.createObjectStore("log");
          opened.onsuccess = () => {
            const read = opened.result.transaction("log").objectStore("log").get("kept");
            read.onsuccess = () => {
              opened.result.close();
              resolve((read.result as { note: string } | undefined)?.note ?? "");
            };
          };
        }),
    );
  const get = async (path: string) => {
    const response = await fetch(`http://localhost:${process.env.E2E_PORT}/log/${path}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const served = async () => new TextDecoder().decode(await get("checkpoint"));
  const sizeOf = (note: string) => (note ? checkpointIn(note).size : 0);

  /** The site's log as its operator could sign it, with another text of its first entry. */
  async function rewritten() {
    const { size, origin } = checkpointIn(await served());
    const load = (tile: Tile) => get(tilePath(tile));
    const entries = await readEntries({ from: 0, to: size }, load, tileReader(size, load));
    const { signingKey } = JSON.parse(
      readFileSync(join(folderOfSite(), "log-key.json"), "utf8"),
    ) as { signingKey: string };
    const seed = new Uint8Array(Buffer.from(signingKey, "base64url"));
    const texts = entries.map((entry) => new TextDecoder().decode(entry));
    return shownLog(texts.with(0, "{}"), { name: origin, seed });
  }

  test("is held against what the browser saw of it, and what was rewritten is said on every page", async ({
    context,
    page,
  }) => {
    const banner = page.getByRole("alert").getByText("not the one that this browser saw before");
    await page.goto("/about-us");
    await expect.poll(() => keptNote(page)).not.toBe("");
    const first = await keptNote(page);
    await expect.poll(async () => sizeOf(await served())).toBeGreaterThan(sizeOf(first));
    await page.reload();
    await expect.poll(async () => sizeOf(await keptNote(page))).toBeGreaterThan(sizeOf(first));
    await expect(banner).toBeHidden();

    const before = await keptNote(page);
    const { key, checkpoint, tile } = await rewritten();
    await context.route("**/log/**", async (route) => {
      const path = new URL(route.request().url()).pathname.replace("/log/", "");
      const asked = parseTilePath(path);
      if (!asked) {
        const body = path === "key" ? `${key}\n` : checkpoint;
        return route.fulfill({ contentType: "text/plain; charset=utf-8", body });
      }
      const body = Buffer.from(await tile(asked));
      return route.fulfill({ contentType: "application/octet-stream", body });
    });
    await page.goto("/login");
    await expect(banner).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByText("Show both records").click();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy both" }).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(before.trim());
    expect(copied).toContain(checkpoint.trim());

    // That the site shows the old one again makes nothing undone.
    await context.unroute("**/log/**");
    await page.goto("/whitepaper");
    await expect(banner).toBeVisible();
  });
});

test("a person's balance is looked for in the published sums, and one that is not there is said", async ({
  userPage: page,
  user,
  admin,
  context,
}) => {
  await credit(admin, user, "75");
  await succeed("POST", "/api/admin/liabilities", { token: admin.token });
  const published = async () =>
    (await call("GET", "/api/user/liability-proof", { token: user.token })).body;
  await expect.poll(published).toMatchObject({ owed: { USDT: "75.000000" } });
  await page.goto("/profile");
  const card = page.getByRole("region", { name: "Your balance in the published sums" });
  await expect(card.getByText("75.00 USDT and 0.000000 XAUT")).toBeVisible();
  await expectNoAxeFindings(page);

  // The site owes more than its tree says, which whoever logs in again is told.
  await context.route("**/api/user/liability-proof", async (route) => {
    const response = await route.fetch();
    const proof = await response.json();
    const owed = { ...proof.owed, USDT: "75.000001" };
    await route.fulfill({ response, json: { ...proof, owed } });
  });
  await page.evaluate(() => localStorage.removeItem("balance-checked"));
  await page.goto("/market");
  const banner = page.getByRole("alert").filter({ hasText: "Less stands there" });
  await expect(banner).toBeVisible();
  await expectNoAxeFindings(page);
  await banner.getByRole("button", { name: "Write to support" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(/Less stands there/);
  await expect(banner).toBeVisible();
});
