import type { Locator, Page } from "playwright/test";
import { credit, pngImage, succeed } from "../support/api";
import { floatingOn } from "../support/floating";
import { inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, nextFrame, test } from "../support/test";
import { TRON_ADDRESS, WITHDRAW_PASSWORD } from "../support/withdrawals";

/** More stops than any page has: then the keyboard does not get there. */
const MAX_STOPS = 150;

/** Where the focus is: on one of the wanted elements, in a notification that floats, or elsewhere. */
const placeOf = (wanted: Locator): Promise<"there" | "floating" | "elsewhere"> =>
  wanted.evaluateAll((elements) => {
    const { activeElement } = document;
    if (elements.some((element) => element === activeElement)) return "there";
    const dialog = activeElement?.closest('[role="dialog"]');
    const buttons = [...(dialog?.querySelectorAll("button") ?? [])];
    const isFloating = buttons.some(({ textContent }) => textContent?.startsWith("View"));
    return isFloating ? "floating" : "elsewhere";
  });

/** Closes notifications that float by the keyboard, wherever something is waited for. */
const keepClear = (page: Page) =>
  page.addLocatorHandler(floatingOn(page), () => page.keyboard.press("Escape"));

/** Moves the focus with Tab alone until it is, and stays, on one of the wanted elements. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    let place = await placeOf(wanted);
    if (place === "there") {
      await nextFrame(page);
      place = await placeOf(wanted);
    }
    if (place === "there") return;
    await page.keyboard.press(place === "floating" ? "Escape" : "Tab");
  }
  throw new Error(`Tab does not get to ${String(wanted)}`);
}

/** Presses a button or follows a link. */
async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Types into a field. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeVisible();
  await tabTo(page, field);
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Chooses one of a group of radio buttons: Tab gets to the group, Space and arrows choose. */
async function choose(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeAttached();
  const name = await wanted.getAttribute("name");
  const group = page.locator(`input[type=radio][name="${name}"]`);
  await tabTo(page, group);
  await page.keyboard.press("Space");
  const count = await group.count();
  for (let step = 0; step < count && !(await wanted.isChecked()); step += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(wanted).toBeChecked();
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function deposit(page: Page): Promise<void> {
  await page.goto("/deposit");
  await press(page, link(page, /USDT/));
  await expect(page).toHaveURL("/deposit/networks/USDT");
  await choose(page, page.getByRole("radio", { name: /TRC20/ }));
  await press(page, button(page, /Continue/).or(link(page, /Continue/)));
  await press(page, link(page, "I have sent it, upload proof"));
  await type(page, page.getByLabel("Amount sent"), "50");
  const chooser = page.waitForEvent("filechooser");
  await press(page, button(page, "Choose image"));
  await (await chooser).setFiles({
    name: "proof.png",
    mimeType: "image/png",
    buffer: pngImage(),
  });
  await expect(page.getByText("proof.png")).toBeVisible();
  await press(page, button(page, "Review"));
  await press(page, button(page, "Submit 50.00 USDT"));
  await expect(heading(page, "Deposit submitted")).toBeVisible();
}

/** Chart, ticket and lists are in sight together, and the page itself does not scroll. */
async function expectOneWindow(page: Page): Promise<void> {
  const parts = [
    page.getByRole("region", { name: "Price and chart" }),
    page.getByRole("textbox", { name: /^Amount/ }),
    heading(page, "Your trades"),
  ];
  for (const part of parts) await expect(part).toBeInViewport();
  const left = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  expect(left).toBe(0);
}

async function openOption(page: Page): Promise<void> {
  await page.goto("/option-trading");
  await expectOneWindow(page);
  await page.keyboard.press("d");
  await expect(button(page, "Down")).toBeFocused();
  await type(page, page.getByLabel("Amount", { exact: true }), "10");
  await press(page, button(page, "Up"));
  for (const answer of [
    "I lose all of it",
    "More than half of the time",
    "The recorded price at the end",
  ]) {
    await choose(page, page.getByLabel(answer));
  }
  await press(page, button(page, "I accept the risk"));
  await press(page, button(page, /^Up with/));
  await expect(page.getByRole("timer").first()).toBeVisible();
}

async function buy(page: Page): Promise<void> {
  await page.goto("/trade");
  await expectOneWindow(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Turn the ticket to selling")).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("s");
  await expect(page.getByLabel("Amount to sell")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("b");
  await expect(page.getByLabel("Amount to spend")).toBeFocused();
  await type(page, page.getByLabel("Amount to spend"), "50");
  await press(page, button(page, "Review"));
  await press(page, button(page, /^Buy with 50\.00/));
  await expect(page.getByText("Bought XAUT").first()).toBeVisible();
}

async function saveAndRefund(page: Page): Promise<void> {
  await page.goto("/storage?tab=savings");
  await press(page, link(page, "Fixed USDT, 30 days"));
  await type(page, page.getByLabel("Amount", { exact: true }), "60");
  await press(page, button(page, "Review"));
  await press(page, button(page, "Save 60.00 USDT"));
  await expect(heading(page, "Saving started").last()).toBeVisible();
  await press(page, link(page, "My savings"));
  await press(page, button(page, "Refund"));
  await press(page, button(page, "Refund 60.00 USDT"));
  await expect(heading(page, "Refunded")).toBeVisible();
}

async function withdraw(page: Page, password: string): Promise<void> {
  await page.goto("/withdraw");
  await press(page, button(page, "Set withdrawal password"));
  await type(page, page.getByLabel("Login password"), password);
  await type(page, page.getByLabel("New withdrawal password"), WITHDRAW_PASSWORD);
  await type(page, page.getByLabel("Repeat withdrawal password"), WITHDRAW_PASSWORD);
  await press(page, button(page, "Set password"));
  await press(page, link(page, /USDT/));
  await expect(page).toHaveURL("/withdraw/form/USDT");
  await choose(page, page.getByRole("radio", { name: /TRC20/ }));
  await type(page, page.getByLabel("USDT address"), TRON_ADDRESS);
  await type(page, page.getByLabel("Amount", { exact: true }), "20");
  await press(page, button(page, "Review"));
  await type(page, page.getByLabel("Withdrawal password"), WITHDRAW_PASSWORD);
  await press(page, button(page, "Withdraw 20.00 USDT"));
  await expect(heading(page, "Withdrawal requested")).toBeVisible();
}

async function changePassword(page: Page, password: string): Promise<void> {
  await page.goto("/security-management");
  const section = heading(page, "Login password").locator("xpath=../..");
  await press(page, section.getByRole("button", { name: "Change" }));
  await type(page, page.getByLabel("Current login password"), password);
  await type(page, page.getByLabel("New login password", { exact: true }), "secret-2");
  await type(page, page.getByLabel("Repeat new password"), "secret-2");
  await press(page, button(page, "Change password"));
  await expect(page.getByText(/^Changed (today|on )/).first()).toBeVisible();
}

async function changeTheme(page: Page): Promise<void> {
  await page.goto("/profile");
  await choose(page, page.getByRole("radio", { name: "Light" }));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
}

test(
  "everything about money and the account is done by keyboard alone",
  inLongRun,
  async ({ userPage: page, user, admin }) => {
    await credit(admin, user, "250");
    await keepClear(page);
    await deposit(page);
    await buy(page);
    await saveAndRefund(page);
    await withdraw(page, user.password);
    await changePassword(page, user.password);
    await changeTheme(page);
    await openOption(page);
    const { balances } = await succeed("GET", "/api/auth/balance", { token: user.token });
    expect(balances).toMatchObject({ USDT: { held: "20.000000" } });
  },
);
