import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../lib/settings.mjs";

// What each test runner is called with, and what its report says.

/** Where a run leaves its reports. */
export const results = join(root, "test-results");

/** The command of a program that a package brings. */
export const bin = (file) => [process.execPath, join(root, "node_modules", file)];

/** The command of one of our scripts. */
export const script = (file) => [process.execPath, join(root, "scripts", file)];

const MESSAGE_LINES = 25;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const plainText = (text) => text.replace(/\u001b\[[0-9;]*m/g, "");

/** What failed, with the beginning of its message. */
export function failure(title, message = "", lineCount = MESSAGE_LINES) {
  const lines = plainText(message).split("\n").slice(0, lineCount);
  return `${title}\n${lines.map((line) => `    ${line}`).join("\n")}`;
}

function jestFailures({ testResults }) {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0 && status === "failed") return [failure(name, message)];
    return failed.map(({ fullName, failureMessages }) => failure(fullName, failureMessages[0]));
  });
}

function readJest(report) {
  return {
    passed: report.numPassedTests,
    // A file that can't even be loaded has no tests to count.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    failures: jestFailures(report),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/** All tests of a report of Playwright, or of a file or a group of tests in it. */
function browserSpecs({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(browserSpecs)];
}

function browserFailures(report) {
  const outside = (report.errors ?? []).map(({ message }) =>
    failure("outside of its tests", message),
  );
  const failed = browserSpecs(report).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        return failure(`[${projectName}] ${file}:${line} ${title}`, error?.message);
      }),
  );
  return [...outside, ...failed];
}

function readBrowser(report) {
  const seconds = new Map();
  for (const { file, tests } of browserSpecs(report)) {
    const took = tests.flatMap(({ results }) => results).reduce((sum, r) => sum + r.duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + took / 1000);
  }
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    failures: browserFailures(report),
    files: [...seconds].map(([file, took]) => ({ file: join("tests/e2e", file), seconds: took })),
  };
}

/** Reads what a test runner wrote; null where it died before. */
function reader(report, read) {
  return () => (existsSync(report) ? read(JSON.parse(readFileSync(report, "utf8"))) : null);
}

/**
 * Tests that jest runs, one file after another.
 * @param {string} id also the name of its report
 * @param {string[]} projects of jest.config.mjs
 * @param {string[]} options more of jest's own
 */
export function jestSuite(id, projects, options = []) {
  const report = join(results, `jest-${id}.json`);
  rmSync(report, { force: true });
  const command = [
    ...bin("jest/bin/jest.js"),
    "--ci",
    "--maxWorkers=1",
    "--passWithNoTests",
    "--json",
    `--outputFile=${report}`,
    "--selectProjects",
    ...projects,
    ...options,
  ];
  return { command, env: {}, read: reader(report, readJest) };
}

/**
 * Tests in a browser, on one site.
 * @param {{ name: string, paths: string[], port: number }} lane
 * @param {string | undefined} browser path of it, where Playwright doesn't know its own
 * @param {string[]} options more of Playwright's own
 */
export function browserSuite({ name, paths, port }, browser, options = []) {
  const report = join(results, `playwright-${name}.json`);
  rmSync(report, { force: true });
  const command = [
    ...bin("playwright/cli.js"),
    "test",
    ...paths,
    "--reporter=list,json",
    `--output=${join(results, `browser-${name}`)}`,
    ...options,
  ];
  const env = {
    E2E_PORT: String(port),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...(browser ? { CHROMIUM_PATH: browser } : {}),
  };
  return { command, env, read: reader(report, readBrowser) };
}
