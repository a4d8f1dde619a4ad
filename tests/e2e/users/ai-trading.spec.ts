import { randomBytes } from "node:crypto";
import { credit, succeed } from "../support/api";
import { expectSoundThemes, phoneFirst, phoneInLongRun } from "../support/pages";
import { query } from "../support/site";
import { expect, expectNoSidewaysScroll, test } from "../support/test";

const DAYS = 400;

/** Daily history that ends with yesterday: the replayed prices have none. */
async function storeHistory(): Promise<void> {
  await query(
    `INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
     SELECT '1d', date_trunc('day', now(), 'UTC') - make_interval(days => n::int), 400000000000, 401000000000 + n * 100000000,
       399000000000 - n * 100000000, 400000000000 + (n % 20) * 100000000, 'simulated', true, true
     FROM generate_series(1::bigint, $1) AS n ON CONFLICT DO NOTHING`,
    [DAYS],
  );
}

/**
 * Gives a person's runs one candle to decide on: a day that ended within this minute, so not too late to trade on.
 * At once, so that no run decides on it before.
 */
async function endDay(userId: string): Promise<void> {
  await query(
    `WITH ended AS (
       INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
       VALUES ('1d', date_trunc('minute', now()) - interval '1 day', 400000000000, 401000000000, 399000000000,
         400000000000, 'simulated', true, true) ON CONFLICT DO NOTHING)
     UPDATE strategy_run SET last_candle_at = date_trunc('minute', now()) - interval '1 day 1 second'
     WHERE user_id = $1`,
    [userId],
  );
}

/** Takes away the days that another test has ended: a new run would decide on them, too. */
async function forgetEndedDays(): Promise<void> {
  await query(
    `DELETE FROM market_candle WHERE "interval" = '1d' AND open_time <> date_trunc('day', open_time, 'UTC')`,
  );
}

test.beforeAll(storeHistory);
test.beforeEach(forgetEndedDays);

test(
  "a user tests rules, allocates, sees the run and stops it",
  phoneFirst,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "500");
    await page.goto("/");
    await page.getByRole("link", { name: "AI trading" }).click();
    await expect(page).toHaveURL("/ai-trading");
    await expect(page.getByRole("heading", { name: "How it works" })).toBeVisible();

    await page.getByRole("radio", { name: /Regular purchases/ }).check();
    await page.getByLabel("Candle length").selectOption("1d");
    await page.getByLabel("Purchases", { exact: true }).fill("4");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText("Enter an amount")).toBeVisible();

    await page.getByRole("button", { name: "Test on past prices" }).click();
    await expect(page.getByText(/these rules would have made/)).toBeVisible();
    await expect(page.getByText(/^On recorded prices of gold, XAU\/USD/)).toBeVisible();
    await page.getByRole("tab", { name: "Last 30%" }).click();
    // The panel before stays until it has faded.
    const part = page.getByRole("tabpanel", { name: "Last 30%" });
    await expect(part.getByRole("row", { name: /^Maximum drawdown/ })).toBeVisible();
    await page.getByRole("button", { name: "View as table" }).click();
    await expect(page.getByRole("table", { name: "Value over time" })).toBeVisible();
    await expectSoundThemes(page);

    await page.getByLabel("Amount", { exact: true }).fill("100");
    await page.getByRole("button", { name: "Review" }).click();
    const risk = page.getByRole("dialog", { name: "Before your first run" });
    await risk.getByLabel("Gain or lose; a loss is possible at any time").check();
    await risk.getByLabel("Not better").check();
    await expectSoundThemes(page);
    await risk.getByRole("button", { name: "I accept the risk" }).click();
    const review = page.getByRole("dialog", { name: "Review allocation" });
    await expect(review.getByText("Rules on recorded prices of gold")).toBeVisible();
    await expectSoundThemes(page);
    await review.getByRole("button", { name: "Allocate 100.00 USDT" }).click();
    await expect(page.getByRole("heading", { name: "Run started" })).toBeFocused();

    const card = page.getByRole("region", { name: "Run of Regular purchases (DCA)" });
    await expect(card.getByText("Running", { exact: true })).toBeVisible();
    await card.getByRole("button", { name: "Details" }).click();
    const detail = page.getByRole("dialog", { name: "Regular purchases (DCA)" });
    await expect(detail.getByText("No signal yet")).toBeVisible();
    await expectSoundThemes(page);
    await detail.getByRole("button", { name: "Close" }).click();

    await card.getByRole("button", { name: "Stop" }).click();
    const stop = page.getByRole("dialog", { name: "Stop this run" });
    await stop.getByRole("button", { name: "Stop and return everything" }).click();
    await expect(page.getByRole("heading", { name: "Ended runs" })).toBeVisible();
    await expect(card).toHaveCount(0);
    const { balances } = await succeed("GET", "/api/auth/balance", { token: user.token });
    expect(balances).toMatchObject({ USDT: { available: "500.000000" } });
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  },
);

