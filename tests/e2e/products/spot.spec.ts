import type { Page } from "playwright/test";
import sharp from "sharp";
import { call, credit, succeed } from "../support/api";
import { expectOnlyListed, expectSound, inLongRun, isPhone, phoneFirst } from "../support/pages";
import { expect, expectNoAxeFindings, openLive, test } from "../support/test";
import { orders, place, ticket, turnTo } from "../support/ticket";

const review = (page: Page) => page.getByRole("dialog", { name: "Review trade" });

/** Leaves the ticket where it stands over the page. */
async function leaveTicket(page: Page): Promise<void> {
  if (!isPhone()) return;
  await page.keyboard.press("Escape");
  await expect(ticket(page)).toBeHidden();
}

/** Sends the reviewed order with two quick presses. */
async function send(page: Page, name: RegExp): Promise<void> {
  await review(page).getByRole("button", { name }).dblclick();
}

test(
  "a person buys and sells XAUT and finds both everywhere",
  phoneFirst,
  async ({ userPage: page, user, admin, adminPage }) => {
    await credit(admin, user, "500");
    await page.goto("/");
    const tabs = page.getByRole("link", { name: "Trade", exact: true });
    await tabs.filter({ visible: true }).first().click();
    await expect(page).toHaveURL("/trade");
    const kinds = page.getByRole("navigation", { name: "Kind of trading" });
    await expect(kinds.getByRole("link", { name: "Manual" })).toHaveAttribute(
      "aria-current",
      "page",
    );

    await turnTo(page, "Buy");
    await expectSound(page);
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(page.getByText("Enter an amount")).toBeVisible();
    await page.getByLabel("Amount to spend").fill("100");
    await expect(page.getByText(/^0\.024\d{3}.XAUT$/)).toBeVisible();
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(review(page).getByText("Not filled above")).toBeVisible();
    await expectSound(page);
    await send(page, /^Buy with 100\.00/);
    await expect(page.getByText("Bought XAUT")).toBeVisible();
    await expect(page.getByLabel("Amount to spend")).toHaveValue("");

    await page.getByRole("button", { name: "Show receipt" }).click();
    const receipt = page.getByRole("dialog", { name: "Receipt" });
    await expect(receipt.getByText("How the amounts follow")).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(receipt).toBeHidden();
    const position = page.getByRole("region", { name: "Your XAUT" });
    await expect(position.getByText(/^0\.024\d{3}.XAUT$/)).toBeVisible();

    await turnTo(page, "Sell");
    await page.getByRole("button", { name: "Max" }).click();
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await send(page, /^Sell 0\.024/);
    await expect(page.getByText("Sold XAUT")).toBeVisible();
    await leaveTicket(page);
    await expect(position.getByText(/^0\.000000.XAUT$/)).toBeVisible();
    expect(await sides(user.token)).toEqual(["sell", "buy"]);

    await placeAndCancel(page);
    await fillAtOnce(page);
    await page.goto("/record?type=manual");
    await expect(page.getByText("Manual · Buy").filter({ visible: true })).toHaveCount(2);
    await page.goto("/transaction-history");
    for (const text of ["Bought XAUT", "Sold XAUT"]) {
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    }
    await page.goto("/notifications");
    await expect(page.getByText("Trade filled").first()).toBeVisible();

    await adminPage.goto(`/admin/trades?type=manual&user=${user.id}`);
    await adminPage
      .getByRole("button", { name: /^Receipt of/ })
      .first()
      .click();
    await expect(
      adminPage.getByText("Fill price: the newest when the order arrived"),
    ).toBeVisible();
    await expectNoAxeFindings(adminPage);
  },
);

/** A limit far below the market waits until it is cancelled. */
async function placeAndCancel(page: Page): Promise<void> {
  await place(page, "Limit", "1000");
  await expect(orders(page, "Open orders").getByText("Buy at 1,000.00 or lower")).toHaveCount(1);
  await expectSound(page);
  await page.getByRole("button", { name: "Cancel order" }).filter({ visible: true }).click();
  const asked = page.getByRole("alertdialog", { name: "Cancel this order?" });
  await asked.getByRole("button", { name: "Cancel order" }).click();
  await expect(asked).toBeHidden();
  await expect(orders(page, "Closed orders").getByText("You cancelled it.")).toHaveCount(1);
}

