import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/settings.mjs";
import { results } from "./suites.mjs";

const SLOWEST_FILES = 15;

const whole = (seconds) => String(Math.round(seconds));
const percent = (share) => (share === null ? "?" : `${Math.round(share * 100)} %`);

/**
 * What a run took, as it is kept in test-results/run.json.
 * @param {object[]} steps with id, title, startedAt and seconds since the run began, cpuSeconds,
 *   isGood, passed, failed and files
 * @param {import("./measure.mjs").Watch} watch
 */
export function recordOf(steps, watch, { passed, failed, cores }) {
  const seconds = watch.seconds();
  return {
    at: new Date().toISOString(),
    seconds,
    cores,
    cpuSeconds: steps.reduce((sum, step) => sum + step.cpuSeconds, 0),
    // Of the whole machine: what a step kills instead of waiting for it, as browsers are, is in no step's.
    machineSeconds: (watch.busyShare(0, seconds) ?? 0) * seconds * cores,
    busyShare: watch.busyShare(0, seconds),
    passed,
    failed,
    boots: watch.boots,
    steps: steps.map(({ files: _files, failures: _failures, ...step }) => ({
      ...step,
      busyShare: watch.busyShare(step.startedAt, step.startedAt + step.seconds),
    })),
    files: steps
      .flatMap(({ id, files }) => files.map((file) => ({ step: id, ...file })))
      .sort((a, b) => b.seconds - a.seconds),
  };
}

/** Keeps the record of a run. */
export function keepRecord(record) {
  writeFileSync(join(results, "run.json"), `${JSON.stringify(record, null, 2)}\n`);
}

const TIMINGS = join(root, "tests/support/jest/timings.json");

/** Keeps how long the files of jest took that take longest, for the order of the next runs. */
export function keepTimings({ files }) {
  const long = files.filter(({ file, seconds }) => /\.test\.tsx?$/.test(file) && seconds >= 1);
  const rows = long.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10]);
  const sorted = rows.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TIMINGS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function aligned(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join("  "),
  );
}

/** The lines that say what a run took. */
export function tableOf({
  seconds,
  cores,
  cpuSeconds,
  machineSeconds,
  busyShare,
  boots,
  steps,
  files,
}) {
  const rows = [
    ["step", "begins", "seconds", "CPU s", "cores busy", ""],
    ...steps.map((step) => [
      step.title,
      whole(step.startedAt),
      whole(step.seconds),
      whole(step.cpuSeconds),
      percent(step.busyShare),
      step.isGood ? "" : "FAILED",
    ]),
  ];
  const slowest = files.slice(0, SLOWEST_FILES).map(({ file, seconds }) => [file, whole(seconds)]);
  return [
    ...aligned(rows),
    "",
    ...(slowest.length > 0 ? aligned([["slowest files", "seconds"], ...slowest]) : []),
    "",
    `${whole(seconds)} s on ${cores} cores, ${percent(busyShare)} of them busy: ` +
      `${whole(machineSeconds)} CPU s, ${whole(cpuSeconds)} of them of processes that a step waited for; ` +
      `began ${boots.databases} databases, ${boots.servers} sites, ${boots.browsers} browsers`,
  ];
}
