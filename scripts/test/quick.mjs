import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ensureGenerated } from "../lib/build.mjs";
import { ensureInstalled } from "../lib/install.mjs";
import { say } from "../lib/report.mjs";
import { root } from "../lib/settings.mjs";
import { kindOf } from "./choose.mjs";
import { stepsFor, stepsNamed } from "./steps.mjs";
import { bin } from "./suites.mjs";

// About as many as end within half a minute.
const MOST_FILES = 30;

const TEST_FILE = /\.test\.tsx?$/;

function lines(command, ...args) {
  const said = execFileSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 100_000_000,
  });
  return said.split("\n").filter((line) => line !== "");
}

/** The last commit that this branch shares with the main one. */
function branchedFrom() {
  for (const main of ["main", "origin/main"]) {
    try {
      return lines("git", "merge-base", "HEAD", main)[0];
    } catch {
      // A clone of one commit knows no other branch.
    }
  }
  return "HEAD";
}

/** Files that differ from the main branch, committed or not, and are still there. */
function changedFiles() {
  const changed = lines("git", "diff", "--name-only", branchedFrom());
  const added = lines("git", "ls-files", "--others", "--exclude-standard");
  return [...new Set([...changed, ...added])].filter((file) => existsSync(join(root, file)));
}

/** The unit and component tests that load one of the files, the nearest first. */
function relatedTests(files) {
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  if (sources.length === 0) return [];
  const [node, jest] = bin("jest/bin/jest.js");
  const options = ["--selectProjects", "unit", "component", "--listTests", "--findRelatedTests"];
  const found = lines(node, jest, ...options, ...sources).map((path) => relative(root, path));
  const folders = new Set(sources.map(dirname));
  const distance = (file) => (files.includes(file) ? 0 : folders.has(dirname(file)) ? 1 : 2);
  return found.sort((a, b) => distance(a) - distance(b));
}

function byKind(files) {
  const kinds = new Map();
  for (const file of files) kinds.set(kindOf(file), [...(kinds.get(kindOf(file)) ?? []), file]);
  return kinds;
}

/**
 * Biome, types, and the tests that what changed can have broken: unit and component tests that load
 * it, and the integration tests that were themselves changed. Those that time does not allow are named.
 */
export async function quickSteps() {
  // Jest itself has to say which tests load a file.
  await ensureInstalled();
  await ensureGenerated();
  const changed = changedFiles();
  const related = relatedTests(changed);
  const chosen = related.slice(0, MOST_FILES);
  const own = changed.filter((file) => TEST_FILE.test(file) && kindOf(file) === "integration");
  say(`${changed.length} files changed, ${related.length} files of tests load them.`);
  if (related.length > chosen.length) {
    say(`Left out, for npm run check: ${related.slice(MOST_FILES).join(" ")}`);
  }
  const steps = [...stepsNamed("biome", "types"), ...stepsFor(byKind([...chosen, ...own]))];
  return [...new Set(steps)];
}