test(
  "a run trades at a recorded price while its page is open",
  phoneInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "500");
    const { token } = user;
    await succeed("POST", "/api/user/accept-risk", { token, body: { product: "ai" } });
    const params = { interval: "1d", purchases: 2, every: 1 };
    await succeed("POST", "/api/trades", {
      token,
      key: randomBytes(8).toString("hex"),
      body: { type: "ai", strategy: "dca", amount: "100", params },
    });
    await page.goto("/ai-trading");
    const card = page.getByRole("region", { name: "Run of Regular purchases (DCA)" });
    await expect(card).toBeVisible();
    await expect(card.getByText("50.00 USDT")).toHaveCount(0);
    await endDay(user.id);
    // Decided, filled at the next tick and shown, without a reload.
    await expect(card.getByText("50.00 USDT")).toBeVisible();
    await card.getByRole("button", { name: "Details" }).click();
    const detail = page.getByRole("dialog", { name: "Regular purchases (DCA)" });
    const signal = detail.getByRole("listitem").filter({ hasText: "Purchase 1 of 2" });
    await expect(signal.getByText("Filled", { exact: true })).toBeVisible();
    await expectSoundThemes(page);
    await page.goto("/record?type=ai");
    await expect(page.getByText(/Buy/).filter({ visible: true }).first()).toBeVisible();
  },
);

test(
  "a user accepts one proposal of support and declines another",
  phoneInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "500");
    await succeed("POST", "/api/user/accept-risk", { token: user.token, body: { product: "ai" } });
    for (const [strategy, note] of [
      ["grid", "For a market without direction"],
      ["dca", "Slow and steady"],
    ]) {
      await succeed("POST", `/api/admin/users/${user.id}/trade-setups`, {
        token: admin.token,
        body: { strategy, note, amount: "60", params: { interval: "1d" } },
      });
    }
    await page.goto("/ai-trading");
    const dca = page.getByRole("region", { name: "Proposal Regular purchases (DCA)" });
    await expect(dca.getByText("Note: Slow and steady")).toBeVisible();
    await expectSoundThemes(page);
    await dca.getByRole("button", { name: "Review and accept" }).click();
    const review = page.getByRole("dialog", { name: "Accept this proposal" });
    await review.getByRole("button", { name: "Allocate 60.00 USDT" }).click();
    await expect(
      page.getByRole("region", { name: "Run of Regular purchases (DCA)" }),
    ).toBeVisible();

    const grid = page.getByRole("region", { name: "Proposal Grid" });
    await grid.getByRole("button", { name: "Decline" }).click();
    const confirm = page.getByRole("alertdialog");
    await confirm.getByRole("button", { name: "Decline" }).click();
    await expect(grid).toHaveCount(0);
    await expect(page.getByText("Proposed by support")).toHaveCount(0);
  },
);

test(
  "the article says what it does, loses and costs, and leads to the page",
  phoneInLongRun,
  async ({ userPage: page }) => {
    await page.goto("/advantages-of-ai-trading");
    for (const name of ["What it does", "What it does not do", "Losses", "Fees"]) {
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    }
    await page.getByRole("link", { name: "Open AI trading" }).click();
    await expect(page).toHaveURL("/ai-trading");
  },
);
