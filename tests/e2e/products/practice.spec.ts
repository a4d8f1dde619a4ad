import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { availableOf, call, credit, succeed } from "../support/api";
import { expectSound, isPhone, phoneInLongRun } from "../support/pages";
import { awaitReady, expect, test } from "../support/test";

/** A page is of the account that its tab is for, whatever another tab does. */

const band = (page: Page) => page.locator("[data-practice-band]");
const theSwitch = (page: Page) => page.getByRole("button", { name: "Practice account" });

/** Waits for the load that the press of something leads to. */
async function loads(page: Page, press: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent("load"), press()]);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

/** Reviews an option of the shortest time, and leaves the review open. */
async function reviewOption(page: Page, amount: string): Promise<void> {
  if (isPhone()) await page.getByRole("button", { name: "Up", exact: true }).click();
  const place = isPhone() ? page.getByRole("dialog", { name: "New option" }) : page;
  await place.getByLabel("Amount", { exact: true }).fill(amount);
  await place.getByRole("button", { name: isPhone() ? "Review" : "Up", exact: true }).click();
}

const question = (page: Page) =>
  page.getByRole("alertdialog", { name: "Reset your practice balance?" });
const review = (page: Page) => page.getByRole("dialog", { name: "Review option" });

/** Sends what is reviewed. @returns what went to the server */
async function send(page: Page, amount: string) {
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/trades"),
  );
  await review(page)
    .getByRole("button", { name: `Up with ${amount}` })
    .click();
  const request = await sent;
  await expect(review(page)).toBeHidden();
  return { headers: await request.allHeaders(), body: request.postDataJSON() as object };
}

// A reset is refused while an order waits.
test.use({ allowedConsole: ["409"] });

test(
  "somebody practises beside their real account, and neither touches the other",
  phoneInLongRun,
  async ({ userPage: page, user, admin, context }) => {
    const { token } = user;
    await credit(admin, user, "250");
    await succeed("POST", "/api/user/accept-risk", { token, body: { product: "option" } });
    const tradesOf = async (account: "real" | "practice") => {
      const headers = { "x-account": account };
      const { trades } = await succeed("GET", "/api/trades/user", { token, headers });
      return (trades as { amount: string }[]).map(({ amount }) => amount);
    };
    const realMoney = () => availableOf({ token });

    // Another tab, from before, with an option of the real account half made.
    const realTab = awaitReady(await context.newPage());
    await realTab.goto("/option-trading");
    await reviewOption(realTab, "20");
    await expect(review(realTab)).toBeVisible();

    await page.goto("/");
    await expect(band(page)).toBeHidden();
    await expect(theSwitch(page)).toHaveAttribute("aria-pressed", "false");
    await theSwitch(page).focus();
    await loads(page, () => page.keyboard.press("Enter"));
    await expect(theSwitch(page)).toHaveAttribute("aria-pressed", "true");
    await expect(band(page)).toContainText("play money at real prices");
    const balance = page.getByRole("region", { name: "Practice balance" });
    await expect(balance.getByText("10,000.00 USDT Practice").first()).toBeVisible();
    await expect(page.getByText("250.00")).toHaveCount(0);
    await expectSound(page);

    // Gold is bought with play money at once; the reset takes both back.
    await succeed("POST", "/api/trades", {
      token,
      body: { type: "manual", side: "buy", amount: "1000" },
      key: randomUUID(),
      headers: { "x-account": "practice" },
    });
    await expect(balance.getByText("9,000.00 USDT Practice")).toBeVisible();
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await expect(question(page)).toBeVisible();
    await expectSound(page);
    await question(page)
      .getByRole("button", { name: /^Reset to/ })
      .click();
    await expect(question(page)).toBeHidden();
    await expect(balance.getByText("0.000000 XAUT Practice")).toBeVisible();
    await expect(balance.getByText("10,000.00 USDT Practice").first()).toBeVisible();

    // What is not part of it leads back, and nowhere else.
    await page.goto("/withdraw");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not part of practice");
    await expect(page.getByRole("main").getByText("10,000.00")).toHaveCount(0);
    const back = page.getByRole("main").getByRole("button", { name: "Use my real account" });
    await expect(back).toBeVisible();
    await expectSound(page);

    await page.goto("/option-trading");
    await reviewOption(page, "100");
    await expect(review(page).getByText("100.00 USDT Practice").first()).toBeVisible();
    await expectSound(page);
    const practised = await send(page, "100.00");
    expect(practised.headers["x-account"]).toBe("practice");
    await expect(page.getByRole("timer").first()).toBeVisible();
    // What was before the reset stays in the history.
    expect(await tradesOf("practice")).toEqual(["100.000000", "1000.000000"]);
    expect(await tradesOf("real")).toEqual([]);
    expect(await realMoney()).toBe("250.000000");

    // The other tab is still one of the real account, and so is its order.
    await expect(band(realTab)).toBeHidden();
    const agreed = await send(realTab, "20.00");
    expect(agreed.headers["x-account"]).toBeUndefined();
    expect(await tradesOf("real")).toEqual(["20.000000"]);
    expect(await tradesOf("practice")).toEqual(["100.000000", "1000.000000"]);
    expect(await realMoney()).toBe("230.000000");
    // Nor does a key of one account find what the other did with it.
    const again = await call("POST", "/api/trades", {
      token,
      body: agreed.body,
      key: practised.headers["idempotency-key"],
    });
    expect(again.status).toBe(201);
    expect(await tradesOf("real")).toEqual(["20.000000", "20.000000"]);
    expect(await tradesOf("practice")).toEqual(["100.000000", "1000.000000"]);

    // Each has its own lists and receipts, also by a full load.
    await page.goto("/record");
    await page.getByText("100.00 USDT Practice").filter({ visible: true }).first().click();
    const receipt = page.getByRole("dialog", { name: "Receipt" });
    await expect(receipt.getByText("Practice trades are not in the public log")).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(page.getByText("20.00")).toHaveCount(0);
    await realTab.goto("/record");
    await expect(realTab.getByText(/^20\.00.USDT$/).first()).toBeAttached();
    await expect(realTab.getByText("USDT Practice")).toHaveCount(0);
    await page.goto("/transaction-history");
    // A stake is no change of wealth before its option is over.
    await expect(
      page.getByRole("button", { name: /^Bought XAUT −1,000\.00.USDT Practice/ }),
    ).toHaveCount(1);

    // While something is open there is no reset, and the way back takes nothing along.
    await succeed("POST", "/api/orders", {
      token,
      body: { side: "buy", type: "limit", amount: "100", price: "3000" },
      key: randomUUID(),
      headers: { "x-account": "practice" },
    });
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await question(page)
      .getByRole("button", { name: /^Reset to/ })
      .click();
    await expect(question(page).getByText("Something is still open in practice")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await loads(page, () =>
      band(page).getByRole("button", { name: "Use my real account" }).click(),
    );
    await expect(band(page)).toBeHidden();
    await expect(theSwitch(page)).toHaveAttribute("aria-pressed", "false");
    await expect(page.getByRole("region", { name: "Practice balance" })).toHaveCount(0);
    await expect(page.getByText("USDT Practice")).toHaveCount(0);
  },
);
