import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Cluster, isWhole, type Part, portForCluster } from "@/tests/support/processes/cluster";
import { Traders } from "@/tests/support/processes/cluster-traders";

// Chance kills, stops and cuts what it likes for a quarter of an hour, and takes the primary away every three minutes.
// CHAOS_SEED repeats a plan, CHAOS_MINUTES makes it shorter or longer, CHAOS_PEOPLE smaller.

const PEOPLE = Number(process.env.CHAOS_PEOPLE || 200);
const STAFF = Math.ceil(PEOPLE / 20);
const THINK_MS = 8_000;
const RUN_MS = 60_000 * Number(process.env.CHAOS_MINUTES || 15);
const PRIMARY_MS = 180_000;
/** How late an option may be settled once a primary is there, and it is due. */
const LATE_MS = 1_000;
/** So long after it is over its consequences may begin to show. */
const NOTICED_MS = 3_000;
const LINKS = [
  "proxy > instance 1",
  "proxy > instance 2",
  "instance 1 > database 1",
  "instance 1 > database 2",
  "instance 2 > database 1",
  "instance 2 > database 2",
  "database 1 > database 2",
  "database 2 > database 1",
];
const PARTS = ["instance 1", "instance 2", "standby", "primary"];

type Step = {
  afterMs: number;
  act: "kill" | "stop" | "cut" | "freeze";
  what: string;
  forMs: number;
};

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What happens when: something every few seconds, and the primary's end every three minutes. */
function planOf(seed: number): Step[] {
  const random = randomFrom(seed);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const steps: Step[] = [];
  for (let afterMs = 5_000; afterMs < RUN_MS; afterMs += 8_000 + random() * 12_000) {
    const act = one(["kill", "stop", "cut", "freeze"] as const);
    const what = act === "kill" || act === "stop" ? one(PARTS) : one(LINKS);
    steps.push({ afterMs, act, what, forMs: 500 + random() * 7_000 });
  }
  for (let afterMs = Math.min(PRIMARY_MS, RUN_MS) / 2; afterMs < RUN_MS; afterMs += PRIMARY_MS) {
    steps.push({ afterMs, act: "kill", what: "primary", forMs: 0 });
  }
  return steps.sort((first, second) => first.afterMs - second.afterMs);
}

const seed = Number(process.env.CHAOS_SEED || Math.floor(Math.random() * 2 ** 31));
const plan = planOf(seed);
let cluster: Cluster | undefined;

afterAll(async () => {
  await cluster?.stop();
  if (cluster && !process.env.CHAOS_KEEP)
    rmSync(dirname(cluster.dataDir), { recursive: true, force: true });
}, 120_000);

/** Does one thing of the plan, and undoes it. @returns what it was, for the report */
async function take(site: Cluster, { act, what, forMs }: Step): Promise<string> {
  const said = `${new Date().toISOString().slice(11, 23)} ${act} ${what} for ${Math.round(forMs)} ms`;
  if (act === "cut" || act === "freeze") {
    site.child.stdin?.write(`${act} ${what}\n`);
    await delay(forMs);
    // What was carried nothing over is ended, as a network that comes back does.
    site.child.stdin?.write(`cut ${what}\nrestore ${what}\n`);
    return said;
  }
  const { pid } = site.part(what);
  if (pid === null) return `${said}: it was away`;
  try {
    process.kill(pid, act === "kill" ? "SIGKILL" : "SIGSTOP");
    if (act === "stop") {
      await delay(forMs);
      process.kill(pid, "SIGCONT");
    }
    return said;
  } catch {
    return `${said}: it was gone`;
  }
}

it(`loses and doubles nothing while anything may end or hang (CHAOS_SEED=${seed})`, async () => {
  const runner = ["--import", "tsx", "tests/support/processes/cluster-server.mjs"];
  const site = new Cluster(await portForCluster(), runner);
  cluster = site;
  await site.says(/Ready on/, 400_000);
  const traders = new Traders(site);
  await traders.prepare(PEOPLE, STAFF);
  const done: string[] = [];
  const spans: Span[] = [];
  try {
    const startedAt = Date.now();
    const endsAt = startedAt + RUN_MS;
    const acting = traders.act(() => Date.now() > endsAt, THINK_MS);
    for (const step of plan) {
      await delay(Math.max(0, startedAt + step.afterMs - Date.now()));
      const begin = Date.now();
      done.push(await take(site, step));
      spans.push({ begin, end: Date.now() });
    }
    await acting;
    await site.whole();
    await traders.untilSettled(120_000);
    // All of it, since one thing that is wrong says little without the others.
    const found = {
      unanswered: traders.client.lost,
      serverErrors: traders.client.serverErrors,
      faults: await traders.faults(),
      ledger: (await site.run("verify-ledger")).code,
      audit: (await site.run("verify-audit")).code,
      late: await lateSettlements(site, spans),
    };
    expect(found).toEqual({
      unanswered: [],
      serverErrors: [],
      faults: [],
      ledger: 0,
      audit: 0,
      late: [],
    });
  } catch (error) {
    throw new Error(
      `CHAOS_SEED=${seed} ${JSON.stringify(traders.acknowledged)} resent ${traders.client.resent}\n${done.join("\n")}\n${site.output.slice(-8_000)}\n${String(error)}`,
    );
  }
}, 3_600_000);

/** From when to when something of the plan was under way. */
type Span = { begin: number; end: number };

/** When all was well again after something of the plan, as the cluster said it: it looks five times a second. */
function repaired(site: Cluster, spans: Span[]): Span[] {
  const states = site.output
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"parts"'))
    .map((line) => JSON.parse(line) as { at: number; parts: Part[] })
    .map(({ at, parts }) => ({ at, isWhole: isWhole(parts) }));
  return spans.map(({ begin, end }) => {
    const from = end + NOTICED_MS;
    const before = states.findLast(({ at }) => at <= from);
    const at = before?.isWhole
      ? from
      : (states.find((state) => state.at > from && state.isWhole)?.at ?? Number.POSITIVE_INFINITY);
    return { begin, end: at };
  });
}

type Late = { id: string; lateMs: number; settledAt: string };

/** Options that were settled too late: after their end, or after all was well again where something was not. */
async function lateSettlements(site: Cluster, spans: Span[]): Promise<Late[]> {
  const rows = await site.ask<{ id: string; due: Date; settled: Date }>(
    `SELECT id, expires_at AS due, settled_at AS settled FROM trade
     WHERE type = 'option' AND status <> 'open' AND expires_at IS NOT NULL`,
  );
  const outages = repaired(site, spans).sort((one, other) => one.begin - other.begin);
  return rows
    .map(({ id, due, settled }) => {
      const from = outages.reduce(
        (at, { begin, end }) => (at >= begin - LATE_MS && at < end ? end : at),
        due.getTime(),
      );
      return { id, settledAt: settled.toISOString(), lateMs: settled.getTime() - from };
    })
    .filter(({ lateMs }) => lateMs > LATE_MS);
}
