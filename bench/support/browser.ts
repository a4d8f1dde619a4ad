import { existsSync } from "node:fs";
import { type BrowserContext, chromium, type Page, type Request } from "playwright";
import type { PageVitals } from "../budgets";

const PLACES = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const IDLE_TIMEOUT_MS = 60_000;
const QUIET_MS = 1_000;
const AFTER_IDLE_MS = 3_000;

/** The lab: a slow phone on a slow network. */
const LAB = { bytesASecond: 1_600_000 / 8, latencyMs: 150, cpu: 4 };

/** A Chromium without noise of its own. */
export function launch() {
  return chromium.launch({
    executablePath: PLACES.find((path) => path && existsSync(path)),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Sockets, polls and prefetched data go on for ever; what a page is made of does not. */
const MATERIAL = new Set(["document", "script", "stylesheet", "font", "image"]);

/** Opens a page and waits until it is idle for a second. */
async function settle(page: Page, url: string): Promise<void> {
  const open = new Set<Request>();
  let quietSince = performance.now();
  const ended = (request: Request) => {
    if (open.delete(request)) quietSince = performance.now();
  };
  page.on("request", (request) => {
    if (MATERIAL.has(request.resourceType())) open.add(request);
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  await page.goto(url, { waitUntil: "load", timeout: IDLE_TIMEOUT_MS });
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  while (open.size > 0 || performance.now() - quietSince < QUIET_MS) {
    if (performance.now() > deadline) {
      throw new Error(`${url} waits for ${[...open].map((request) => request.url()).join(", ")}`);
    }
    await page.waitForTimeout(50);
  }
}

/** Paths of all scripts that a page has fetched three seconds after it became idle. */
export async function scriptsLoaded(context: BrowserContext, url: string): Promise<Set<string>> {
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on("requestfinished", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === new URL(url).origin && pathname.endsWith(".js")) scripts.add(pathname);
  });
  try {
    await settle(page, url);
    await page.waitForTimeout(AFTER_IDLE_MS);
    return scripts;
  } finally {
    await page.close();
  }
}

export type Vitals = PageVitals & { lcpElement: string };

/** Runs in the page before anything else. */
function observe(): void {
  const vitals = { lcpMs: 0, lcpElement: "", cls: 0 };
  Object.assign(window, { __vitals: vitals });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      vitals.lcpMs = entry.startTime;
      vitals.lcpElement = entry.element?.tagName.toLowerCase() ?? "";
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) vitals.cls += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Largest contentful paint and layout shift of a first visit in the lab. */
export async function vitalsOf(context: BrowserContext, url: string): Promise<Vitals> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LAB.latencyMs,
      downloadThroughput: LAB.bytesASecond,
      uploadThroughput: LAB.bytesASecond,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: LAB.cpu });
    await page.addInitScript(observe);
    await settle(page, url);
    return await page.evaluate(() => (window as unknown as { __vitals: Vitals }).__vitals);
  } finally {
    await page.close();
  }
}
