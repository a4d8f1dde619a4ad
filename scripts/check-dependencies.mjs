import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { complain, runMain, say } from "./lib/report.mjs";
import { root } from "./lib/settings.mjs";

// Checks who imports whom (.dependency-cruiser.cjs). A checker that reads no file also finds
// nothing wrong, so each rule first has to catch a violation that is planted for it.

const FOLDERS = [
  "app",
  "components",
  "lib",
  "deliveries.ts",
  "instrumentation.ts",
  "server.ts",
  "jobs.ts",
  "middleware.ts",
];

// File, what it imports, and the rule that must object.
const PLANTED = [
  ["lib/platform/planted-a.ts", "@/lib/ledger/planted-b", "platform-knows-no-domain"],
  ["lib/ledger/planted-b.ts", "@/lib/trading/planted-c", "ledger-uses-no-domain"],
  ["lib/ledger/planted-j.ts", "@/lib/house/planted-k", "ledger-uses-no-domain"],
  ["components/house/planted-l.tsx", "@/lib/house/planted-k", "components-import-no-server-code"],
  ["lib/trading/planted-c.ts", "@/components/ui/planted-d", "domains-know-no-screen"],
  ["components/ui/planted-d.ts", "@/lib/trading/planted-c", "primitives-know-no-domain"],
  ["components/ui/planted-e.ts", "@/app/planted-f", "components-know-no-route"],
  ["app/planted-f.ts", "@/lib/platform/db", "pages-run-no-queries"],
  ["lib/trading/planted-q.ts", "@/lib/sessions/user-id", "user-ids-come-from-the-gate"],
  ["components/trading/planted-g.ts", "@/lib/platform/db", "components-import-no-server-code"],
  ["lib/trading/planted-rules.ts", "@/lib/platform/db", "rules-are-pure"],
  ["lib/planted/schema.ts", "@/lib/platform/db", "schemas-are-shared"],
  ["lib/trading/inside/rules.ts", "@/lib/platform/db", "rules-are-pure"],
  ["lib/trading/inside/schema.ts", "@/lib/platform/db", "schemas-are-shared"],
  ["app/api/planted-q.ts", "@/lib/sessions/page-gate", "routes-know-no-next"],
  ["lib/planted/planted-h.ts", "@/tests/support/database", "no-tests-in-the-product"],
  ["lib/planted/planted-i.ts", "@/lib/planted/planted-i", "no-cycles"],
  // Each of the two domains needs a file of the other, and no file needs itself.
  ["lib/planted-m/inside/planted-m.ts", "@/lib/planted-n/planted-n", "no-domain-cycles"],
  ["lib/planted-n/planted-o.ts", "@/lib/planted-m/planted-p", "no-domain-cycles"],
];
const STUBS = [
  "lib/platform/db/index.ts",
  "lib/sessions/page-gate.ts",
  "lib/house/planted-k.ts",
  "lib/planted-m/planted-p.ts",
  "lib/sessions/user-id.ts",
  "lib/planted-n/planted-n.ts",
  "tests/support/database.ts",
];

async function cruiser() {
  const { cruise } = await import("dependency-cruiser");
  const { default: extractTSConfig } = await import(
    "dependency-cruiser/config-utl/extract-ts-config"
  );
  const rules = createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs"));
  return async (folder, paths) => {
    process.chdir(folder);
    const options = {
      ...rules.options,
      ruleSet: { forbidden: rules.forbidden },
      validate: true,
      baseDir: folder,
    };
    const tsConfig = extractTSConfig(join(folder, "tsconfig.json"));
    const { output } = await cruise(paths, options, undefined, { tsConfig });
    const { modules, summary } = output;
    return { modules, violations: [...summary.violations, ...domainCycles(modules)] };
  };
}

const domainOf = (file) => /^lib\/([^/]+)\//.exec(file)?.[1];
const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Which domain imports which, and the first file that does. Tests may use what they like. */
function domainImports(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = domainOf(source);
    if (from === undefined || isTest(source)) continue;
    for (const { resolved } of dependencies) {
      const to = domainOf(resolved);
      if (to === undefined || to === from) continue;
      if (!imports.has(from)) imports.set(from, new Map());
      if (!imports.get(from).has(to)) imports.get(from).set(to, source);
    }
  }
  return imports;
}

/** The shortest way by imports from one domain to another, or null. */
function pathBetween(imports, from, to) {
  const paths = [[from]];
  const seen = new Set([from]);
  for (const path of paths) {
    for (const next of imports.get(path.at(-1))?.keys() ?? []) {
      if (next === to) return [...path, next];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/** Domains that need each other are one domain: what both use belongs into a lower one. */
function domainCycles(modules) {
  const imports = domainImports(modules);
  return [...imports].flatMap(([domain, targets]) =>
    [...targets].flatMap(([target, source]) => {
      const back = pathBetween(imports, target, domain);
      const cycle = back?.map((name) => ({ name: `lib/${name}` }));
      return cycle ? [{ rule: { name: "no-domain-cycles" }, from: source, cycle }] : [];
    }),
  );
}

function write(folder, file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** The planted violations that went unnoticed. */
async function missedOnes(check) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "planted-")));
  try {
    copyFileSync(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
    for (const file of STUBS) write(folder, file, "export const stub = 1;\n");
    for (const [file, target] of PLANTED) {
      write(folder, file, `import * as other from "${target}";\nexport const planted = other;\n`);
    }
    const { violations } = await check(folder, ["."]);
    const caught = new Set(violations.map(({ rule, from }) => `${rule.name} ${from}`));
    return PLANTED.filter(([file, , rule]) => !caught.has(`${rule} ${file}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

runMain(async () => {
  const check = await cruiser();
  const missed = await missedOnes(check);
  for (const [file, , rule] of missed) {
    complain(`The planted violation of ${rule} in ${file} was not caught.`);
  }
  const { modules, violations } = await check(root, FOLDERS);
  for (const { rule, from, to, cycle } of violations) {
    const path = cycle ? cycle.map(({ name }) => name).join(" -> ") : to;
    complain(`${rule.name}: ${from} -> ${path}`);
  }
  say(
    `${modules.length} modules, ${violations.length} violations; ${PLANTED.length - missed.length} of ${PLANTED.length} planted ones caught.`,
  );
  return missed.length + violations.length > 0 ? 1 : 0;
});
