import type { Page } from "playwright/test";
import { IS_LONG } from "@/tests/support/size";
import { credit, type Person, reportDeposit, succeed } from "../support/api";
import {
  expectMissingPages,
  expectSound,
  expectSoundPage,
  expectSoundPages,
  inLongRun,
  phoneFirst,
  phoneInLongRun,
} from "../support/pages";
import { expect, OFFLINE_WORDS, test } from "../support/test";
import { setWithdrawPassword } from "../support/withdrawals";

const PUBLIC = [
  "/login",
  "/register",
  "/admin/login",
  "/forgot-password",
  "/support",
  "/reset-password?token=unknown",
  "/verify-email?token=unknown",
  "/freeze?token=unknown",
  "/unfreeze",
  "/unsubscribe?token=unknown",
  "/approve-device?token=unknown",
  "/privacy-policy",
  "/terms-conditions",
  "/about-us",
  "/legality",
  "/whitepaper",
  "/transparency/how",
  "/transparency",
  "/api-docs",
];
const USER = [
  "/",
  "/market",
  "/trade",
  "/recurring-buys",
  "/option-trading",
  "/ai-trading",
  "/advantages-of-ai-trading",
  "/deposit",
  "/deposit/networks/USDT",
  "/deposit/address/USDT?network=TRC20",
  "/withdraw",
  "/withdraw/form/USDT",
  "/storage",
  "/store-xaut",
  "/store-xaut?side=retrieve",
  "/invite-friends",
  "/record",
  "/storage?tab=savings",
  "/saving-history",
  "/transaction-history",
  "/statements",
  "/notifications",
  "/notifications/settings",
  "/chat",
  "/profile",
  "/personal-info",
  "/security-management",
  "/security-management/limits",
  "/security-management/check-message",
  "/records",
];

/** German has the longest words: what has room for them has room for the other languages. */
const inGerman = (page: Page, baseURL = "") =>
  page.context().addCookies([{ name: "language", value: "de", url: baseURL }]);

test("all public pages are sound", phoneFirst, async ({ page, admin, baseURL }) => {
  await inGerman(page, baseURL);
  // Before the first tree of a site there is less on its report.
  await succeed("POST", "/api/admin/liabilities", { token: admin.token });
  const trees = async () =>
    ((await succeed("GET", "/api/transparency/liabilities")).snapshots as object[]).length;
  await expect.poll(trees).toBeGreaterThan(0);
  await expectSoundPages(page, PUBLIC);
});

test("all pages of a user are sound", phoneFirst, async ({ userPage, user, admin, baseURL }) => {
  await inGerman(userPage, baseURL);
  await credit(admin, user, "250");
  await setWithdrawPassword(user);
  const proof = `/deposit/proof/${await firstWallet(user)}`;
  await expectSoundPages(userPage, [...USER, proof]);
});

async function firstWallet(user: Person): Promise<string> {
  const { wallets } = await succeed("GET", "/api/wallets", { token: user.token });
  return (wallets as { id: string }[])[0]?.id ?? "";
}

test(
  "the tabs of a user are sound for staff",
  phoneInLongRun,
  async ({ adminPage, user, admin }) => {
    await credit(admin, user, "250");
    await reportDeposit(user, "USDT", "100");
    const tabs = ["balance", "security", "limits", "danger"];
    await expectSoundPages(
      adminPage,
      tabs.map((tab) => `/admin/users/${user.id}?tab=${tab}`),
    );
  },
);

