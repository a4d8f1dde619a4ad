import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { canUseApt, installPackages } from "./apt.mjs";
import { say } from "./report.mjs";
import { run } from "./run.mjs";
import { root } from "./settings.mjs";

const HEADLESS_SHELL = "chromium-headless-shell";

// The browser without a window of its own stands first: for the same pages it takes a quarter less
// of the processor, and it is what Playwright itself would bring.
const PLACES = [
  `/usr/lib/chromium/${HEADLESS_SHELL}`,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium that the system has, or undefined. */
function installedBrowser() {
  return [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));
}

/** The package of the system that brings the least that the tests need: not every system has both. */
function packageName() {
  try {
    execFileSync("apt-cache", ["show", HEADLESS_SHELL], { stdio: "ignore" });
    return HEADLESS_SHELL;
  } catch {
    return "chromium";
  }
}

/** Whether a browser can be found or installed only by a package of ours. */
export function needsPackages() {
  return !installedBrowser() && !canUseApt();
}

/**
 * Finds a browser for the tests, or installs one: the system's package as root on Debian and its
 * relatives, Playwright's own elsewhere.
 * @returns its path, or undefined where Playwright knows its own
 */
export async function ensureBrowser() {
  const found = installedBrowser();
  if (found) return found;
  if (canUseApt()) {
    say("Installing Chromium…");
    await installPackages(() => [packageName()]);
    return installedBrowser();
  }
  await run(
    [process.execPath, join(root, "node_modules/playwright/cli.js"), "install", "chromium"],
    {
      failure: "Playwright's browser could not be installed.",
    },
  );
  return undefined;
}
