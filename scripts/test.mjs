import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt, ensureGenerated } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { complain, oneLine, runMain, say } from "./lib/report.mjs";
import { root } from "./lib/settings.mjs";

// `npm test`: everything that has to hold, from a fresh clone. `npm run check` leaves the browser
// out. Goes on after a failure, so that one run tells all.

const results = join(root, "test-results");
const bin = (file) => [process.execPath, join(root, "node_modules", file)];
const script = (file) => [process.execPath, join(root, "scripts", file)];

const total = { passed: 0, failed: 0 };
const failedSteps = [];
/** What failed, with the beginning of its message: said once more at the end, where long output is cut last. */
const failures = [];
const MESSAGE_LINES = 25;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const plainText = (text) => text.replace(/\u001b\[[0-9;]*m/g, "");

function noteFailure(suiteName, title, message = "") {
  const lines = plainText(message).split("\n").slice(0, MESSAGE_LINES);
  failures.push(`${suiteName}: ${title}\n${lines.map((line) => `    ${line}`).join("\n")}`);
}

function noteJestFailures(suiteName, { testResults }) {
  for (const { name, message, status, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    for (const { fullName, failureMessages } of failed) {
      noteFailure(suiteName, fullName, failureMessages[0]);
    }
    if (failed.length === 0 && status === "failed") noteFailure(suiteName, name, message);
  }
}

/** Of a report, whose errors belong to no test, or of a file or a group of tests in it. */
function noteBrowserFailures(suiteName, { errors = [], suites = [], specs = [] }) {
  for (const { message } of errors) noteFailure(suiteName, "outside of its tests", message);
  for (const { title, file, line, tests } of specs) {
    for (const { projectName, status, results } of tests) {
      if (status !== "unexpected" && status !== "flaky") continue;
      const error = results.flatMap(({ errors }) => errors)[0];
      noteFailure(suiteName, `[${projectName}] ${file}:${line} ${title}`, error?.message);
    }
  }
  for (const each of suites) noteBrowserFailures(suiteName, each);
}

function execute(command, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0", ...env },
    });
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function step(name, work) {
  const startedAt = Date.now();
  say(`\n── ${name}`);
  let isGood = false;
  try {
    isGood = await work();
  } catch (error) {
    complain(oneLine(error));
  }
  if (!isGood) failedSteps.push(name);
  say(`── ${name}: ${isGood ? "ok" : "FAILED"} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  return isGood;
}

/** A check that passes or fails as a whole; a failed one counts as one. */
async function check(name, command) {
  const isGood = await step(name, async () => (await execute(command)) === 0);
  if (!isGood) total.failed += 1;
}

function build() {
  return step("production build", async () => {
    await ensureBuilt();
    return true;
  });
}

/** The checks that, with the build, take about as long as eslint alone, which runs beside them. */
async function checkStructure() {
  await check("types", bin("typescript/bin/tsc").concat("--noEmit"));
  await check("who imports whom", script("check-dependencies.mjs"));
  await check("unused code", bin("knip/bin/knip.js").concat("--no-progress", "--no-config-hints"));
  await check("schema and migrations", script("check-schema.mjs"));
}

/** A test runner that writes a report; one that dies without a report counts as one failure. */
async function suite(name, { command, env, report, read, noteFailures }) {
  rmSync(report, { force: true });
  await step(name, async () => {
    const code = await execute(command, env);
    const outcome = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
    const counted = outcome ? read(outcome) : { passed: 0, failed: 1 };
    if (outcome && counted.failed > 0) noteFailures(name, outcome);
    if (code !== 0 && counted.failed === 0) counted.failed = 1;
    total.passed += counted.passed;
    total.failed += counted.failed;
    return code === 0 && counted.failed === 0;
  });
}

function jest(name, projects, workers = 2) {
  const report = join(results, `jest-${projects.join("-")}.json`);
  return suite(name, {
    command: [
      ...bin("jest/bin/jest.js"),
      "--ci",
      `--maxWorkers=${workers}`,
      "--passWithNoTests",
      "--json",
      `--outputFile=${report}`,
      "--selectProjects",
      ...projects,
    ],
    report,
    // A file that can't even be loaded has no tests to count.
    read: ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) => ({
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
    }),
    noteFailures: noteJestFailures,
  });
}

/**
 * Each folder of browser tests has a site and a database of its own: what staff and the fuzzed API do
 * to theirs (notices to everybody, switched-off wallets) is not seen by the others.
 */
function browserSuite({ folder, port }, browser) {
  const report = join(results, `playwright-${folder}.json`);
  return suite(`browser tests: ${folder}`, {
    command: [
      ...bin("playwright/cli.js"),
      "test",
      `tests/e2e/${folder}/`,
      "--reporter=list,json",
      `--output=${join(results, `browser-${folder}`)}`,
    ],
    env: {
      E2E_PORT: port,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(browser ? { CHROMIUM_PATH: browser } : {}),
    },
    report,
    read: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
    noteFailures: noteBrowserFailures,
  });
}

async function browserTests() {
  let browser;
  const isReady = await step("browser", async () => {
    browser = await ensureBrowser();
    say(browser ?? "Playwright's own");
    return true;
  });
  if (!isReady) {
    total.failed += 1;
    return;
  }
  const others = async () => {
    await browserSuite({ folder: "api", port: "3198" }, browser);
    await browserSuite({ folder: "staff", port: "3197" }, browser);
    await browserSuite({ folder: "products", port: "3196" }, browser);
  };
  await Promise.all([browserSuite({ folder: "users", port: "3199" }, browser), others()]);
}

runMain(async () => {
  const withBrowser = !process.argv.includes("--no-browser");
  mkdirSync(results, { recursive: true });
  const isSetUp = await step("set-up", async () => {
    await ensureInstalled();
    await ensureGenerated();
    return (await execute([...bin("next/dist/bin/next"), "typegen"])) === 0;
  });
  if (isSetUp) {
    await check("format and lint (biome)", bin("@biomejs/biome/bin/biome").concat("check"));
    const [, isBuilt] = await Promise.all([
      check("lint (eslint)", bin("eslint/bin/eslint.js").concat("--max-warnings=0")),
      checkStructure().then(build),
    ]);
    if (!isBuilt) total.failed += 1;
    await jest("unit and component tests", ["unit", "component"]);
    await jest("integration tests", ["integration"]);
    await jest("tests with whole servers", ["processes"]);
    await jest("tests of the market feed", ["feed"], 1);
    if (withBrowser && isBuilt) await browserTests();
  } else {
    total.failed += 1;
  }
  for (const failure of failures) say(`\n${failure}`);
  if (failedSteps.length > 0) say(`\nFailed: ${failedSteps.join(", ")}`);
  say(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
