import { everySize, expectSoundPage } from "../support/pages";
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
];

for (const path of ADMIN) {
  test(`${path} is sound for staff`, everySize, async ({ adminPage }) => {
    await expectSoundPage(adminPage, path);
  });
}

test.describe("an address that no staff page has", () => {
  test.use({ allowedConsole: ["404"] });
  test("leads back to the panel", everySize, async ({ adminPage }) => {
    await expectSoundPage(adminPage, "/admin/no-such-page");
    await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText(
      "This page does not exist",
    );
    await expect(adminPage).toHaveTitle(/^This page does not exist/);
    await adminPage.getByRole("link", { name: "Home" }).click();
    await expect(adminPage).toHaveURL("/admin");
  });
});

test("staff pages are closed to users", async ({ userPage }) => {
  for (const path of ADMIN) {
    await userPage.goto(path);
    await expect(userPage).toHaveURL(/\/admin\/login/);
  }
  await expect(userPage.getByText("Insufficient permissions").first()).toBeVisible();
});
