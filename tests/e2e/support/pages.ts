import type { Page } from "playwright/test";
import { IS_LONG, IS_SHORT } from "@/tests/support/size";
import { succeed, titlesOf } from "./api";
import {
  COLOUR_RULES,
  expect,
  expectNoAxeFindings,
  expectNoCutText,
  expectNoSidewaysScroll,
  setTheme,
  test,
} from "./test";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 412, height: 839 };
const NARROWEST = { width: 320, height: 640 };
type Size = "phone" | "desktop";
/** A test that `npm run test:long` runs on a phone too. */
export const everySize = { tag: "@every-size" };
/** A test of what people do on their phones; at full size it runs on a desktop too. */
export const phoneFirst = IS_LONG ? everySize : { tag: "@phone" };
/** A test that `npm test` leaves to `npm run test:long`. */
export const inLongRun = { tag: "@long" };
/** The same of what people do on their phones. */
export const everySizeInLongRun = { tag: [everySize.tag, inLongRun.tag] };
export const phoneInLongRun = { tag: [phoneFirst.tag, inLongRun.tag] };

/** Whether the test runs on a phone. */
export const isPhone = () => test.info().project.name === "phone";
/** Whether no desktop sees what this test sees. */
const isAlone = () => isPhone() && !test.info().tags.includes(everySize.tag);

/**
 * Sound at the sizes of the project: axe, no sideways scroll, no cut text, one h1, a title. On a phone alone the
 * window is then made as wide as a desktop's, since to load a page takes as long as to look at it.
 * @param axeAt the sizes that axe looks at, of a phone alone
 */
export async function expectSoundPage(
  page: Page,
  path: string,
  axeAt: Size[] = ["phone", "desktop"],
): Promise<void> {
  await page.setViewportSize(isPhone() ? NARROWEST : DESKTOP);
  await page.goto(path);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page).toHaveTitle(/.+ - Aurum$/);
  await expectNoSidewaysScroll(page);
  // Tables of staff scroll by themselves.
  if (!path.startsWith("/admin")) await expectNoCutText(page);
  if (isPhone()) {
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  }
  if (!isAlone()) return expectSoundThemes(page);
  await setTheme(page, "dark");
  if (axeAt.includes("phone")) await expectNoAxeFindings(page);
  await page.setViewportSize(DESKTOP);
  await expectNoSidewaysScroll(page);
  await setTheme(page, "light");
  if (axeAt.includes("desktop")) await expectNoAxeFindings(page);
}

/**
 * Each of them, in one browser that keeps the scripts of the pages before. In `npm test` axe looks at every other one as
 * a phone shows it in the dark, and at the others as a desktop does in the light.
 */
export async function expectSoundPages(page: Page, paths: string[]): Promise<void> {
  test.setTimeout(600_000);
  for (const [index, path] of paths.entries()) {
    const one: Size = index % 2 === 0 ? "phone" : "desktop";
    const axeAt: Size[] = IS_SHORT ? [one] : ["phone", "desktop"];
    await test.step(path, () => expectSoundPage(page, path, axeAt));
  }
}

/** Each of them says that it does not exist, in its title too. */
export async function expectMissingPages(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page does not exist");
      await expect(page).toHaveTitle("This page does not exist - Aurum");
    });
  }
}

/**
 * axe of the page as it is now, open dialogs included. Both themes on a desktop, or where none follows: a phone has
 * other elements, but no other colours.
 */
export async function expectSoundThemes(page: Page): Promise<void> {
  await setTheme(page, "dark");
  await expectNoAxeFindings(page);
  if (isPhone() && !isAlone()) return;
  await setTheme(page, "light");
  await expectNoAxeFindings(page, COLOUR_RULES);
}

/** Nothing is wider than the narrowest phone. */
export async function expectNarrow(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

/** The page as it is now, in both themes and as narrow as the narrowest phone. */
export async function expectSound(page: Page): Promise<void> {
  await expectSoundThemes(page);
  await expectNarrow(page);
}

/**
 * Waits until news has come to a page without floating: until the list holds it and the bell, which a dialog would
 * hide, counts it.
 */
export async function expectOnlyListed(page: Page, title: string, times: number): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  const listed = async () => (await titlesOf(token)).filter((each) => each === title).length;
  await expect.poll(listed).toBe(times);
  const { unreadCount } = await succeed("GET", "/api/notifications", { token });
  const name = `Notifications, ${String(unreadCount)} unread`;
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
