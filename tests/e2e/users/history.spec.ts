import type { Page } from "playwright/test";
import { credit, type Person, succeed, titlesOf } from "../support/api";
import { inLongRun, phoneInLongRun } from "../support/pages";
import { expect, expectNoSidewaysScroll, setTheme, test } from "../support/test";

const PAGE = 20;

/** Two movements more than a page holds, of 1, 2, 3… USDT, already read about. */
async function fill(admin: Person, user: Person): Promise<void> {
  for (let amount = 1; amount <= PAGE + 2; amount++) await credit(admin, user, String(amount));
  await succeed("PATCH", "/api/notifications/read-all", { token: user.token });
}

/** The amounts on the page, the newest first; cards and tables show the same. */
async function expectAmounts(page: Page, amounts: number[]): Promise<void> {
  const name = "What changed my wealth";
  const list = page.getByRole("table", { name }).or(page.getByRole("list", { name }));
  const shown = list.getByText(/^\+\d+\.00\sUSDT$/).filter({ visible: true });
  await expect(shown).toHaveText(amounts.map((amount) => `+${amount}.00 USDT`));
}

const newest = Array.from({ length: PAGE }, (_, i) => PAGE + 2 - i);

test(
  "a place in the history survives a reload, Back and a look elsewhere",
  phoneInLongRun,
  async ({ userPage: page, user, admin }) => {
    await fill(admin, user);
    await page.goto("/transaction-history");
    await expectAmounts(page, newest);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/after=/);
    await expectAmounts(page, [2, 1]);
    await page.reload();
    await expectAmounts(page, [2, 1]);
    await page.goto("/record");
    await page.goBack();
    await expectAmounts(page, [2, 1]);
    await page.goBack();
    await expect(page).not.toHaveURL(/after=/);
    await expectAmounts(page, newest);
    await page.goForward();
    await expectAmounts(page, [2, 1]);
    // By key: the browser may still be scrolling to where the reader was.
    await page.getByRole("link", { name: "Previous" }).press("Enter");
    await expect(page).not.toHaveURL(/after=/);
    await expectAmounts(page, newest);
  },
);

const SCREEN = { width: 1280, height: 800 };
/** Upright A4 within its margins. */
const PAPER = { width: 673, height: 950 };

/** Paper is narrower than the window and can't be scrolled: all columns fit on it. */
async function expectNothingCutOnPaper(page: Page): Promise<void> {
  await page.setViewportSize(PAPER);
  await expectNoSidewaysScroll(page);
  const ends = await page
    .locator("td")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeGreaterThan(PAPER.width / 2);
  expect(Math.max(...ends)).toBeLessThanOrEqual(PAPER.width);
  await page.setViewportSize(SCREEN);
}

/** How dark a colour such as rgb(23, 23, 21) is: 0 is black, 255 white. */
const lightness = (colour: string) => {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};

test(
  "histories print as ink on paper, without what only a screen needs",
  inLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "30");
    await succeed("PATCH", "/api/notifications/read-all", { token: user.token });
    await succeed("POST", "/api/trades", {
      token: user.token,
      body: { type: "manual", side: "buy", amount: "20" },
    });
    // It is told after the answer, and would float over what is printed.
    await expect.poll(() => titlesOf(user.token)).toContain("Trade filled");
    for (const path of ["/transaction-history", "/record"]) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(path);
      await setTheme(page, "dark");
      await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
      await page.emulateMedia({ media: "print" });
      await expect(page.getByText(user.username)).toBeVisible();
      const amount = page
        .getByText(/^\D?\d+\.\d\d\sUSDT$/)
        .filter({ visible: true })
        .first();
      await expect(amount).toBeVisible();
      for (const hidden of ["button", "navigation"] as const) {
        await expect(page.getByRole(hidden).filter({ visible: true })).toHaveCount(0);
      }
      expect(lightness(await amount.evaluate((node) => getComputedStyle(node).color))).toBeLessThan(
        100,
      );
      await expectNoSidewaysScroll(page);
      await expectNothingCutOnPaper(page);
    }
  },
);
