import type * as ratelimit from "@/lib/platform/ratelimit";
import type { Listener, startListener } from "@/lib/platform/realtime/listener";
import type * as redisModule from "@/lib/platform/redis";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { freePort } from "@/tests/support/processes/app-process";
import { hasRedis, startRedis } from "@/tests/support/processes/redis-server";

// Where Redis is not installed everything here is done by the database, as while it is away.
const WHERE = hasRedis ? "Redis" : "the database: Redis is not installed";

let port = 0;
let kill: (() => Promise<void>) | undefined;
let limits: typeof ratelimit;
let redis: typeof redisModule.redis;
let listen: typeof startListener;

const isConnected = () => redis()?.isReady === true;

async function start(): Promise<void> {
  if (!hasRedis) return;
  kill = await startRedis(port);
  await until("it is connected", isConnected);
}

beforeAll(async () => {
  port = await freePort();
  process.env.REDIS_URL = `redis://127.0.0.1:${port}`;
  limits = await import("@/lib/platform/ratelimit");
  ({ redis } = await import("@/lib/platform/redis"));
  ({ startListener: listen } = await import("@/lib/platform/realtime/listener"));
  redis();
  await start();
});

afterAll(async () => {
  await kill?.();
});

const counted = () =>
  testDatabase().query<{ key: string }>("SELECT key, points FROM rate_limit ORDER BY key");

it(`counts shared limits in ${WHERE}, and in the database while it is away`, async () => {
  const { consume, ensureNotLimited, forgive, forgiveAll } = limits;
  const limit = { name: "guess", points: 2, seconds: 600, shared: true };
  const spend = async (key: string) => {
    await consume(limit, key);
    await consume(limit, key);
    for (const refused of [consume(limit, key), ensureNotLimited(limit, key)]) {
      await expect(refused).rejects.toMatchObject({ code: "RATE_LIMITED" });
    }
  };
  await spend("a");
  await ensureNotLimited(limit, "b");
  if (hasRedis) expect(await counted()).toEqual([]);
  await forgive(limit, "a");
  await ensureNotLimited(limit, "a");
  for (const key of ["x*[y]", "x*[y]:1", "x*[y]z"]) await spend(key);
  await forgiveAll(limit, "x*[y]");
  for (const key of ["x*[y]", "x*[y]:1"]) await ensureNotLimited(limit, key);
  await expect(ensureNotLimited(limit, "x*[y]z")).rejects.toMatchObject({ code: "RATE_LIMITED" });

  await kill?.();
  await spend("away");
  expect(await counted()).toContainEqual({ key: "guess:away", points: 3 });
  await start();
}, 30_000);

/** An instance, as far as it hears. */
async function instance() {
  const heard: string[] = [];
  let gaps = 0;
  const listener: Listener = await listen({
    channels: { news: (payload) => heard.push(payload), other: (payload) => heard.push(payload) },
    carried: ["news"],
    onResume: () => {
      gaps += 1;
    },
  });
  return { heard, listener, gaps: () => gaps };
}

const say = (text: string, channel = "news") =>
  testDatabase().query(`SELECT pg_notify('${channel}', '${text}')`);

it(`instances hear the database through ${WHERE}, and by themselves while it is away`, async () => {
  const [one, two, three] = [await instance(), await instance(), await instance()];
  const all = [one, two, three];
  const allHear = async (text: string, channel?: string) => {
    await say(text, channel);
    await until(`all hear ${text}`, () => all.every(({ heard }) => heard.at(-1) === text));
  };
  const areGaps = (...expected: number[]) =>
    until(`gaps are ${expected}`, () => {
      const gaps = all.map((each) => each.gaps()).sort();
      return gaps.join() === (hasRedis ? expected : all.map(() => 0)).join();
    });
  await areGaps(0, 1, 1);
  await allHear("first");
  await allHear("of the session", "other");

  await kill?.();
  // Whatever is said meanwhile may be lost, and those who heard through Redis are told so.
  await areGaps(0, 2, 2);
  await allHear("without");
  await start();
  await areGaps(0, 3, 3);
  await allHear("again");

  // Whoever tells goes: another one does it instead.
  const leader = all.find(({ gaps }) => gaps() === 0) ?? one;
  await leader.listener.stop();
  all.splice(all.indexOf(leader), 1);
  await areGaps(4, 4);
  await allHear("left behind");
  await areGaps(4, 5);
  await allHear("last");
  for (const { heard } of all) expect(new Set(heard).size).toBe(heard.length);
  for (const { listener } of all) await listener.stop();
}, 60_000);
