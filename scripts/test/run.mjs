import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { complain, oneLine, say } from "../lib/report.mjs";
import { root } from "../lib/settings.mjs";
import { endedChildrenSeconds } from "./measure.mjs";
import { failure, results } from "./suites.mjs";

const LATE_OPTIMIZING = join(root, "scripts/test/late-optimizing.cjs");

/** What Node is told by its environment, in addition to what it is told already. */
const nodeOptions = () =>
  [process.env.NODE_OPTIONS, `--require ${JSON.stringify(LATE_OPTIMIZING)}`]
    .filter(Boolean)
    .join(" ");

/** The processes of the steps that run. */
const children = new Set();

/** Tells every step that runs to end, with all that it began. */
export function endSteps() {
  for (const child of children) process.kill(-child.pid, "SIGTERM");
}

const LAST_LINES = 60;

/**
 * Passes on what a step says, each line with the step's name before it, and keeps it in a file.
 * @returns its last lines, as they come
 */
function passOn(id, child) {
  const last = [];
  const log = createWriteStream(join(results, `${id}.log`));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      log.write(`${line}\n`);
      if (line.trim() === "") return;
      say(`[${id}] ${line}`);
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
    });
  }
  child.once("close", () => log.end());
  return last;
}

function execute({ id, nice = 0 }, { command, env }) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      // A process group of its own, so that it can be ended whole.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_OPTIONS: nodeOptions(),
        FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
        ...env,
      },
    });
    child.once("error", (error) => {
      complain(oneLine(error));
      resolve({ code: 1, cpuSeconds: 0, last: [oneLine(error)] });
    });
    if (!child.pid) return;
    children.add(child);
    setPriority(child.pid, nice);
    const last = passOn(id, child);
    let cpuSeconds = 0;
    child.once("exit", () => {
      cpuSeconds = newlyEndedSeconds();
    });
    child.once("close", (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, cpuSeconds, last });
    });
  });
}

let knownSeconds = 0;

/** CPU seconds of the children that ended since this was last asked. */
function newlyEndedSeconds() {
  const total = endedChildrenSeconds();
  const seconds = total - knownSeconds;
  knownSeconds = total;
  return seconds;
}

/** What this process does itself, with the commands that it starts for it. */
async function doWork(step, shared) {
  try {
    await step.work(shared);
    return { code: 0, cpuSeconds: newlyEndedSeconds(), last: [] };
  } catch (error) {
    complain(`[${step.id}] ${oneLine(error)}`);
    return { code: 1, cpuSeconds: newlyEndedSeconds(), last: [oneLine(error)] };
  }
}

/**
 * Does one step.
 * @returns whether it passed, its CPU seconds, and what a test runner counted: a check that passes or
 *   fails as a whole and a runner that dies without a report count as one failure
 */
export async function runStep(step, shared) {
  const started = step.command?.(shared);
  const { code, cpuSeconds, last } = started
    ? await execute(step, { ...started, env: { ...shared.env, ...started.env } })
    : await doWork(step, shared);
  const counted = started?.read?.() ?? { passed: 0, failed: 0, failures: [], files: [] };
  if (code !== 0 && counted.failed === 0) {
    const said = failure(`ended with code ${code}, and said last:`, last.join("\n"), LAST_LINES);
    Object.assign(counted, { failed: 1, failures: [said] });
  }
  return { ...counted, cpuSeconds, isGood: code === 0 && counted.failed === 0 };
}