/** Clicks a link of the missing page: the page that it leads to shows, and not only its address. */
async function expectWayOn(page: Page, place: "main" | "navigation", link: string, to: string) {
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page does not exist");
  await page.getByRole(place).filter({ visible: true }).getByRole("link", { name: link }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(to);
}

test.describe("pages that are not there", () => {
  test.use({ allowedConsole: ["404"] });
  test("an unknown path says so and leads on", phoneFirst, async ({ page }) => {
    await expectSoundPage(page, "/no-such-page");
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await expect(page.getByText("Demo site: no real money")).toBeVisible();
    await expectWayOn(page, "main", "Home", "Log in");
    await expectWayOn(page, "main", "Market", "Log in");
  });

  test("who is logged in keeps the navigation", phoneInLongRun, async ({ userPage }) => {
    await expectSoundPage(userPage, "/no-such-page");
    await expectWayOn(userPage, "main", "Home", "Home");
    await expectWayOn(userPage, "main", "Market", "Gold market");
    await expectWayOn(userPage, "navigation", "Trade", "Trade");
  });

  test("staff on the users' side have it, too", inLongRun, async ({ adminPage }) => {
    await expectWayOn(adminPage, "main", "Home", "Home");
    await expectWayOn(adminPage, "main", "Market", "Gold market");
    await expectWayOn(adminPage, "navigation", "Trade", "Trade");
  });
});

test.describe("a page about something that is not there", () => {
  test.use({ allowedConsole: ["404"] });
  const paths = [
    "/saving/unknown",
    "/saving/00000000-0000-7000-8000-000000000000",
    "/deposit/networks/DOGE",
    "/deposit/address/DOGE",
    "/deposit/proof/00000000-0000-7000-8000-000000000000",
    "/withdraw/form/DOGE",
  ];
  test("has that title, too", inLongRun, async ({ userPage }) => {
    await expectMissingPages(userPage, paths);
  });
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow", allowedConsole: OFFLINE_WORDS });
  test("a page says so, shows nothing from before, and comes once there is one", async ({
    userPage,
    context,
  }) => {
    await userPage.goto("/");
    // Every page asks for it once it is quiet.
    await userPage.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
    });
    await context.setOffline(true);
    await userPage.evaluate(() => location.assign("/market"));
    await expect(userPage.getByRole("heading", { level: 1 })).toHaveText("You are offline");
    await expect(userPage).toHaveURL("/market");
    await context.setOffline(false);
    await userPage.getByRole("link", { name: "Try again" }).click();
    await expect(userPage.getByRole("heading", { level: 1 })).toHaveText("Gold market");

    // Whoever reads another language has it in that one.
    await context.addCookies([{ name: "language", value: "de", url: userPage.url() }]);
    await userPage.reload();
    await expect(userPage.locator("link[rel=manifest]")).toHaveAttribute(
      "href",
      "/manifest.webmanifest?language=de",
    );
    const kept = () =>
      userPage.evaluate(async () => (await (await caches.match("/offline"))?.text()) ?? "");
    await expect.poll(kept).toContain('<html lang="de">');
  });
});

test(
  "pages use the room of a tablet and of a wide screen",
  inLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "100");
    const boxOf = async (name: string) => {
      const box = await page.getByRole("region", { name, exact: true }).boundingBox();
      return box ?? { x: 0, y: 0, width: 0, height: 0 };
    };
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto("/trade");
    await expect(page.getByRole("region", { name: "Price and chart" })).toBeVisible();
    expect((await boxOf("Price and chart")).width).toBe(720);
    await expectSound(page);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Open", exact: true })).toBeVisible();
    const [value, balance] = [await boxOf("Value over time"), await boxOf("Total balance")];
    expect(balance.x + balance.width - value.x).toBe(1632);
    await page.goto("/ai-trading");
    await expect(page.getByRole("region", { name: "Allocate" })).toBeVisible();
    const [how, form] = [await boxOf("How it works"), await boxOf("Allocate")];
    expect(form.x).toBeGreaterThan(how.x + how.width);
    expect(form.y).toBe(how.y);
    await page.goto("/recurring-buys");
    await expect(page.getByRole("region", { name: "Your recurring buys" })).toBeVisible();
    const [recurring, own] = [await boxOf("New recurring buy"), await boxOf("Your recurring buys")];
    expect(own.x).toBeGreaterThan(recurring.x + recurring.width);
  },
);

test("the address of a plan without the plan leads to all of them", async ({ userPage }) => {
  await userPage.goto("/saving");
  await expect(userPage).toHaveURL("/storage?tab=savings");
});

test("a deposit address needs a network where there are several", async ({ userPage }) => {
  await userPage.goto("/deposit/address/BTC");
  await expect(userPage).toHaveURL("/deposit/address/BTC");
  await expect(userPage.getByText("Send only BTC on Bitcoin.")).toBeVisible();
  await userPage.goto("/deposit/address/USDT");
  await expect(userPage).toHaveURL("/deposit/networks/USDT");
});

test("pages ask for a login, and remember where one wanted to go", async ({
  page,
  user,
  baseURL,
}) => {
  const kept = () => page.evaluate(() => sessionStorage.getItem("redirectAfterLogin"));
  for (const path of USER) {
    const { location = "" } = (await page.request.get(path, { maxRedirects: 0 })).headers();
    const { pathname, searchParams } = new URL(location, baseURL);
    expect([pathname, searchParams.get("redirect")]).toEqual(["/login", path]);
  }
  for (const path of IS_LONG ? USER : ["/", "/storage?tab=savings", "/statements"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/login");
    expect(await kept()).toBe(path);
  }
  await page.goto("/transaction-history");
  await page.getByLabel("Username or email").fill(user.username);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/transaction-history");
});

test("every page has a nonce policy and security headers", async ({ page }) => {
  for (const path of ["/login", "/privacy-policy"]) {
    const response = await page.goto(path);
    const headers = response?.headers() ?? {};
    expect(headers["content-security-policy"]).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
    expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});
