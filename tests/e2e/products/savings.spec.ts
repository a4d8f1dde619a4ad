import { call, credit, succeed } from "../support/api";
import { expectNarrow, expectSoundThemes, inLongRun, phoneFirst } from "../support/pages";
import { expect, test } from "../support/test";

test(
  "a user saves in a fixed plan and takes it back",
  phoneFirst,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "250");
    await page.goto("/storage?tab=savings");
    await expect(page.getByRole("link", { name: "Savings", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await page.getByRole("link", { name: "Fixed USDT, 30 days" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fixed USDT, 30 days");
    await expect(
      page.getByText("An early refund returns the principal only, without profit."),
    ).toBeVisible();
    await expectSoundThemes(page);
    await expectNarrow(page);

    const amount = page.getByLabel("Amount", { exact: true });
    await amount.fill("49.99");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText("The minimum of this plan is 50.00 USDT")).toBeVisible();
    await expect(amount).toBeFocused();
    await amount.fill("100");
    await expect(page.getByText("What 100.00 USDT returns")).toBeVisible();
    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review saving" });
    await expect(review.getByText("0.33 USDT")).toBeVisible();
    await expectSoundThemes(page);
    await expectNarrow(page);
    await review.getByRole("button", { name: "Save 100.00 USDT" }).click();
    await expect(page.getByRole("heading", { name: "Saving started" })).toBeVisible();

    await page.getByRole("link", { name: "My savings" }).click();
    await expect(page).toHaveURL("/saving-history?status=pending");
    await expect(page.getByRole("tab", { name: "Pending" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByRole("heading", { name: "Fixed USDT, 30 days" })).toBeVisible();
    await expectSoundThemes(page);
    await expectNarrow(page);
    await page.goto("/saving-history");
    await expect(page.getByRole("tab", { name: "All" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("heading", { name: "Fixed USDT, 30 days" })).toBeVisible();
    await page.getByRole("button", { name: "Refund" }).click();
    const refund = page.getByRole("dialog", { name: "Review refund" });
    await expect(refund.getByText(/has not started yet/)).toBeVisible();
    await expectSoundThemes(page);
    await refund.getByRole("button", { name: "Refund 100.00 USDT" }).click();
    await expect(page.getByRole("heading", { name: "Refunded" })).toBeVisible();
    await page.getByRole("tab", { name: "Pending" }).click();
    await expect(page.getByRole("heading", { name: "Fixed USDT, 30 days" })).toBeHidden();
    await page.getByRole("tab", { name: "Cancelled" }).click();
    await expect(page.getByRole("heading", { name: "Fixed USDT, 30 days" })).toBeVisible();
    const { balances } = await succeed("GET", "/api/auth/balance", { token: user.token });
    expect(balances).toMatchObject({
      USDT: { available: "250.000000" },
      savings: { USDT: "0.000000" },
    });
  },
);

test(
  "an empty history leads to the plans, and a flexible plan says its rule",
  phoneFirst,
  async ({ userPage: page }) => {
    await page.goto("/saving-history");
    await expect(page.getByText("No savings yet")).toBeVisible();
    await page.getByRole("link", { name: "See the plans" }).click();
    await page.getByRole("link", { name: "Flexible XAUT" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Flexible XAUT");
    await expect(
      page.getByText("A refund at any time returns the principal and the profit so far."),
    ).toBeVisible();
    await page.getByLabel("Amount", { exact: true }).fill("1");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText("Insufficient balance")).toBeVisible();
  },
);

test(
  "a plan closed by staff takes no more, and its page says so",
  inLongRun,
  async ({ userPage: page, user, admin }) => {
    const { saving } = await succeed("POST", "/api/admin/savings", {
      token: admin.token,
      body: {
        name: "Short",
        type: "fixed",
        currency: "USDT",
        dailyRate: "0.0001",
        durationDays: 7,
        minAmount: "10",
      },
    });
    const { id } = saving as { id: string };
    await page.goto(`/saving/${id}`);
    await expect(page.getByRole("button", { name: "Review" })).toBeVisible();
    await succeed("PATCH", `/api/admin/savings/${id}/toggle-status`, { token: admin.token });
    await page.reload();
    await expect(page.getByText(/takes no new subscriptions now/)).toBeVisible();
    const body = { savingId: id, amount: "10" };
    const { status } = await call("POST", "/api/savings/user/create", { token: user.token, body });
    expect(status).toBe(409);
    // An open page would go on asking for the plan.
    await page.goto("/profile");
    await succeed("DELETE", `/api/admin/savings/${id}`, { token: admin.token });
  },
);
