import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright/test";
import { wordsOf } from "@/tests/support/pdf";
import { credit, succeed } from "../support/api";
import { everySizeInLongRun, expectSound, isPhone } from "../support/pages";
import { expect, test } from "../support/test";
import { acceptRisk, orders, place } from "../support/ticket";

const lines = (page: Page) => page.getByRole("dialog", { name: "Lines of the chart" });

/** Reads the chart, changes its interval and its indicators. */
async function readChart(page: Page): Promise<void> {
  const chart = page.getByRole("group", { name: /^Chart\. / });
  await chart.press("ArrowLeft");
  await expect(chart.getByRole("status")).toContainText(/open [\d,.]+, high/);
  await page.getByText("1m", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "1m" })).toBeChecked();
  await page.getByRole("button", { name: "Indicators" }).click();
  const indicators = page.getByRole("dialog", { name: "Indicators" });
  await indicators.getByRole("button", { name: "Add EMA" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Indicators, 1 shown" })).toBeVisible();
}

/** Draws a level, moves it without a mouse, and sets an alert; both are there after a reload. */
async function drawAndAlert(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Lines" }).press("Enter");
  await lines(page).getByRole("button", { name: "Add a level" }).press("Enter");
  await lines(page).getByLabel("Price in USDT").fill("4123.45");
  await lines(page).getByLabel("Price", { exact: true }).fill("9000");
  await lines(page).getByRole("button", { name: "Add alert" }).press("Enter");
  await expect(lines(page).getByText("9,000.00 or more")).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("button", { name: "Lines, 1 drawn" }).press("Enter");
  await expect(lines(page).getByLabel("Price in USDT")).toHaveValue("4123.45");
  await expect(lines(page).getByText("9,000.00 or more")).toBeVisible();
  // The order stands among those that can't be dragged.
  await expect(lines(page).getByText("Buy at 1,000.00 or lower")).toBeVisible();
  await page.keyboard.press("Escape");
}

/** Where there is room, the market shows the same order under its chart, in a window that does not scroll. */
async function seeMarket(page: Page): Promise<void> {
  await page.goto("/market");
  const open = orders(page, "Open orders").getByText("Buy at 1,000.00 or lower");
  await expect(open).toHaveCount(isPhone() ? 0 : 1);
  if (isPhone()) return;
  const edge = page.getByRole("separator", { name: "Width of the right column" });
  await edge.press("End");
  await page.setViewportSize({ width: 1440, height: 900 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(900);
  await expectSound(page);
  await page.reload();
  await expect(edge).toHaveAttribute("aria-valuenow", "480");
}

/** Opens the shortest option, sees its ticks and its result. */
async function tradeOption(page: Page, seconds: number): Promise<void> {
  await page.goto("/option-trading");
  // On a phone the direction opens the ticket over the chart.
  if (isPhone()) await page.getByRole("button", { name: "Up", exact: true }).click();
  await page
    .getByRole("group", { name: "Duration" })
    .getByText(`${seconds} s`, { exact: true })
    .click();
  await page.getByLabel("Amount", { exact: true }).fill("10");
  await page.getByRole("button", { name: isPhone() ? "Review" : "Up", exact: true }).click();
  await acceptRisk(page);
  const review = page.getByRole("dialog", { name: "Review option" });
  await review.getByRole("button", { name: /^Up with 10\.00/ }).click();
  const open = page.getByRole("region", { name: "Open option Up" });
  await expect(open.getByRole("timer")).toBeVisible();
  await expect(open.getByText(/^Each recorded price since this page was opened/)).toBeVisible();
  // Beside the chart, who has just opened it sees its ticks without scrolling.
  if (!isPhone()) await expect(open.locator("figure svg")).toBeInViewport({ ratio: 1 });
  const result = page.getByRole("region", { name: "Result of option Up" });
  await expect(result.getByText(/^(Won|Lost|Refunded)$/)).toBeVisible({
    timeout: (seconds + 30) * 1000,
  });
}

test(
  "a trader's day: chart, lines, orders, an alert, an option and the history",
  everySizeInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "500");
    await page.goto("/trade");
    await readChart(page);
    await place(page, "Limit", "1000");
    await expect(orders(page, "Open orders").getByText("Buy at 1,000.00 or lower")).toHaveCount(1);
    // The market is above it already: it is filled at the next price.
    await place(page, "Stop", "1000");
    await expect(orders(page, "Closed orders").getByText(/^Filled at/)).toHaveCount(1);
    await drawAndAlert(page);
    await seeMarket(page);
    const { settings } = await succeed("GET", "/api/trades/trade-settings", { token: user.token });
    const { option } = settings as { option: { durations: { seconds: number }[] } };
    await tradeOption(page, Math.min(...option.durations.map(({ seconds }) => seconds)));

    await page.goto("/transaction-history");
    await expect(page.getByText("Bought XAUT").filter({ visible: true }).first()).toBeVisible();
    const together = page.getByRole("region", { name: "Together" });
    await expect(together.getByText(/^\+4\d\d\.\d+.USDT$/)).toBeVisible();
    await expect(together.getByText(/^\+0\.012\d+.XAUT$/)).toBeVisible();
    await expectSound(page);
    await page.goto("/record");
    await page.getByRole("button", { name: "View as table" }).first().click();
    const days = page.getByRole("region", { name: /by day/ }).getByRole("row");
    await expect(days.nth(1)).toBeVisible();
  },
);

/** Asks for a file and reads it. */
async function download(page: Page, name: string): Promise<{ file: Download; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  return { file, content: readFileSync(await file.path()) };
}

/** What a column of decimals with six places adds up to, in the last place. */
function sumOf(csv: string, heading: string): bigint {
  const [head = "", ...rows] = csv.replace("\uFEFF", "").trim().split("\r\n");
  const column = head.split(",").indexOf(heading);
  return rows.reduce(
    (sum, row) => sum + BigInt((row.split(",")[column] || "0").replace(".", "")),
    0n,
  );
}

/** The first statement as CSV and PDF: the changes of the one add up to the balance of the other. */
async function compareFiles(page: Page, balance: string): Promise<void> {
  await page.goto("/statements");
  const months = page.getByRole("link", { name: /^\w+ \d{4}$/ }).filter({ visible: true });
  await months.last().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/^Statement for/);
  const csv = await download(page, "Export CSV");
  expect(csv.file.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d.*\.csv$/);
  expect(sumOf(csv.content.toString(), "Change (USDT)")).toBe(BigInt(balance.replace(".", "")));
  const pdf = await download(page, "Download PDF");
  expect(wordsOf(pdf.content)).toContain(`${balance} USDT, 0.000000 XAUT`);
  await expect(
    page
      .getByText(/^500\.00.USDT$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}

const FORTNIGHT_MS = 14 * 86_400_000;
/** A day of the month on which nothing is due while the test runs. */
const dayFarFromNow = () => String(new Date(Date.now() + FORTNIGHT_MS).getUTCDate());

test(
  "a saver's day: plans, calculator, renewal, a recurring buy, the portfolio and a statement",
  everySizeInLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "300");
    await credit(admin, user, "200");
    await page.goto("/storage?tab=savings");
    const plans = page.getByRole("list", { name: "Savings plans" });
    const rates = plans.getByText(/% a day, [\d.,]+% a year$/);
    await expect(rates).toHaveCount(await plans.getByRole("listitem").count());
    await page.getByRole("link", { name: "Fixed USDT, 30 days" }).click();
    await page.getByLabel("Amount", { exact: true }).fill("100");
    await expect(page.getByRole("table", { name: "What 100.00 USDT returns" })).toBeVisible();
    await expect(page.getByRole("table", { name: "If it goes badly" })).toBeVisible();
    await page.getByText("Renew principal and profit", { exact: true }).click();
    await expectSound(page);
    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review saving" });
    await expect(
      review.getByText(/^Renew principal and profit, if it pays at least/),
    ).toBeVisible();
    await review.getByRole("button", { name: "Save 100.00 USDT" }).click();
    await expect(page.getByRole("heading", { name: "Saving started" })).toBeVisible();

    await page.goto("/recurring-buys");
    await page.getByLabel("Amount each time").fill("20");
    await page.getByText("Monthly", { exact: true }).click();
    await page.getByLabel("Day of the month").selectOption(dayFarFromNow());
    await page.getByRole("button", { name: "Review" }).click();
    const asked = page.getByRole("alertdialog", { name: "Begin this recurring buy?" });
    await asked.getByRole("button", { name: "Begin" }).click();
    await expect(page.getByText(/^20\.00.USDT on day \d+ of each month/).first()).toBeVisible();
    await expectSound(page);

    await page.goto("/");
    const value = page.getByRole("region", { name: "Value over time" });
    await value.getByText("1y", { exact: true }).click();
    await expect(value.getByRole("radio", { name: "1y" })).toBeChecked();
    await value.getByText("1m", { exact: true }).click();
    await value.getByRole("button", { name: "View as table" }).click();
    const row = value.getByRole("table", { name: "Value over time" }).getByRole("row").last();
    await expect(row.getByRole("cell").first()).toHaveText(/^500\.00.USDT$/);

    await compareFiles(page, "500.000000");
  },
);
