import { GET as stateRoute } from "@/app/api/admin/public-log/route";
import { getOverview } from "@/lib/overview/data";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/files/storage";
import type { PublicLogDto } from "@/lib/public-log/schema";
import { sequencePass } from "@/lib/transparency/sequencer";
import { hasLogBegun, isLogBehind } from "@/lib/transparency/state";
import { readHead, storeCheckpoint, tileBytes } from "@/lib/transparency/tree";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { recordTick, runMarket } from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";

const database = testDatabase();
const ORIGIN = "site.example/log";
const KEY = Buffer.alloc(32, 1).toString("base64url");
const OTHER_KEY = Buffer.alloc(32, 2).toString("base64url");
let staff: string;

const state = async () => (await callRoute<PublicLogDto>(stateRoute, { token: staff })).body;
/** What stops the log or its files, with the words for it; that something waits is asserted where it matters. */
const troubles = async () =>
  (await state()).alerts.filter(({ code }) => code !== "logBehind").map(({ code }) => code);
const detailOf = async (code: string) =>
  (await state()).alerts.find((alert) => alert.code === code)?.detail;
const logAll = () =>
  until("all is logged", async () => {
    await sequencePass();
    return (await prisma.logQueue.count()) === 0;
  });
/** A row that has been waiting for so long, before all others. */
const waitFor = (seconds: number) =>
  database.query(
    `INSERT INTO log_queue (place, kind, ref, at) VALUES (0, 'tick', '0', now() - interval '${seconds} seconds')`,
  );
const waitNoMore = () => database.query("DELETE FROM log_queue WHERE place = 0");
const lookAgain = () => {
  const known = (globalThis as { __logState?: object }).__logState ?? {};
  Object.assign(known, { at: Number.NEGATIVE_INFINITY });
};
/** The sequencer as a process has it that has just started. */
async function restarted<T>(
  work: (pass: typeof sequencePass) => Promise<T>,
): Promise<T | undefined> {
  let result: T | undefined;
  await jest.isolateModulesAsync(async () => {
    const own = await import("@/lib/platform/env");
    Object.assign(own.env, env);
    const { sequencePass: pass } = await import("@/lib/transparency/sequencer");
    result = await work(pass);
  });
  return result;
}

beforeAll(async () => {
  Object.assign(env, {
    LOG_SIGNING_KEY: KEY,
    LOG_ORIGIN: undefined,
    APP_URL: "https://site.example",
  });
  staff = (await signedInAdmin()).token;
});
afterEach(() => jest.restoreAllMocks());

it("says that a log can't begin, and closes options while it should have", async () => {
  await recordTick(4000);
  const read = jest
    .spyOn(storage(), "get")
    .mockRejectedValue(new Error("EACCES: permission denied"));
  expect(await sequencePass()).toBe(false);
  expect(await troubles()).toEqual(["logUnreadable"]);
  expect(await detailOf("logUnreadable")).toContain("EACCES: permission denied");
  expect((await state()).log).toBeNull();
  await waitFor(61);
  lookAgain();
  await until("options are closed", () => isLogBehind());
  // A process that has no key to begin it does not wait for it.
  Object.assign(env, { LOG_SIGNING_KEY: undefined });
  lookAgain();
  await until("nothing is expected", () => !isLogBehind());
  Object.assign(env, { LOG_SIGNING_KEY: KEY });
  await waitNoMore();
  read.mockRestore();
  await logAll();
  expect(await state()).toMatchObject({ alerts: [], log: { origin: ORIGIN } });
});

it("asks whether it has begun once in a while until it has, and never again", async () => {
  const known = (globalThis as { __logState?: object }).__logState ?? {};
  // As in a process that has not heard of it, and has just asked.
  Object.assign(known, { newest: null, noneAt: Number.POSITIVE_INFINITY });
  expect(await hasLogBegun()).toBe(false);
  Object.assign(known, { noneAt: Number.NEGATIVE_INFINITY });
  expect(await hasLogBegun()).toBe(true);
  Object.assign(known, { noneAt: Number.POSITIVE_INFINITY });
  expect(await hasLogBegun()).toBe(true);
});

