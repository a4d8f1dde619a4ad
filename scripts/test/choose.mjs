import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../lib/settings.mjs";

const FOLDERS = ["app", "bench", "components", "lib", "scripts", "tests"];
const TEST_FILE = /\.(test|spec)\.tsx?$/;

/** Every file of tests, from the root of the repository. */
export function testFiles() {
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && TEST_FILE.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** Which of the kinds of test a file holds: its jest project, or "browser". */
export function kindOf(file) {
  if (file.startsWith("tests/e2e/")) return "browser";
  const [, project] = /^tests\/(integration|processes|feed)\//.exec(file) ?? [];
  return project ?? (file.endsWith(".tsx") ? "component" : "unit");
}

/** The test files that one name means: a part of their path, or the source file that they stand beside. */
function matching(name, files) {
  const wanted = relative(root, join(root, name)).toLowerCase();
  const beside = TEST_FILE.test(wanted) ? wanted : wanted.replace(/\.(tsx?|mjs)$/, ".test.");
  return files.filter((file) => file.toLowerCase().includes(beside));
}

/**
 * The test files that the names mean, by kind.
 * @returns files: Map of kind and paths; unknown: the names that mean none
 */
export function chooseTests(names, all = testFiles()) {
  const found = names.map((name) => ({ name, files: matching(name, all) }));
  const files = new Map();
  for (const file of new Set(found.flatMap(({ files }) => files))) {
    files.set(kindOf(file), [...(files.get(kindOf(file)) ?? []), file]);
  }
  return {
    files,
    unknown: found.filter(({ files }) => files.length === 0).map(({ name }) => name),
  };
}
