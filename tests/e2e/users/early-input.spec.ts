import type { BrowserContext, Page } from "playwright/test";
import { READY_ATTRIBUTE } from "@/components/ui/choices/stored-choices-script";
import { inLongRun } from "../support/pages";
import { expect, signInBrowser, test } from "../support/test";
import { setWithdrawPassword } from "../support/withdrawals";

/** Opens a page whose scripts come only once everything was typed, as on a slow line. */
async function typeBeforeScripts(
  context: BrowserContext,
  path: string,
  type: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await context.newPage();
  let release = () => {};
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  const isReady = page.locator(`html[${READY_ATTRIBUTE}]`);
  await type(page);
  await expect(isReady).toHaveCount(0);
  release();
  await isReady.waitFor({ state: "attached" });
  return page;
}

const fast = (page: Page) => page.getByRole("textbox", { name: "Fast average" });
const amount = (page: Page) => page.getByRole("textbox", { name: /^Amount/ });

test.beforeEach(async ({ context, user }) => {
  await signInBrowser(context, user);
});

test("a spot trade keeps its amount", async ({ context }) => {
  const page = await typeBeforeScripts(context, "/trade", (early) => amount(early).fill("250"));
  await expect(amount(page)).toHaveValue("250");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Insufficient balance")).toBeVisible();
});

test("an option keeps its duration and amount", inLongRun, async ({ context }) => {
  const page = await typeBeforeScripts(context, "/option-trading", async (early) => {
    await early
      .getByRole("radio", { name: /^\d+ s$/ })
      .last()
      .check({ force: true });
    await amount(early).fill("25");
  });
  await expect(page.getByRole("radio", { name: /^\d+ s$/ }).last()).toBeChecked();
  await expect(amount(page)).toHaveValue("25");
  await expect(page.getByText("25.00 USDT (all of it)")).toBeVisible();
});

test("a withdrawal keeps its address and amount", inLongRun, async ({ context, user }) => {
  await setWithdrawPassword(user);
  const page = await typeBeforeScripts(context, "/withdraw/form/USDT", async (early) => {
    await early.getByLabel("USDT address").fill("TR7N");
    await amount(early).fill("40");
  });
  await expect(page.getByLabel("USDT address")).toHaveValue("TR7N");
  await expect(amount(page)).toHaveValue("40");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Insufficient balance")).toBeVisible();
});

test("a run keeps its parameter and amount", inLongRun, async ({ context }) => {
  const page = await typeBeforeScripts(context, "/ai-trading", async (early) => {
    await fast(early).fill("13");
    await amount(early).fill("75");
  });
  await expect(fast(page)).toHaveValue("13");
  await expect(amount(page)).toHaveValue("75");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Insufficient balance")).toBeVisible();
});

test("a message is sent as it was typed", async ({ context }) => {
  const page = await typeBeforeScripts(context, "/chat", (early) =>
    early.getByLabel("Message", { exact: true }).fill("Is anybody there?"),
  );
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("log").getByText("Is anybody there?")).toBeVisible();
});
