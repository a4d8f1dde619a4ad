import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { say } from "../lib/report.mjs";
import { runGraph } from "./graph.mjs";
import { Watch } from "./measure.mjs";
import { endSteps, runStep } from "./run.mjs";
import { keepTemporaryFilesInMemory } from "./scratch.mjs";
import { results } from "./suites.mjs";
import { keepRecord, recordOf, tableOf } from "./table.mjs";

// More than there are cores, because each step waits now and then.
const LOAD_PER_CORE = 1.3;

const STOPPED = 130;

/** A run that is stopped stops what it began. */
function endOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      endSteps();
      process.exit(STOPPED);
    });
  }
}

/** Runs the steps side by side and says how each ends. */
async function runSteps(steps, watch) {
  const shared = { env: {}, close: [] };
  const done = [];
  const skipped = [];
  const run = async (step) => {
    const { id, title } = step;
    const startedAt = watch.seconds();
    say(`── ${title} (${id}) begins`);
    const outcome = await runStep(step, shared);
    const seconds = watch.seconds() - startedAt;
    done.push({ id, title, startedAt, seconds, ...outcome });
    say(`── ${title} (${id}): ${outcome.isGood ? "ok" : "FAILED"} (${Math.round(seconds)} s)`);
    return outcome.isGood;
  };
  const onSkip = ({ title }) => skipped.push(title);
  try {
    await runGraph(steps, { capacity: availableParallelism() * LOAD_PER_CORE, run, onSkip });
  } finally {
    for (const close of shared.close) await close();
  }
  return { done: done.sort((a, b) => a.startedAt - b.startedAt), skipped };
}

/** What failed is said once more at the end, where long output is cut last. */
function sayOutcome({ done, skipped }, { passed, failed }) {
  for (const { title, failures } of done) {
    for (const failure of failures) say(`\n${title}: ${failure}`);
  }
  const bad = done.filter(({ isGood }) => !isGood).map(({ title }) => title);
  if (bad.length > 0) say(`\nFailed: ${bad.join(", ")}`);
  if (skipped.length > 0) say(`\nNot run, for want of another step: ${skipped.join(", ")}`);
  say(`\n${passed} passed, ${failed} failed`);
}

/**
 * Runs the steps of a run and says what came of them.
 * @param {import("./graph.mjs").Step[]} steps
 * @param {{ keep: boolean }} options keep: whether to say and keep what the run took
 * @returns its record, with the number of tests that passed and failed
 */
export async function runAll(steps, { keep }) {
  mkdirSync(results, { recursive: true });
  endOnSignals();
  keepTemporaryFilesInMemory();
  const watch = new Watch();
  const outcome = await runSteps(steps, watch);
  watch.stop();
  const count = (key) => outcome.done.reduce((sum, step) => sum + step[key], 0);
  const counts = { passed: count("passed"), failed: count("failed") };
  const record = recordOf(outcome.done, watch, { ...counts, cores: availableParallelism() });
  if (keep) {
    keepRecord(record);
    say("");
    for (const line of tableOf(record)) say(line);
  }
  sayOutcome(outcome, counts);
  return record;
}
