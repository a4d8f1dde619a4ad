import nextJest from "next/jest.js";

// Far from UTC, off the hour and with daylight saving: a test that leans on local time fails.
process.env.TZ = "Pacific/Chatham";

const createJestConfig = nextJest({ dir: import.meta.dirname });

// Published as ES modules only, so jest's CommonJS loader needs them compiled.
const compiled = [
  "next-intl",
  "use-intl",
  "icu-minify",
  "intl-messageformat",
  "@formatjs",
  "jose",
  "qr",
  "marked",
  "htmlparser2",
  "domhandler",
  "domutils",
  "dom-serializer",
  "domelementtype",
  "entities",
  "pg-boss",
  "serialize-error",
  "non-error",
  "temporal-spec",
  "@t3-oss",
  "@noble/curves",
  "@noble/hashes",
  "@scure/base",
  "trading-signals",
];

const common = {
  rootDir: import.meta.dirname,
  // Kept where temporary files are not.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  moduleNameMapper: {
    "^@/(.*)$": "<rootDir>/$1",
    "^server-only$": "<rootDir>/tests/support/jest/nothing.ts",
  },
  modulePathIgnorePatterns: ["<rootDir>/.next/", "<rootDir>/.data/", "<rootDir>/dist/"],
  // What a whole run leaves to `npm run test:long`.
  ...(process.env.TEST_SHORT === "1"
    ? { testPathIgnorePatterns: ["/node_modules/", "\\.long\\.test\\."] }
    : {}),
  setupFilesAfterEnv: ["<rootDir>/tests/support/jest/jest-console.ts"],
};

// What Next adds is the same for each of them, and to find it out takes a second.
const base = await createJestConfig(common)();

const project = (displayName, options) => ({
  ...base,
  displayName,
  ...options,
  transformIgnorePatterns: [
    `/node_modules/(?!(${compiled.join("|")})/)`,
    "^.+\\.module\\.(css|sass|scss)$",
  ],
});

// docs/decisions/platform/one-realm.md. Not with jsdom, whose globals belong to each file.
const shared = {
  runtime: "<rootDir>/tests/support/jest/runtime.cjs",
  // Node's own modules would wait for them too.
  fakeTimers: { doNotFake: ["nextTick", "queueMicrotask"] },
};

const withDatabase = {
  ...shared,
  testEnvironment: "<rootDir>/tests/support/jest/jest-environment.cjs",
  globalSetup: "<rootDir>/tests/support/jest/global-setup.mjs",
  globalTeardown: "<rootDir>/tests/support/jest/global-teardown.mjs",
  setupFiles: ["<rootDir>/tests/support/jest/jest-database.cjs"],
  setupFilesAfterEnv: [...common.setupFilesAfterEnv, "<rootDir>/tests/support/jest/jest-minute.ts"],
};

const config = {
  testSequencer: "<rootDir>/tests/support/jest/jest-sequencer.cjs",
  projects: [
    project("unit", {
      ...shared,
      testEnvironment: "<rootDir>/tests/support/jest/node-environment.cjs",
      testMatch: ["<rootDir>/{lib,app,components,scripts,bench,tests/support}/**/*.test.ts"],
    }),
    project("component", {
      runtime: "<rootDir>/tests/support/jest/dom-runtime.cjs",
      testEnvironment: "<rootDir>/tests/support/jest/dom-environment.cjs",
      testMatch: ["<rootDir>/{lib,app,components,tests/support}/**/*.test.tsx"],
      setupFilesAfterEnv: [
        ...common.setupFilesAfterEnv,
        "<rootDir>/tests/support/jest/jest-dom.ts",
      ],
    }),
    project("integration", {
      ...withDatabase,
      testMatch: ["<rootDir>/tests/integration/**/*.test.{ts,tsx}"],
    }),
    project("processes", {
      ...withDatabase,
      testMatch: ["<rootDir>/tests/processes/**/*.test.ts"],
    }),
    // Take-overs within seconds: one at a time, so that they measure the product and not each other.
    project("feed", {
      ...withDatabase,
      testMatch: ["<rootDir>/tests/feed/**/*.test.ts"],
    }),
  ],
};

export default config;