it("notes that it has not begun, so that the next page does not ask", async () => {
  const before = await prisma.logHead.findFirstOrThrow();
  const known = (globalThis as { __logState?: { noneAt: number } }).__logState!;
  Object.assign(known, { newest: null, noneAt: Number.NEGATIVE_INFINITY });
  await database.query(
    "SET session_replication_role = replica; DELETE FROM log_head; RESET session_replication_role",
  );
  expect(await hasLogBegun()).toBe(false);
  expect(known.noneAt).toBeGreaterThan(0);
  await database.query(
    `INSERT INTO log_head (origin, key, size, root, note, at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [before.origin, before.key, before.size, Buffer.from(before.root), before.note, before.at],
  );
  Object.assign(known, { noneAt: Number.NEGATIVE_INFINITY });
  expect(await hasLogBegun()).toBe(true);
});

it("says what is behind by more than ten seconds, and by no less", async () => {
  await waitFor(0);
  expect((await state()).alerts).toEqual([]);
  await waitNoMore();
  await waitFor(11);
  expect(await state()).toMatchObject({
    alerts: [{ code: "logBehind", tone: "error" }],
    waiting: { count: 1 },
  });
  await waitNoMore();
});

it("says which key is needed where the server has another, on the overview too", async () => {
  const size = (await readHead())?.size;
  Object.assign(env, { LOG_SIGNING_KEY: OTHER_KEY });
  await recordTick(4001);
  expect(await sequencePass()).toBe(false);
  expect(await troubles()).toEqual(["logKeyUnknown"]);
  const detail = await detailOf("logKeyUnknown");
  expect(detail).toContain((await readHead())?.key);
  expect(detail).toContain("LOG_PREVIOUS_SIGNING_KEY");
  expect((await getOverview()).alerts).toContainEqual(
    expect.objectContaining({ code: "logKeyUnknown", tone: "error", detail }),
  );
  expect((await readHead())?.size).toBe(size);
  Object.assign(env, { LOG_SIGNING_KEY: KEY });
  await logAll();
  expect(await troubles()).toEqual([]);
});

it("says that nobody signs where no process has the key and something waits", async () => {
  Object.assign(env, { LOG_SIGNING_KEY: undefined });
  expect(await sequencePass()).toBe(false);
  expect(await troubles()).toEqual([]);
  await waitFor(11);
  await sequencePass();
  expect((await state()).alerts.map(({ code }) => code)).toEqual(["logKeyMissing", "logBehind"]);
  await waitNoMore();
  await sequencePass();
  expect(await troubles()).toEqual([]);
  Object.assign(env, { LOG_SIGNING_KEY: KEY });
});

it("says that an older database was restored: at a start, and under a process that runs", async () => {
  await logAll();
  const head = await readHead();
  if (!head) throw new Error("The log has not begun");
  await storeCheckpoint({ ...head, note: `${ORIGIN}\n99999\n${`${"A".repeat(43)}=`}\n\n` });
  await recordTick(4002);
  expect(await restarted((pass) => pass())).toBe(false);
  expect(await troubles()).toEqual(["logShorter"]);
  expect(await detailOf("logShorter")).toContain(
    `had 99999 entries and this database has ${head.size}`,
  );
  await storeCheckpoint(head);
  await restarted((pass) =>
    until("it goes on", async () => {
      await pass();
      return (await prisma.logQueue.count()) === 0;
    }),
  );
  expect(await troubles()).toEqual([]);
  await sequencePass();
  const asNobodyCan = (statement: string) =>
    database.query(`SET session_replication_role = replica; ${statement}`);
  await asNobodyCan("UPDATE log_head SET size = size - 1");
  await recordTick(4003);
  await sequencePass();
  expect(await troubles()).toEqual(["logShorter"]);
  await asNobodyCan("UPDATE log_head SET size = size + 1");
  await logAll();
  expect(await troubles()).toEqual([]);
});

it("keeps its name when the site gets another address, and says so", async () => {
  Object.assign(env, { APP_URL: "https://new.example" });
  await recordTick(4004);
  await logAll();
  expect(await state()).toMatchObject({
    alerts: [],
    log: { origin: ORIGIN },
    nameByAddress: "new.example/log",
  });
  Object.assign(env, { APP_URL: "https://site.example" });
});

it("says what else it can't go on for, and takes it back once it does", async () => {
  await recordTick(4005);
  await database.query("ALTER FUNCTION log_next(integer) RENAME TO log_next_gone");
  await expect(sequencePass()).rejects.toThrow("log_next");
  await database.query("ALTER FUNCTION log_next_gone(integer) RENAME TO log_next");
  expect(await troubles()).toEqual(["logFailed"]);
  await logAll();
  expect(await troubles()).toEqual([]);
});

it("goes on with a disk that is full, says so, and serves what it can't store", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
  });
  jest.spyOn(storage(), "put").mockRejectedValue(full);
  await runMarket(256, 4006);
  await logAll();
  expect(await troubles()).toEqual(["logNotStored"]);
  expect(await detailOf("logNotStored")).toContain("no space left on device");
  const head = await readHead();
  const bundle = head && (await tileBytes(head, { level: "entries", index: 0, width: 256 }));
  expect(bundle?.length).toBeGreaterThan(1_000);
});

it("is for staff who may see the overview", async () => {
  const support = (await signedInAdmin({ permissions: ["support"] })).token;
  expect((await callRoute(stateRoute, { token: support })).status).toBe(403);
});
