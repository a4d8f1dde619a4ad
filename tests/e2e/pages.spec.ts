import type { Page } from "playwright/test";
import { credit, pngImage, succeed } from "./support/api";
import {
  expect,
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  setTheme,
  test,
} from "./support/test";

const PUBLIC = [
  "/login",
  "/register",
  "/admin/login",
  "/forgot-password",
  "/reset-password?token=unknown",
  "/verify-email?token=unknown",
  "/privacy-policy",
  "/terms-conditions",
  "/about-us",
  "/legality",
  "/whitepaper",
  "/api-docs",
];
const USER = [
  "/",
  "/market",
  "/trade",
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
  "/notifications",
  "/chat",
  "/profile",
  "/personal-info",
  "/security-management",
  "/records",
];
const ADMIN = [
  "/admin",
  "/admin/users",
  "/admin/chat",
  "/admin/deposits",
  "/admin/withdrawals",
  "/admin/trades",
  "/admin/wallets",
  "/admin/customer-service",
  "/admin/create-notifications",
  "/admin/setting",
  "/admin/documents",
  "/admin/documents/new?type=legality&language=pt",
  "/admin/staff",
  "/admin/approvals",
  "/admin/audit",
  "/admin/saving-plans",
  "/admin/saving-plans?tab=savings",
  "/admin/house",
  "/admin/house?tab=movements",
  "/admin/house?tab=limits",
  "/admin/help",
];
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 412, height: 839 };
const NARROWEST = { width: 320, height: 640 };
const everySize = { tag: "@every-size" };

/**
 * Sound at the sizes of the project: axe, no sideways scroll, one h1, a title. Both themes on a
 * desktop; a phone has other elements, but no other colours.
 */
async function expectSoundPage(page: Page, path: string): Promise<void> {
  const isPhone = test.info().project.name === "phone";
  await page.setViewportSize(isPhone ? NARROWEST : DESKTOP);
  await page.goto(path);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page).toHaveTitle(/.+ - Aurum$/);
  await expectNoSidewaysScroll(page);
  if (isPhone) {
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  }
  for (const theme of isPhone ? (["dark"] as const) : (["dark", "light"] as const)) {
    await setTheme(page, theme);
    await expectNoAxeFindings(page);
  }
}

for (const path of PUBLIC) {
  test(`${path} is sound`, everySize, async ({ page }) => {
    await expectSoundPage(page, path);
  });
}

for (const path of USER) {
  test(`${path} is sound for a user`, everySize, async ({ userPage, user, admin }) => {
    await credit(admin, user, "250");
    const body = { password: user.password, withdrawPassword: "withdraw-1" };
    await succeed("PUT", "/api/user/set-withdraw-password", { token: user.token, body });
    await expectSoundPage(userPage, path);
  });
}

for (const path of ADMIN) {
  test(`${path} is sound for staff`, everySize, async ({ adminPage }) => {
    await expectSoundPage(adminPage, path);
  });
}

test(
  "the proof page and a user's detail page are sound",
  everySize,
  async ({ userPage, adminPage, user, admin }) => {
    await credit(admin, user, "250");
    const { wallets } = await succeed("GET", "/api/wallets", { token: user.token });
    const wallet = (wallets as { id: string }[])[0]?.id ?? "";
    await expectSoundPage(userPage, `/deposit/proof/${wallet}`);
    const form = new FormData();
    form.set("walletId", wallet);
    form.set("amount", "100");
    form.set("proof", new Blob([new Uint8Array(pngImage())], { type: "image/png" }), "proof.png");
    await succeed("POST", "/api/deposits", { token: user.token, form });
    await expectSoundPage(adminPage, `/admin/users/${user.id}`);
    for (const tab of ["security", "limits", "danger"]) {
      await expectSoundPage(adminPage, `/admin/users/${user.id}?tab=${tab}`);
    }
  },
);

test.describe("pages that are not there", () => {
  test.use({ allowedConsole: ["404"] });
  test("an unknown path says so and leads on", everySize, async ({ page }) => {
    await expectSoundPage(page, "/no-such-page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page does not exist");
    await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Market" })).toBeVisible();
  });

  test("who is signed in keeps the navigation", everySize, async ({ userPage }) => {
    await expectSoundPage(userPage, "/no-such-page");
    const nav = userPage.getByRole("navigation", { name: "Main" }).filter({ visible: true });
    await expect(nav.getByRole("link", { name: "Trade" })).toBeVisible();
  });
});

test("pages ask for a sign-in, and remember where one wanted to go", async ({ page, user }) => {
  for (const path of USER) {
    await page.goto(path);
    await expect(page).toHaveURL("/login");
  }
  await page.goto("/transaction-history");
  await page.getByLabel("Username or email").fill(user.username);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/transaction-history");
});

test("staff pages are closed to users", async ({ userPage }) => {
  for (const path of ADMIN) {
    await userPage.goto(path);
    await expect(userPage).toHaveURL(/\/admin\/login/);
  }
  await expect(userPage.getByText("Insufficient permissions").first()).toBeVisible();
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
