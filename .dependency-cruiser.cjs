// Who may import whom. `npm run lint:dependencies` checks it, and plants a violation of each rule
// to prove that the check sees them.

const { readdirSync } = require("node:fs");
const { join } = require("node:path");

const DOMAINS = readdirSync(join(__dirname, "lib"))
  .filter((folder) => !["platform", "generated"].includes(folder))
  .join("|");
// What of a domain may run in a browser; everything else of it is for the server alone.
const SHARED_FILES =
  "[a-z-]*(client|schema|rules)|countries|difference|draft|editing|generate-password|names|nonces|outbox|payment-status|sections|types|strategies/strategy|log/[a-z-]+";
// All of the verifier runs in browsers.
const SERVER_FILES = `lib/(?!verifier/)(${DOMAINS})/(?!(${SHARED_FILES}|[a-z-]+/(${SHARED_FILES}))\\.ts$)`;

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Modules that need each other can't be understood or tested apart.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { pathNot: "^lib/generated/" } },
    },
    {
      name: "platform-knows-no-domain",
      severity: "error",
      from: { path: "^lib/platform/" },
      to: {
        path: `^(app|components|lib/(${DOMAINS}))/|^(server|jobs|deliveries|middleware)\\.ts$`,
      },
    },
    {
      name: "domains-know-no-screen",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components)/|^(server|jobs|deliveries|middleware)\\.ts$" },
    },
    {
      name: "components-know-no-route",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^app/|^(server|jobs|deliveries|middleware)\\.ts$" },
    },
    {
      name: "ledger-uses-no-domain",
      severity: "error",
      from: { path: "^lib/ledger/" },
      to: { path: `^lib/(${DOMAINS})/`, pathNot: "^lib/ledger/" },
    },
    {
      name: "components-import-no-server-code",
      comment: "Types vanish when compiled; anything else would end up in the browser.",
      severity: "error",
      from: { path: "^components/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: `^${SERVER_FILES}|^lib/platform/(db|env|files|http|jobs|log|mail|ratelimit|security)(/|\\.ts)|^lib/platform/realtime/(server|listener|index)|^lib/generated/`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "primitives-know-no-domain",
      severity: "error",
      from: { path: "^components/(ui|layout|charts|forms)/" },
      to: { path: `^(components|lib)/(${DOMAINS})/`, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "rules-are-pure",
      comment: "Arithmetic and state machines: no clock, no database, no framework.",
      severity: "error",
      from: { path: "^lib/[^/]+/(rules|.*[/-]rules)\\.ts$" },
      to: {
        path: `^lib/platform/(db|env|http|jobs|log|time)(/|\\.ts)|^${SERVER_FILES}|^node_modules/(next|react|pg)/`,
      },
    },
    {
      name: "schemas-are-shared",
      comment:
        "schema.ts also runs in the browser; the query members of lists need nothing but zod.",
      severity: "error",
      from: { path: "^lib/[^/]+/(schema|[a-z-]+/schema)\\.ts$" },
      to: {
        path: `^lib/platform/(db|env|http|jobs|log|mail|files)(/|\\.ts)|^${SERVER_FILES}|^lib/generated/`,
        pathNot: "^lib/platform/http/lists\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "user-ids-come-from-the-gate",
      comment: "Whoever makes one says that its owner is logged in.",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^lib/sessions/|\\.test\\.tsx?$" },
      to: { path: "^lib/sessions/user-id\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "pages-run-no-queries",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^lib/platform/db(/|\\.ts)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routes-know-no-next",
      comment: "The server answers the API outside of Next, where its modules can't be loaded.",
      severity: "error",
      from: { path: "^app/api/", pathNot: "^app/api/auth/\\[\\.\\.\\.nextauth\\]/" },
      to: { path: "(^|node_modules/)next/|^lib/sessions/page-gate\\.ts$", reachable: true },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: { pathNot: "^(tests|bench)/|\\.test\\.tsx?$" },
      to: { path: "^(tests|bench)/|\\.test\\.tsx?$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|dist|\\.data|lib/generated)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    // Cycles are searched for those rules only that ask for them.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      // The first that is there is taken: with what most files end with, few others are looked for.
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
      cachedInputFileSystem: { cacheDuration: 600_000 },
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