/** A stop that the market is beyond already is filled at the next price, and shown so by itself. */
async function fillAtOnce(page: Page): Promise<void> {
  await place(page, "Stop", "1000");
  const filled = orders(page, "Closed orders").getByText(/^Filled at/);
  await expect(filled).toHaveCount(1, { timeout: 15_000 });
  await page.getByRole("button", { name: "Show receipt" }).filter({ visible: true }).click();
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  await expect(receipt.getByText("How the amounts follow")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(receipt).toBeHidden();
}

const sides = async (token: string) => {
  const { trades } = await succeed("GET", "/api/trades/user?type=manual", { token });
  return (trades as { side: string }[]).map(({ side }) => side);
};

test(
  "a trade made elsewhere shows up by itself, and an amount can be what one gets",
  inLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "500");
    await page.goto("/trade");
    await expect(page.getByText("No trades yet").filter({ visible: true })).toBeVisible();
    const body = { type: "manual", side: "buy", amount: "40" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        call("POST", "/api/trades", { token: user.token, body, key: "sent-five-times" }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    const own = page.getByText("Manual · Buy").filter({ visible: true });
    await expect(own).toHaveCount(1, { timeout: 15_000 });

    await page.getByRole("button", { name: "Amount in USDT. Change to XAUT" }).click();
    await page.getByLabel("Amount to receive").fill("0.02");
    await expect(page.getByText("You spend")).toBeVisible();
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await send(page, /^Buy with 8\d\./);
    await expect(page.getByText("Bought XAUT")).toBeVisible();
    await expect(own).toHaveCount(2);
    await expectOnlyListed(page, "Trade filled", 2);
  },
);

test(
  "news of a trade floats on pages that don't show it, and a price alert fires on its own",
  inLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "50");
    await openLive(page, "/market");
    const body = { type: "manual", side: "buy", amount: "20" };
    await succeed("POST", "/api/trades", { token: user.token, body });
    const floating = page.getByRole("dialog", { name: "Trade filled" });
    await floating.getByRole("button", { name: "View" }).click();
    await expect(page).toHaveURL("/notifications");

    await openLive(page, "/market");
    await page.getByRole("button", { name: "Alert me" }).click();
    const sheet = page.getByRole("dialog", { name: "Price alerts" });
    await sheet.getByLabel("Price", { exact: true }).fill("1000000");
    await sheet.getByRole("button", { name: "Add alert" }).click();
    await expect(sheet.getByText("1,000,000.00 or more")).toBeVisible();
    await expectSound(page);
    await sheet.getByRole("button", { name: "Delete the alert for 1,000,000.00 or more" }).click();
    await expect(sheet.getByText("You have no alerts.")).toBeVisible();
    await sheet.getByText("At or below", { exact: true }).click();
    await sheet.getByLabel("Price", { exact: true }).fill("1000000");
    await sheet.getByRole("button", { name: "Add alert" }).click();
    await expect(sheet.getByText(/^Reached at/)).toBeVisible({ timeout: 15_000 });
  },
);

