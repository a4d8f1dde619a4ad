import type { Page } from "playwright/test";
import { isPhone } from "./pages";
import { expect, expectNoAxeFindings } from "./test";

/** The ticket: on a phone a sheet, elsewhere a part of the page. */
export const ticket = (page: Page) =>
  isPhone() ? page.getByRole("dialog", { name: "Buy and sell XAUT" }) : page.getByRole("main");

/** Gets to the ticket with a side chosen: on a phone a button within reach of the thumb opens it. */
export async function turnTo(page: Page, side: "Buy" | "Sell"): Promise<void> {
  if (isPhone()) {
    await page.getByRole("button", { name: side, exact: true }).click();
    await expect(ticket(page).getByRole("radio", { name: side })).toBeChecked();
  } else await ticket(page).getByText(side, { exact: true }).filter({ visible: true }).click();
}

/** Answers what everybody is asked before the first option. */
export async function acceptRisk(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Before your first option" });
  await dialog.getByLabel("I lose all of it").check();
  await dialog.getByLabel("More than half of the time").check();
  await dialog.getByLabel("The recorded price at the end").check();
  await dialog.getByRole("button", { name: "I accept the risk" }).click();
}

/** A list of own orders. */
export const orders = (page: Page, name: "Open orders" | "Closed orders") =>
  page.getByRole("list", { name }).filter({ visible: true });

/** Types and places an order to buy for 50 USDT. */
export async function place(page: Page, kind: "Limit" | "Stop", price: string): Promise<void> {
  await turnTo(page, "Buy");
  await ticket(page).getByText(kind, { exact: true }).click();
  await ticket(page).getByText("Buy", { exact: true }).filter({ visible: true }).click();
  await page.getByLabel(`${kind} price`).fill(price);
  await page.getByLabel("Amount to spend").fill("50");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Review order" });
  await expect(sheet.getByText("Set aside now")).toBeVisible();
  await expectNoAxeFindings(page);
  await sheet.getByRole("button", { name: /^Place order for 50\.00/ }).dblclick();
  await expect(sheet).toBeHidden();
}
