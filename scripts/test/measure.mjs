import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_MS = 1_000;
const TICKS_PER_SECOND = 100;

/** What begins a database, a site or a browser: the command line of its first process. */
const BOOTS = {
  databases: /^[^\0]*\/bin\/postgres\0-D\0/,
  servers: /^[^\0]*node\0(.*\0)?[^\0]*dist\/server\.mjs/,
  browsers: /^(?!.*--type=).*(chrom|headless_shell)[^\0]*\0.*--remote-debugging/,
};

const read = (file) => {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
};

/** The numbers of /proc/<pid>/stat that follow the program's name, which may hold blanks. */
const statOf = (pid) => {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

/**
 * CPU seconds of all children of this process that have ended, and of theirs; 0 where the system
 * doesn't tell. What it grew by when a child ended is what that child took.
 */
export function endedChildrenSeconds() {
  const fields = statOf("self");
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / TICKS_PER_SECOND;
}

/** Busy and all ticks of the machine's cores since it began. */
function machineTicks() {
  const [first = ""] = read("/proc/stat").split("\n");
  const ticks = first.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { busy: all - idle - waiting, all };
}

function descendants() {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(statOf(name)[1]));
  }
  const isOurs = (pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === process.pid) return true;
    return false;
  };
  return [...parents.keys()].filter(isOurs);
}

/**
 * Watches the machine during a run: how busy its cores are, and how many databases, sites and
 * browsers are begun. Measures nothing where there is no /proc.
 */
export class Watch {
  #startedAt = performance.now();
  #samples = [];
  #seen = new Set();
  #boots = { databases: 0, servers: 0, browsers: 0 };
  #timer;

  constructor() {
    if (read("/proc/stat") === "") return;
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  #sample() {
    this.#samples.push({ at: this.seconds(), ...machineTicks() });
    for (const pid of descendants()) {
      if (this.#seen.has(pid)) continue;
      const command = read(`/proc/${pid}/cmdline`);
      const isFork = command === read(`/proc/${statOf(pid)[1]}/cmdline`);
      const kind = Object.keys(BOOTS).find((name) => BOOTS[name].test(command));
      if (command !== "") this.#seen.add(pid);
      if (kind && !isFork) this.#boots[kind] += 1;
    }
  }

  /** Seconds since the watch began. */
  seconds() {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Share of all cores that was busy between two of its seconds, whoever kept them so; null if unknown. */
  busyShare(from, to) {
    const within = this.#samples.filter(({ at }) => at >= from - 1 && at <= to + 1);
    const [first] = within;
    const last = within.at(-1);
    if (!first || !last || last.all === first.all) return null;
    return (last.busy - first.busy) / (last.all - first.all);
  }

  /** How many were begun so far. */
  get boots() {
    return { ...this.#boots };
  }

  stop() {
    if (this.#timer) this.#sample();
    clearInterval(this.#timer);
  }
}
