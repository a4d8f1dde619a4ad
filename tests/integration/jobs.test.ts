import { prisma, sql, transaction } from "@/lib/platform/db";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { openBoss } from "@/lib/platform/jobs/boss";
import { cleanUpJob } from "@/lib/platform/jobs/clean-up";
import { withLeadership } from "@/lib/platform/jobs/leadership";
import { whenSeen } from "@/lib/platform/jobs/lookout";
import { passAgeMs, startLoop } from "@/lib/platform/jobs/loop";
import { drainQueue, runScheduledJob, startJobs } from "@/lib/platform/jobs/runner";
import { log } from "@/lib/platform/log";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";

type Greeting = { name: string };

const seen: string[] = [];
let failures = 0;
const greet = defineJob<Greeting>({
  name: "greet",
  handler: async ({ name }) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error("not now");
    }
    seen.push(name);
  },
  retryLimit: 2,
  retryDelaySeconds: 0,
});
const nightly = defineJob({
  name: "nightly",
  schedule: "0 0 * * *",
  handler: async () => void seen.push("nightly"),
});

beforeEach(() => {
  seen.length = 0;
});

describe("the job queue", () => {
  it("runs what a committed transaction queued, and nothing that was rolled back", async () => {
    await prisma.$transaction((tx) => enqueue(greet, { name: "kept" }, { tx }));
    const undone = prisma.$transaction(async (tx) => {
      await enqueue(greet, { name: "undone" }, { tx });
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    expect(await drainQueue([greet])).toEqual({ done: 1, failed: 0 });
    expect(seen).toEqual(["kept"]);
  });

  it("keeps a failed job for another attempt", async () => {
    failures = 1;
    await enqueue(greet, { name: "second try" });
    expect(await drainQueue([greet])).toEqual({ done: 0, failed: 1 });
    expect(await prisma.jobRun.findUnique({ where: { name: "greet" } })).toMatchObject({
      failedAt: expect.any(Date),
      error: "not now",
    });
    await until("it is done", async () => (await drainQueue([greet])).done === 1);
    expect(seen).toEqual(["second try"]);
  });

  it("gives a job its signal where no process works all the time", async () => {
    const long = defineJob({
      name: "long",
      handler: async (_data, { signal }) => signal.throwIfAborted(),
    });
    await enqueue(long, {});
    expect(await drainQueue([long])).toEqual({ done: 1, failed: 0 });
  });

  it("takes no more than it runs, and takes up again what a cut off call left", async () => {
    const states = async () =>
      (
        await testDatabase().query<{ state: string }>(
          "SELECT state::text FROM pgboss.job WHERE name = 'halting' ORDER BY created_on, id",
        )
      ).map(({ state }) => state);
    const during: string[][] = [];
    const halting = defineJob({
      name: "halting",
      handler: async () => void during.push(await states()),
      retryDelaySeconds: 0,
    });
    await enqueue(halting, {});
    await enqueue(halting, {});
    const [cutOff] = await (await openBoss()).fetch(halting.name);
    expect(cutOff).toBeDefined();
    await testDatabase().query(
      "UPDATE pgboss.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'",
    );
    await until("both are done", async () => {
      await testDatabase().query(
        "UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL",
      );
      await drainQueue([halting]);
      return (await states()).every((state) => state === "completed");
    });
    for (const seen of during) {
      expect(seen.filter((state) => state === "active")).toHaveLength(1);
    }
  });

  it("runs a scheduled job when an outside clock asks", async () => {
    expect(await runScheduledJob(nightly)).toBe(true);
    expect(seen).toEqual(["nightly"]);
    expect(await prisma.jobRun.findUnique({ where: { name: "nightly" } })).toMatchObject({
      succeededAt: expect.any(Date),
      failedAt: null,
    });
  });

  it("works in the background until it is stopped", async () => {
    const runner = await startJobs([greet, nightly]);
    await enqueue(greet, { name: "in the background" });
    await until("it has run", () => seen.includes("in the background"));
    await runner.stop();
  });

  it("takes up what this process queued long before it looks by itself, one after the other", async () => {
    const runner = await startJobs([greet]);
    await enqueue(greet, { name: "first" });
    await until("it waits", () => seen.length === 1);
    await transaction(async (tx) => {
      for (const name of ["second", "third"]) await enqueue(greet, { name }, { tx });
    });
    await until("both have run", () => seen.length === 3, 6_000);
    await runner.stop();
  });

  it("finds what nobody woke it for by one look for all jobs", async () => {
    const runner = await startJobs([nightly, greet], 100);
    await enqueue(greet, { name: "woken" });
    await until("it waits", () => seen.length === 1);
    // As another process does: this one hears nothing of the commit.
    await prisma.$transaction((tx) => enqueue(greet, { name: "found" }, { tx }));
    await until("it is found", () => seen.length === 2);
    expect(seen).toEqual(["woken", "found"]);
    await runner.stop();
  });
});

describe("loops with nothing to do", () => {
  const { query } = testDatabase();
  const anyOf = (key: string) => () => sql`EXISTS (SELECT FROM rate_limit WHERE key = ${key})`;
  const counting = (name: string, wait = whenSeen(anyOf(name))) => {
    const counted = { passes: 0, stop: async () => {} };
    const pass = async () => {
      counted.passes += 1;
      await query("DELETE FROM rate_limit WHERE key = $1", [name]);
      return false;
    };
    counted.stop = startLoop(name, 1_000, pass, wait).stop;
    return counted;
  };

  it("wait until there is something for them, whatever there is for others, and are heard of", async () => {
    const [first, second] = [counting("first"), counting("second")];
    await until("both have begun", () => first.passes + second.passes === 2);
    await until("nothing was seen", () => (passAgeMs("second") ?? 0) > 400);
    await until("it was looked", () => (passAgeMs("second") ?? 1_000) < 200);
    await query("INSERT INTO rate_limit (key, points) VALUES ('second', 1)");
    await until("it is done", async () => (await query("SELECT FROM rate_limit")).length === 0);
    expect([first.passes, second.passes]).toEqual([1, 2]);
    await Promise.all([first.stop(), second.stop()]);
  });

  it("look again after a look that failed", async () => {
    const error = jest.spyOn(log, "error").mockImplementation(() => undefined);
    let fails = true;
    const loop = counting(
      "third",
      whenSeen(() => (fails ? sql`no_such_column` : anyOf("third")())),
    );
    await until("it is told", () => error.mock.calls.length > 0);
    expect(error.mock.calls[0]?.[0]).toMatchObject({ event: "loop.pass_failed", loop: "third" });
    fails = false;
    await query("INSERT INTO rate_limit (key, points) VALUES ('third', 1)");
    await until("it goes on", () => loop.passes > 1);
    await loop.stop();
    error.mockRestore();
  });
});

describe("leadership", () => {
  it("lets one work at a time, and the next one when it is done", async () => {
    let release = () => {};
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    let leads = false;
    const first = withLeadership("digging", async () => {
      leads = true;
      await busy;
      return "dug";
    });
    await until("it leads", () => leads);
    expect(await withLeadership("digging", async () => "also dug")).toBeNull();
    expect(await withLeadership("filling", async () => "filled")).toEqual({ result: "filled" });
    release();
    expect(await first).toEqual({ result: "dug" });
    expect(await withLeadership("digging", async () => "dug again")).toEqual({
      result: "dug again",
    });
  });
});

describe("the clean-up of every night", () => {
  const { query } = testDatabase();

  it("removes all that is old, more than one batch of it, and nothing else", async () => {
    await query(`INSERT INTO idempotency_record (user_id, route, key, request_hash, created_at)
    SELECT uuid_v7(), 'POST /api/nothing', n::text, '', now() - interval '8 days' FROM generate_series(1, 10001) AS n`);
    await query(`INSERT INTO idempotency_record (user_id, route, key, request_hash, created_at)
    VALUES (uuid_v7(), 'POST /api/nothing', 'young', '', now() - interval '6 days')`);
    await query(`INSERT INTO rate_limit (key, points, expire)
    SELECT 'old:' || n, 1, 1 FROM generate_series(1, 10001) AS n`);
    await query("INSERT INTO rate_limit (key, points, expire) VALUES ('young', 1, 9000000000000)");
    await cleanUpJob.handler({}, { signal: new AbortController().signal });
    expect(await query("SELECT key FROM idempotency_record")).toEqual([{ key: "young" }]);
    expect(await query("SELECT key FROM rate_limit")).toEqual([{ key: "young" }]);
  });
});
