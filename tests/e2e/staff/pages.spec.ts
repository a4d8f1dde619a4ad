import { reportDeposit } from "../support/api";
import {
  expectMissingPages,
  expectSoundPage,
  expectSoundPages,
  phoneFirst,
  phoneInLongRun,
} from "../support/pages";
import { expect, test } from "../support/test";

const ADMIN = [
  "/admin",
  "/admin/users",
  "/admin/chat",
  "/admin/deposits",
  "/admin/withdrawals",
  "/admin/trades",
  "/admin/saving-plans",
  "/admin/saving-plans?tab=savings",
  "/admin/house",
  "/admin/house?tab=movements",
  "/admin/house?tab=limits",
  "/admin/reserves",
  "/admin/reserves?tab=history",
  "/admin/help",
  "/admin/wallets",
  "/admin/customer-service",
  "/admin/create-notifications",
  "/admin/setting",
  "/admin/documents",
  "/admin/documents/new?type=legality&language=pt",
  "/admin/staff",
  "/admin/approvals",
  "/admin/audit",
  "/admin/public-log",
];

test("all pages of the panel are sound", phoneFirst, async ({ user, adminPage }) => {
  // An amount that makes the table wider than its place.
  await reportDeposit(user, "BNB", "123456.123456");
  await expectSoundPages(adminPage, ADMIN);
});

test.describe("an address that no staff page has", () => {
  test.use({ allowedConsole: ["404"] });
  test("leads back to the panel", phoneInLongRun, async ({ adminPage }) => {
    await expectSoundPage(adminPage, "/admin/no-such-page");
    await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText(
      "This page does not exist",
    );
    await expect(adminPage).toHaveTitle(/^This page does not exist/);
    await expect(adminPage.getByText("Demo site: no real money")).toBeVisible();
    await adminPage.getByRole("link", { name: "Home" }).click();
    await expect(adminPage).toHaveURL("/admin");
    await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText("Overview");
  });
});

test.describe("a page about something that is not there", () => {
  test.use({ allowedConsole: ["404"] });
  const paths = [
    "/admin/users/unknown",
    "/admin/users/00000000-0000-7000-8000-000000000000",
    "/admin/documents/00000000-0000-7000-8000-000000000000",
  ];
  test("has that title, too", async ({ adminPage }) => {
    await expectMissingPages(adminPage, paths);
  });
});

test("staff pages are closed to users", async ({ userPage }) => {
  for (const path of [...ADMIN, "/admin/no-such-page"]) {
    const answer = await userPage.request.get(path, { maxRedirects: 0 });
    expect(answer.headers().location, path).toMatch(/\/admin\/login/);
  }
  await userPage.goto("/admin/users");
  await expect(userPage).toHaveURL(/\/admin\/login/);
  await expect(userPage.getByText("Insufficient permissions").first()).toBeVisible();
});