test(
  "the chart is read and changed without a mouse, and stays as it was chosen",
  inLongRun,
  async ({ userPage: page }) => {
    await page.goto("/trade");
    const ticketEdge = page.getByRole("separator", { name: "Width of the ticket" });
    const listsEdge = page.getByRole("separator", { name: "Height of the lists" });
    await expect(ticketEdge).toHaveAttribute("aria-valuenow", /^3[234]\d$/);
    await ticketEdge.press("End");
    await ticketEdge.press("ArrowRight");
    await listsEdge.press("Home");
    await page.getByLabel("Chart type").selectOption("Line");
    await page.getByRole("button", { name: "Indicators" }).press("Enter");
    const indicators = page.getByRole("dialog", { name: "Indicators" });
    await indicators.getByRole("switch", { name: "Show volume" }).press("Space");
    for (const name of ["EMA", "RSI", "MACD"]) {
      await indicators.getByRole("button", { name: `Add ${name}` }).press("Enter");
    }
    await expectSound(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Lines" }).press("Enter");
    const lines = page.getByRole("dialog", { name: "Lines of the chart" });
    await lines.getByRole("button", { name: "Add a level" }).press("Enter");
    await lines.getByRole("button", { name: "Add a trend line" }).press("Enter");
    await expectSound(page);
    await page.keyboard.press("Escape");

    await chart(page).press("ArrowLeft");
    await expect(chart(page).getByRole("status")).toContainText(/open [\d,.]+, high/);
    await page.getByRole("button", { name: "View as table" }).click();
    for (const name of ["Volume", "EMA 9", "RSI 14", "MACD 12, 26, 9 signal"]) {
      await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
    }
    await page.getByRole("button", { name: "Full screen" }).press("Enter");
    const header = page.locator("[data-shell] > header");
    await expect(header).toHaveAttribute("inert");
    await expectNoAxeFindings(page);
    await page.getByRole("button", { name: "Leave full screen" }).press("Enter");
    await expect(header).not.toHaveAttribute("inert");

    await page.reload();
    await expect(ticketEdge).toHaveAttribute("aria-valuenow", "464");
    await expect(listsEdge).toHaveAttribute("aria-valuenow", "120");
    await expect(page.getByLabel("Chart type")).toHaveValue("line");
    await expect(page.getByRole("button", { name: "Indicators, 4 shown" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Lines, 2 drawn" })).toBeVisible();
  },
);

const chart = (page: Page) => page.getByRole("group", { name: /^Chart\. / });
/** Beside it the axis writes the newest price in the colour of its candle. */
const AXIS_PX = 80;

/** The pixels of the chart beside its axis, as red, green and blue. */
async function pixelsOf(page: Page): Promise<Buffer> {
  const box = await chart(page).boundingBox();
  if (!box) throw new Error("There is no chart");
  const clip = { ...box, width: box.width - AXIS_PX };
  return sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** How many pixels have the colour of rising and of falling candles. */
async function candlesIn(page: Page): Promise<{ up: number; down: number }> {
  const pixels = await pixelsOf(page);
  const count = async (token: string) => {
    const hex = await page.evaluate(
      (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
      token,
    );
    const colour = Buffer.from(hex.slice(1), "hex");
    let found = 0;
    for (let at = 0; at < pixels.length; at += 3) {
      if (pixels.compare(colour, 0, 3, at, at + 3) === 0) found += 1;
    }
    return found;
  };
  return { up: await count("--up"), down: await count("--down") };
}

/** The dotted line of the newest price has some 200; even a single candle, as high as the chart, has as many more. */
const MANY = 350;
const drawsCandles = async (page: Page) => {
  const { up, down } = await candlesIn(page);
  return up + down > MANY;
};

/** Who paints the chart: a page can't ask a canvas for anything that it has handed to a worker. */
const painter = (page: Page) =>
  chart(page)
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => {
      try {
        return canvas.getContext("2d") && "page";
      } catch {
        return "worker";
      }
    });

test("the chart draws candles in a worker, or where there can be none by itself", async ({
  userPage: page,
}) => {
  await page.goto("/trade");
  await expect.poll(() => drawsCandles(page)).toBe(true);
  expect(await painter(page)).toBe("worker");
  await page.getByLabel("Chart type").selectOption("Line");
  await expect.poll(() => drawsCandles(page)).toBe(false);
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
  });
  await page.reload();
  await expect(page.getByLabel("Chart type")).toHaveValue("line");
  await page.getByLabel("Chart type").selectOption("Candles");
  await expect.poll(() => drawsCandles(page)).toBe(true);
  expect(await painter(page)).toBe("page");
});

test(
  "goes back and forth between intervals of the chart",
  phoneFirst,
  async ({ userPage: page }) => {
    await page.goto("/trade");
    const shown = page.locator("figure", { hasText: /^O [\d,.]+/ });
    await expect(shown).toBeVisible();
    // The running candle of a long interval is older than that of a short one.
    for (const interval of ["1h", "5m", "1h", "1d", "5m"]) {
      await page.getByText(interval, { exact: true }).click();
      await expect(page.getByRole("radio", { name: interval, exact: true })).toBeChecked();
      await expect(shown).toBeVisible();
      const price = await shown.locator("p").first().textContent();
      // The next price moves the running candle.
      await expect(shown.locator("p").first()).not.toHaveText(price ?? "");
    }
  },
);
