import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, devices } from "playwright/test";
import { writePrices } from "./tests/e2e/support/prices";
import { newSiteFolder } from "./tests/e2e/support/site";
import { IS_SHORT } from "./tests/support/size";

// The workers load this file again and must find the folder of the first time.
process.env.E2E_DATA_DIR ??= newSiteFolder();
process.env.E2E_PORT ??= "3199";

const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const prices = join(process.env.E2E_DATA_DIR, "prices.csv");
if (!existsSync(prices)) writePrices(prices);

// What a whole run leaves to `npm run test:long`.
const leftOut = IS_SHORT ? [/@long/] : [];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  // A journey takes a minute alone, and three beside other lanes.
  timeout: 300_000,
  // A busy machine stands still for seconds now and then.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  workers: 1,
  use: {
    baseURL,
    // Pages that it loads would pass by what a test has them answered with.
    serviceWorkers: "block",
    actionTimeout: 20_000,
    timezoneId: "Pacific/Chatham",
    locale: "en-US",
    // As on every visit but the first, when pages come a second time, in the zone of the browser.
    storageState: {
      cookies: [
        {
          name: "time-zone",
          value: "Pacific%2FChatham",
          domain: "localhost",
          path: "/",
          expires: -1,
          httpOnly: false,
          secure: false,
          sameSite: "Lax",
        },
      ],
      origins: [],
    },
    // What moves has to stand still before a test can look at it, which takes seconds on each page.
    // Specs about movement, and the journey through everything, ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // A trace of every test takes a third of the time; --trace=on records one where it is wanted.
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      use: { viewport: { width: 1280, height: 800 } },
      grepInvert: [/@phone/, ...leftOut],
    },
    {
      name: "phone",
      // Seven times as many pixels take longer to paint, and nobody looks at them.
      use: { ...devices["Pixel 7"], deviceScaleFactor: 1 },
      grep: IS_SHORT ? /@phone/ : /@phone|@every-size/,
      grepInvert: leftOut,
    },
  ],
  webServer: {
    command: "exec node scripts/start.mjs",
    url: `${baseURL}/api/realtime`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "pipe",
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_PASSWORD: "admin-for-tests",
      LOG_LEVEL: "warn",
      BCRYPT_COST: "4",
      RATE_LIMIT_FACTOR: "1000",
      CHECK_RESPONSES: "1",
      MARKET_SOURCE: "replay",
      MARKET_REPLAY_FILE: prices,
      MARKET_REPLAY_LOOP: "1",
      MARKET_TICK_MS: "500",
    },
  },
});
