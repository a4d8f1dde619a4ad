import { ensureBrowser, needsPackages } from "../lib/browser.mjs";
import { ensureInstalled } from "../lib/install.mjs";
import { ensureServices } from "../lib/services.mjs";
import { BROWSER_LANES } from "./lanes.mjs";
import { bin, browserSuite, jestSuite, script } from "./suites.mjs";

// What a whole run consists of. The order is the precedence: what others wait for, and what takes
// long, stands first. A step is either `work`, done by this process, or `command`, which makes the
// command of another one when its turn comes.

const INTEGRATION_SHARDS = 4;
const COMPONENT_SHARDS = 2;

const LAST = 15;

/**
 * What the steps tell each other: the path of the browser, and what the children get in their
 * environment, such as the address of the database that they share.
 * @typedef {{ browser?: string, env: Record<string, string>, close: (() => Promise<void>)[] }} Shared
 */

const databaseStep = ({ withSite }) => ({
  id: "database",
  title: "database for all tests",
  needs: ["generate"],
  load: 0.5,
  async work(shared) {
    const { startTestPostgres, stopTestPostgres } = await import(
      "../../tests/support/jest/postgres.mjs"
    );
    shared.close.push(stopTestPostgres);
    Object.assign(shared.env, await startTestPostgres({ withSite }));
  },
});

const apiTypes = {
  id: "api-types",
  title: "types of the API document",
  needs: ["generate"],
  load: 0.5,
  command: () => ({ command: script("api-types.mjs") }),
};

const setUp = [
  { id: "install", title: "packages", load: 1, work: ensureInstalled },
  {
    id: "browser",
    title: "browser",
    load: 0.5,
    needs: needsPackages() ? ["install"] : [],
    async work(shared) {
      shared.browser = await ensureBrowser();
    },
  },
  { id: "services", title: "PgBouncer and Redis", load: 0.5, work: ensureServices },
  {
    id: "generate",
    title: "database client",
    needs: ["install"],
    command: () => ({ command: script("build.mjs").concat("--generate") }),
  },
  {
    id: "biome",
    title: "format and lint (biome)",
    needs: ["install"],
    load: 0.5,
    command: () => ({ command: bin("@biomejs/biome/bin/biome").concat("check") }),
  },
  {
    id: "typegen",
    title: "types of routes",
    needs: ["generate"],
    command: () => ({ command: bin("next/dist/bin/next").concat("typegen") }),
  },
  apiTypes,
  databaseStep({ withSite: false }),
];

// Beside the feed's tests, which leave most of the machine to it.
const build = {
  id: "build",
  title: "production build",
  // It writes where the types of routes are.
  needs: ["generate", "typegen"],
  load: 1.5,
  nice: 10,
  command: () => ({ command: script("build.mjs") }),
};

// Take-overs within seconds: they have to measure the product and not each other.
const feed = {
  id: "feed",
  title: "tests of the market feed",
  needs: ["database"],
  load: 0.5,
  isQuiet: true,
  command: () => jestSuite("feed", ["feed"]),
};

// What takes minutes of one core stands back less, so that it is not what everything ends with.
const checks = [
  // The build writes types of routes too.
  [
    "code",
    "types and lint (oxlint)",
    ["typegen", "api-types"],
    script("check-code.mjs"),
    ["build"],
  ],
  ["dependencies", "who imports whom", ["generate"], script("check-dependencies.mjs")],
  [
    "knip",
    "unused code",
    ["generate"],
    bin("knip/bin/knip.js").concat("--no-progress", "--no-config-hints"),
  ],
  ["schema", "schema and migrations", ["database"], script("check-schema.mjs")],
].map(([id, title, needs, command, after]) => ({
  id,
  title,
  needs,
  after,
  isFilling: true,
  nice: id === "code" ? 5 : LAST,
  command: () => ({ command }),
}));

function shards(id, title, project, count, needs) {
  return Array.from({ length: count }, (_, index) => ({
    id: `${id}-${index + 1}`,
    title: `${title} ${index + 1} of ${count}`,
    needs,
    load: 0.9,
    command: () => jestSuite(`${id}-${index + 1}`, [project], [`--shard=${index + 1}/${count}`]),
  }));
}

const jestSteps = [
  {
    id: "processes",
    title: "tests with whole servers",
    needs: ["database", "build", "services"],
    load: 0.9,
    command: () => jestSuite("processes", ["processes"]),
  },
  ...shards("integration", "integration tests", "integration", INTEGRATION_SHARDS, [
    "database",
    "services",
  ]),
  ...shards("component", "component tests", "component", COMPONENT_SHARDS, ["generate"]),
  {
    id: "unit",
    title: "unit tests",
    needs: ["generate"],
    load: 0.9,
    command: () => jestSuite("unit", ["unit"]),
  },
];

const browserLanes = BROWSER_LANES.map((lane) => ({
  id: lane.name,
  title: `browser tests: ${lane.name}`,
  // Each begins with a copy of the site that is made once, beside the database.
  needs: ["build", "browser", "database"],
  load: lane.load,
  command: ({ browser }) => browserSuite(lane, browser),
}));

const whole = [
  ...setUp.filter((step) => step !== apiTypes),
  feed,
  build,
  // A build has the document.
  { ...apiTypes, after: ["build"] },
  ...browserLanes,
  ...jestSteps,
  ...checks,
];

/** The steps of `npm test`; without the browser those of `npm run check`. */
export function allSteps({ withBrowser }) {
  const needsBrowser = ({ id, needs = [] }) => id === "browser" || needs.includes("browser");
  if (!withBrowser) return whole.filter((step) => !needsBrowser(step));
  const database = databaseStep({ withSite: true });
  return whole.map((step) => (step.id === database.id ? database : step));
}

/** What tests of a kind need, where they don't run with all others. */
const NEEDS = {
  unit: ["generate"],
  component: ["generate"],
  integration: ["database"],
  processes: ["database", "build"],
  feed: ["database"],
  browser: ["build", "browser"],
};
const CHOSEN_LANE = { name: "chosen", port: 3195 };

// Of `npm run check:quick`: it keeps what it found, and the next time reads what has changed.
const types = {
  id: "types",
  title: "types",
  needs: ["typegen", "api-types"],
  command: () => ({ command: bin("typescript/bin/tsc").concat("--noEmit") }),
};

function neededBy(steps) {
  const ids = new Set(steps.flatMap(({ needs = [] }) => needs));
  const found = [...setUp, build].filter(({ id }) => ids.has(id));
  return found.length === 0 ? [] : [...neededBy(found), ...found];
}

/** Those steps of a whole run, with what they need. */
export function stepsNamed(...ids) {
  const steps = [...whole, types].filter(({ id }) => ids.includes(id));
  return [...new Set([...neededBy(steps), ...steps])];
}

/**
 * The steps that run these files, and nothing else than what they need.
 * @param {Map<string, string[]>} files by kind
 * @param {string | undefined} title only tests whose title matches it
 */
export function stepsFor(files, title) {
  const steps = [...files].map(([kind, paths]) => ({
    id: kind,
    title: `${kind} tests`,
    needs: NEEDS[kind],
    command: ({ browser }) =>
      kind === "browser"
        ? browserSuite({ ...CHOSEN_LANE, paths }, browser, title ? ["-g", title] : [])
        : jestSuite(kind, [kind], [...(title ? ["-t", title] : []), "--runTestsByPath", ...paths]),
  }));
  return [...new Set([...neededBy(steps), ...steps])];
}
