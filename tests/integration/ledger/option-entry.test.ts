import { enterDue, settleDue } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { defaultSettings } from "@/lib/settings/schema";
import { testDatabase } from "@/tests/support/database";
import {
  brokenChecks,
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  outcomes,
  recordTick,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { asOwner } from "@/tests/support/owner";

const database = testDatabase();
const DELAY_MS = defaultSettings.optionEntryDelayMs;

const tradeOf = async (id: string) => prisma.trade.findUniqueOrThrow({ where: { id } });
const store = (key: string, value: unknown) =>
  database.query(
    "INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [key, JSON.stringify(value)],
  );
const open = async () => openOption(optionOrder(await createFundedUser(units(100))));

/** Lets time pass, and records a tick. @returns its number */
async function tickAfter(ms: number, price = 4000, options: Parameters<typeof recordTick>[1] = {}) {
  await database.advanceClock(ms);
  return recordTick(price, options);
}

beforeAll(async () => {
  await fundOptionPool(units(1000));
});

// Each test starts an hour after the last, on a fresh price of 4000 and the default settings.
let hour = 0;
beforeEach(async () => {
  await asOwner().setting.deleteMany();
  await database.setClock(new Date(Date.UTC(2032, 0, 1, hour++)));
  await recordTick(4000);
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

describe("the entry", () => {
  it("is the first tick at least the delay after acceptance", async () => {
    const { tradeId } = await open();
    await tickAfter(DELAY_MS - 1, 4010);
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBeNull();
    const entry = await tickAfter(1, 4020);
    await tickAfter(1000, 4030);
    await enterDue();
    const { entryTickSeq, entryDelayMs, openedAt, expiresAt } = await tradeOf(tradeId);
    expect([entryTickSeq, entryDelayMs]).toEqual([entry, DELAY_MS]);
    expect(Number(expiresAt) - Number(openedAt)).toBe(DELAY_MS + 30_000);
  });

  it("keeps the delay that was agreed to when the setting changes", async () => {
    const { tradeId } = await open();
    await store("optionEntryDelayMs", 0);
    const { tradeId: later } = await open();
    const first = await tickAfter(1000);
    const second = await tickAfter(1000);
    await enterDue();
    expect((await tradeOf(later)).entryTickSeq).toBe(first);
    expect((await tradeOf(tradeId)).entryTickSeq).toBe(second);
  });

  it("has the default delay where the stored one does not fit", async () => {
    for (const value of [10_001, -1, "soon", null, 1.5]) {
      await store("optionEntryDelayMs", value);
      expect((await tradeOf((await open()).tradeId)).entryDelayMs).toBe(DELAY_MS);
    }
  });

  it("may be 10 s late and no more", async () => {
    const { tradeId } = await open();
    const entry = await tickAfter(DELAY_MS + 10_000);
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBe(entry);
    const { tradeId: tooLate } = await open();
    await tickAfter(DELAY_MS + 10_001);
    expect(await enterDue()).toMatchObject([{ tradeId: tooLate, status: "void" }]);
  });

  it("is awaited for 10 s after the delay before the option is void", async () => {
    const { tradeId } = await open();
    await database.advanceClock(DELAY_MS + 10_000);
    expect(await enterDue()).toEqual([]);
    await database.advanceClock(1);
    expect(await enterDue()).toMatchObject([{ tradeId, status: "void" }]);
  });
});

describe("a contested tick", () => {
  it("is no entry, whatever comes later", async () => {
    const { tradeId } = await open();
    await tickAfter(DELAY_MS, 4010, { contested: true });
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBeNull();
    const entry = await tickAfter(1000, 4020);
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBe(entry);
  });

  it("voids what finds no other within 10 s after its delay", async () => {
    const { tradeId } = await open();
    await tickAfter(DELAY_MS + 10_000, 4000, { contested: true });
    await tickAfter(1, 4000);
    expect(await enterDue()).toMatchObject([{ tradeId, status: "void" }]);
  });

  it("is an exit as any other", async () => {
    const { tradeId } = await open();
    await runMarket(2, 4000);
    await enterDue();
    await runMarket(29, 4000);
    const exit = await tickAfter(1000, 4001, { contested: true });
    await tickAfter(1000, 3000);
    await settleDue();
    expect(await tradeOf(tradeId)).toMatchObject({ status: "won", exitTickSeq: exit });
  });

  it("refuses new options and gives no quote to fill at, until the next tick", async () => {
    const user = await createFundedUser(units(100));
    const quote = () => database.query("SELECT * FROM market_quote()");
    await tickAfter(1000, 4000, { contested: true });
    expect(await outcomes([openOption(optionOrder(user))])).toEqual(["MARKET_STALE"]);
    await expect(quote()).rejects.toThrow("MARKET_STALE");
    await tickAfter(1000);
    expect(await outcomes([openOption(optionOrder(user))])).toMatchObject([{ replayed: false }]);
    await expect(quote()).resolves.toHaveLength(1);
    await database.query("SELECT market_contest()");
    expect(await outcomes([openOption(optionOrder(user))])).toEqual(["MARKET_STALE"]);
  });

  it("is one whose bid and ask are further apart than the setting allows", async () => {
    const isContested = async (bid: number, ask: number) => {
      await database.advanceClock(1000);
      await database.query(
        `SELECT record_tick(400000000000, $1, $2, '[{"source":"test"}]', 3, false, clock_timestamp(), false)`,
        [bid * 1e8, ask * 1e8],
      );
      const [head] = await database.query<{ contested: boolean }>(
        "SELECT contested FROM market_head",
      );
      return head?.contested;
    };
    expect(await isContested(3980, 4020)).toBe(false);
    expect(await isContested(3979.99, 4020)).toBe(true);
    expect(await isContested(2000, 6000)).toBe(true);
    await store("marketMaxSpread", "0.02");
    expect(await isContested(3960, 4040)).toBe(false);
    expect(await isContested(3960, 4040.01)).toBe(true);
  });
});

describe("a price that was known before its tick", () => {
  it("is no entry of an option whose delay was not over then", async () => {
    const { tradeId } = await open();
    await tickAfter(DELAY_MS + 100, 4010, { knownForMs: 200 });
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBeNull();
    const entry = await tickAfter(1000, 4020, { knownForMs: 500 });
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBe(entry);
  });

  it("voids what finds no other within 10 s after its delay", async () => {
    const { tradeId } = await open();
    await tickAfter(DELAY_MS + 10_000, 4000, { knownForMs: 11_000 });
    expect(await enterDue()).toEqual([]);
    await tickAfter(1, 4000);
    expect(await enterDue()).toMatchObject([{ tradeId, status: "void" }]);
  });

  it("is an exit as any other", async () => {
    const { tradeId } = await open();
    await runMarket(2, 4000);
    await enterDue();
    await runMarket(29, 4000);
    const exit = await tickAfter(1000, 4001, { knownForMs: 30_000 });
    await tickAfter(1000, 3000);
    await settleDue();
    expect(await tradeOf(tradeId)).toMatchObject({ status: "won", exitTickSeq: exit });
  });
});

it("finds an entry before the delay, at a price known before, and at a contested tick", async () => {
  const { tradeId } = await open();
  const early = await tickAfter(1000, 4010);
  const contested = await tickAfter(1000, 4010, { contested: true });
  const known = await tickAfter(100, 4010, { knownForMs: 200 });
  const entry = await tickAfter(1000, 4010);
  await enterDue();
  const enterAt = (seq: bigint) =>
    database.query(
      `SET session_replication_role = replica;
       UPDATE trade t SET entry_tick_seq = m.seq, entry_at = m.at, expires_at = m.at + interval '30 seconds'
       FROM market_tick m WHERE m.seq = ${seq} AND t.id = '${tradeId}'`,
    );
  for (const wrong of [early, contested, known]) {
    await enterAt(wrong);
    expect(await brokenChecks()).toEqual(["entries"]);
  }
  await enterAt(entry);
});
