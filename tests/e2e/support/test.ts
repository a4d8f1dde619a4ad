import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Response,
} from "playwright/test";
import { READY_ATTRIBUTE } from "@/components/ui/choices/stored-choices-script";
import { type Person, registerPerson, signInAdmin } from "./api";

export { expect } from "playwright/test";

/** Puts a person's session into a browser, as logging in does. */
export async function signInBrowser(context: BrowserContext, person: Person): Promise<void> {
  const url = `http://localhost:${process.env.E2E_PORT ?? "3199"}`;
  await context.addCookies([
    { name: "next-auth.session-token", value: person.token, url, httpOnly: true, sameSite: "Lax" },
  ]);
  await context.addInitScript(
    ([token, user]) => {
      // An empty first document has no storage; and only a first visit counts, since a logout
      // in the test must last.
      if (location.protocol === "about:") return;
      if (sessionStorage.getItem("test-signed-in")) return;
      sessionStorage.setItem("test-signed-in", "1");
      localStorage.setItem("token", token ?? "");
      localStorage.setItem("user", user ?? "");
    },
    [person.token, JSON.stringify(person.user)],
  );
}

/**
 * Lets a page's loads end when the page answers to clicks, as a person would see that it is there: what is
 * clicked before is lost to the test, or taken by the browser instead of the page.
 */
export function awaitReady(page: Page): Page {
  const ready = page.locator(`html[${READY_ATTRIBUTE}]`);
  for (const name of ["goto", "reload", "goBack", "goForward"] as const) {
    const load = page[name] as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [name]: async (...args: unknown[]) => {
        const response = await load.apply(page, args);
        await ready.waitFor({ state: "attached" });
        return response;
      },
    });
  }
  return page;
}

/** Whether Socket.IO's packets hold the answer to a page's "register": yes. */
const isRegistered = (packets: string) =>
  packets.split("\u001e").some((packet) => /^43\d+\[true\]$/.test(packet));

/**
 * Loads a page and waits until its connection is told what is new for its person: what happens before is found in the
 * lists, and doesn't float.
 */
export async function whenLive(page: Page, load: () => Promise<unknown>): Promise<void> {
  const answered = [
    page.waitForResponse(
      async (response) =>
        response.url().includes("/socket.io/") &&
        isRegistered(await response.text().catch(() => "")),
    ),
    page
      .waitForEvent("websocket")
      .then((socket) =>
        socket.waitForEvent("framereceived", ({ payload }) => isRegistered(String(payload))),
      ),
  ];
  await Promise.all([Promise.any(answered), load()]);
}

/** Goes to a page, and waits until it is live. */
export const openLive = (page: Page, path: string): Promise<void> =>
  whenLive(page, () => page.goto(path));

/** What a browser may say on its console in a test, as parts of the text. */
type Allowed = { allowedConsole: string[] };
type People = { user: Person; admin: Person; userPage: Page; adminPage: Page };

/** What the browser's driver says where a test wants no service worker. */
const NO_WORKER = "Service Worker registration blocked by Playwright";
/** What Chromium says of a page that takes long to begin, on a machine that is busy: what was preloaded is used later. */
const LATE_PRELOAD = "was preloaded using link preload but not used within a few seconds";
/**
 * What Chromium says where a connection ends, by a logout or with its network, while it is on its way from polling to a
 * socket: the try can only be given up.
 */
const GIVEN_UP = "WebSocket is closed before the connection is established";
const HARMLESS = [NO_WORKER, LATE_PRELOAD, GIVEN_UP];

function watchConsole(context: BrowserContext, problems: string[], allowed: string[]): void {
  const note = (text: string) => {
    if (![...HARMLESS, ...allowed].some((part) => text.includes(part))) problems.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      note(`${message.text()} (${message.location().url})`);
    }
  });
  context.on("weberror", (error) => note(String(error.error())));
}

/** What a browser says on its console when the network goes away. */
export const OFFLINE_WORDS = ["ERR_FAILED", "ERR_INTERNET_DISCONNECTED", "Failed to load resource"];

/** The test function of this site: any console error or warning in any page fails the test. */
export const test = base.extend<Allowed & People & { consoleIsClean: undefined }>({
  allowedConsole: [[], { option: true }],
  consoleIsClean: [
    async ({ context, allowedConsole }, use) => {
      const problems: string[] = [];
      watchConsole(context, problems, allowedConsole);
      await use(undefined);
      expect(problems, "console errors and warnings").toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await use(awaitReady(page));
  },
  user: async ({ baseURL: _ }, use) => {
    await use(await registerPerson());
  },
  admin: async ({ baseURL: _ }, use) => {
    await use(await signInAdmin());
  },
  userPage: async ({ context, page, user }, use) => {
    await signInBrowser(context, user);
    await use(page);
  },
  adminPage: async ({ browser, admin, allowedConsole }, use) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const problems: string[] = [];
    watchConsole(context, problems, allowedConsole);
    await signInBrowser(context, admin);
    await use(awaitReady(await context.newPage()));
    await context.close();
    expect(problems, "console errors and warnings of the administrator").toEqual([]);
  },
});

/** The rules whose outcome depends on the theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// `source` of the package is more than twice as long, and goes to each document.
const AXE = readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8");

/** Waits until what was only just opened has started to move, and has taken the focus. */
export const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/** Half-faded colours are no finding: what comes and goes has come or gone before axe looks. */
async function untilStill(page: Page): Promise<void> {
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await nextFrame(page);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" ||
          effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}

/** axe finds nothing on the page as it is now; with `COLOUR_RULES`, nothing about its colours. */
export async function expectNoAxeFindings(page: Page, rules?: string[]): Promise<void> {
  await untilStill(page);
  const options: RunOptions = {
    runOnly: rules ?? RULES,
    // What was right is most of the answer and takes most of the time.
    resultTypes: ["violations"],
  };
  // Once for each document: to read the script takes as long as to run it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (runOptions) => {
    // Bars that stay in place cover a part of whatever is just under their edge, which one can scroll away.
    const bars = [...document.querySelectorAll<HTMLElement>("[data-shell] *")].filter(
      (element) =>
        ["fixed", "sticky"].includes(getComputedStyle(element).position) &&
        element.offsetHeight < innerHeight / 2,
    );
    for (const bar of bars) bar.style.position = "static";
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(runOptions);
    for (const bar of bars) bar.style.position = "";
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
    );
  }, options);
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Switches the theme as the page itself would, and waits until it shows. */
export async function setTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value;
  }, theme);
}

/** No text of the page is cut off by its own box, or wider than the button that it is in. */
export async function expectNoCutText(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => {
        // What only screen readers get is one pixel wide.
        if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1)
          return false;
        const { display, overflowX } = getComputedStyle(element);
        const isControl = element.matches("button, a, label, [role=tab]") && display !== "inline";
        return overflowX !== "visible" || isControl;
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );
  expect(cut, `cut text on ${page.url()}`).toEqual([]);
}

/** Nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, `width of ${page.url()}`).toBeLessThanOrEqual(client);
}
