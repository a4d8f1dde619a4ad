import type { Browser, Page } from "playwright";
import { until } from "../../tests/support/poll";
import { type BenchApp, type BenchUser, populate, startApp } from "../support/app";
import { launch } from "../support/browser";
import { limited, type Measure, type PartResult, quantile } from "../support/measure";

export type ChartOptions = { candles: number; moves: number };

/**
 * A desktop whose processor is four times as slow: what this one took, four times. The browser's own brake runs by the
 * clock, so that it would count four times what other work on the machine takes, too.
 */
const SLOWER = 4;
const FRAME_MS = 1000 / 60;
/** Of the frames, at most this share may take longer than a sixtieth of a second. */
const MOST_LATE = 0.05;
const INTERVAL = "5m";
const INDICATORS = [
  { kind: "ema", params: [9] },
  { kind: "bollinger", params: [20, 2] },
  { kind: "macd", params: [12, 26, 9] },
];
const WAIT_MS = 120_000;
/** Candles that a chart has at first. */
const FIRST_PAGE = 300;
const STEP_PX = 5;
const REACH_PX = 150;

/** What hears the keys of the chart. */
const chartOf = (page: Page) => page.locator("figure [role=group][tabindex='0']").first();

/** Finished candles up to now, one after the other. */
async function addCandles({ owner }: BenchApp, count: number): Promise<void> {
  await owner.query(
    `INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
     SELECT $1, at, price, price + 90000000, price - 90000000, price + 40000000 * (i % 3 - 1), 'simulated', true, true
     FROM (SELECT i, date_bin('5 minutes', now(), '2000-01-01') - i * interval '5 minutes' AS at,
       400000000000 + (6000000000 * sin(i / 90.0) + 1500000000 * sin(i / 7.0))::bigint AS price
       FROM generate_series(1, $2::int) AS i) made
     ON CONFLICT ("interval", open_time) DO UPDATE SET closed = true`,
    [INTERVAL, count],
  );
}

async function openChart(browser: Browser, app: BenchApp, user: BenchUser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: "next-auth.session-token", value: user.token, url: app.url }]);
  const choices = { look: "candles", hasVolume: false, indicators: INDICATORS, lines: [] };
  const kept = { token: user.token, [`chart-${user.userId}`]: JSON.stringify(choices) };
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, kept);
  const page = await context.newPage();
  await page.goto(`${app.url}/trade`);
  const drawn = page.locator("figure", { hasText: "EMA 9" }).locator("canvas").first();
  await drawn.waitFor({ state: "attached", timeout: WAIT_MS });
  return page;
}

/** Scrolls back until every candle was loaded and drawn. */
async function loadAll(page: Page, candles: number): Promise<void> {
  const shown = page.locator("figure figcaption p").first();
  const since = async () => (await shown.textContent())?.split(": last")[0];
  for (let loaded = FIRST_PAGE; loaded < candles; ) {
    const before = await since();
    const answer = page.waitForResponse((one) => one.url().includes("before="), {
      timeout: WAIT_MS,
    });
    await chartOf(page).press("Home");
    const { klines } = (await (await answer).json()) as { klines: unknown[] };
    if (klines.length === 0) throw new Error(`There are only ${loaded} candles`);
    loaded += klines.length;
    await until("earlier candles are drawn", async () => (await since()) !== before, WAIT_MS);
  }
}

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { type?: string } };
};

/** What each frame took of the slower processor, in ms: of the page's main thread, and of the worker that draws. */
type Frames = { page: number[]; worker: number[] };

/** The work of a thread from each of some moments to the next one. */
function workBetween(tasks: readonly TraceEvent[], moments: readonly TraceEvent[]): number[] {
  const work = moments.map(() => 0);
  let frame = -1;
  for (const task of tasks) {
    const end = task.ts + (task.dur ?? 0);
    while ((moments[frame + 1]?.ts ?? Number.POSITIVE_INFINITY) <= end) frame += 1;
    if (frame >= 0)
      work[frame] = (work[frame] ?? 0) + ((task.tdur ?? task.dur ?? 0) / 1000) * SLOWER;
  }
  return work;
}

/** The frames of the worker, and of the page what it does from one move of the pointer that it hears to the next. */
function framesOf(events: TraceEvent[]): Frames {
  const all = (thread: TraceEvent, name: string, type?: string) =>
    events
      .filter((one) => one.pid === thread.pid && one.tid === thread.tid && one.ph === "X")
      .filter((one) => one.name === name && (!type || one.args?.data?.type === type))
      .sort((one, other) => one.ts - other.ts);
  const named = (name: string) =>
    events.filter((one) => one.name === "thread_name" && one.args?.name === name);
  const [worker] = named("DedicatedWorker thread").sort(
    (one, other) => all(other, "FireAnimationFrame").length - all(one, "FireAnimationFrame").length,
  );
  const main = named("CrRendererMain").find(({ pid }) => pid === worker?.pid);
  if (!worker || !main) throw new Error("No worker draws the chart");
  return {
    page: workBetween(all(main, "RunTask"), all(main, "EventDispatch", "pointermove")),
    worker: workBetween(all(worker, "RunTask"), all(worker, "FireAnimationFrame")),
  };
}

/** Drags the chart back from the newest candle and forth again, by the same steps. */
async function pan(browser: Browser, page: Page, moves: number): Promise<Frames> {
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error("There is no chart");
  const x = box.x + box.width / 3;
  const y = box.y + box.height / 3;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  for (let move = 1; move <= moves; move += 1) {
    const far = REACH_PX - Math.abs(((move * STEP_PX) % (2 * REACH_PX)) - REACH_PX);
    await page.mouse.move(x + far, y);
  }
  const trace = await browser.stopTracing();
  await page.mouse.up();
  return framesOf((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents);
}

/**
 * What a frame costs while a chart is dragged, with every candle loaded and three indicators: as they are shown at
 * first, and with four fifths of them in sight. Two threads work at it at the same time, the page's own and the worker's,
 * and each has a sixtieth of a second. Live prices and tracing are in it, what the compositor and the graphics card do
 * is not.
 */
export async function benchChart({ candles, moves }: ChartOptions): Promise<PartResult> {
  const app = await startApp();
  const browser = await launch();
  try {
    const [user] = await populate(app, 1);
    if (!user) throw new Error("There is no customer");
    await addCandles(app, candles);
    const page = await openChart(browser, app, user);
    await loadAll(page, candles);
    const measures: Measure[] = [];
    const details: Record<string, number[]> = {};
    const measure = async (name: string) => {
      const frames = await pan(browser, page, moves);
      for (const [thread, values] of Object.entries(frames)) {
        if (values.length < moves / 2) throw new Error(`Only ${values.length} frames were drawn`);
        const late = values.filter((ms) => ms > FRAME_MS).length / values.length;
        details[`${name}: ${thread}`] = values;
        const add = (what: string, value: number) =>
          measures.push({ name: `${name}: ${what} of the ${thread}`, value, unit: "ms" });
        add("a frame", quantile(values, 0.5));
        add("95 of 100 frames", quantile(values, 0.95));
        measures.push(
          limited(`${name}: frames over a sixtieth, ${thread}`, late, "share", MOST_LATE),
        );
      }
    };
    const chart = chartOf(page);
    await chart.press("End");
    await measure(`${candles} candles loaded`);
    for (let press = 0; press < 30; press += 1) await chart.press("-");
    // With all of them in sight there would be nowhere to drag it to.
    await chart.press("+");
    await measure(`four fifths of ${candles} in sight`);
    return { measures, details };
  } finally {
    await browser.close();
    await app.close();
  }
}
