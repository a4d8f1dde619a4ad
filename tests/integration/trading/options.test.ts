import { Client } from "pg";
import { POST as store } from "@/app/api/storage/store/route";
import { GET as receiptRoute } from "@/app/api/trades/[id]/receipt/route";
import { GET as ownRecord } from "@/app/api/trades/own-record/route";
import { POST as openTrade } from "@/app/api/trades/route";
import { GET as userTrades } from "@/app/api/trades/user/route";
import { pool, prisma } from "@/lib/platform/db";
import { Places } from "@/lib/platform/db/places";
import { hearOfSessions } from "@/lib/sessions/kept";
import { getTicksAround } from "@/lib/trading/data";
import { settleOnce } from "@/lib/trading/jobs";
import type { OwnRecord } from "@/lib/trading/own-record-schema";
import type { OptionReceipt } from "@/lib/trading/receipt-schema";
import type { TradeDto, UserTradesResponse } from "@/lib/trading/schema";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { toldToUsers } from "@/tests/support/told";
import { available, open, openMarket, type TestTrader, tick, trader, wait } from "./support";

const STORE = "/api/storage/store";

beforeAll(openMarket);

async function readTrade({ token }: TestTrader, id: string): Promise<TradeDto> {
  const { body } = await callRoute<UserTradesResponse>(userTrades, { token });
  const trade = body.trades.find((candidate) => candidate.id === id);
  if (!trade) throw new Error("no such trade");
  return trade;
}

async function readReceipt(token: string, id: string) {
  return callRoute<{ receipt: OptionReceipt }>(receiptRoute, { token, params: { id } });
}

/** Opens an option at 4000 and lets it run to its end, with the last price before it. */
async function play(owner: TestTrader, direction: "up" | "down", exitPrice: string) {
  await tick("3990");
  const { body } = await open(owner, { direction });
  await tick("4000");
  await settleOnce();
  await tick("4100", { after: 50 });
  await tick(exitPrice, { after: 9.5 });
  await tick("1", { after: 1 });
  await settleOnce();
  return body.trade.id;
}

/** The receipt of a void option shows the ticks around the moment that lacked one, and that none was between. */
async function expectGap(
  owner: TestTrader,
  id: string,
  momentOf: (receipt: OptionReceipt) => string,
): Promise<void> {
  const { receipt } = (await readReceipt(owner.token, id)).body;
  const { before, after } = receipt.gap ?? {};
  const moment = momentOf(receipt);
  if (!before || !after) throw new Error("there are ticks on both sides of the gap");
  expect(before.at <= moment && moment < after.at).toBe(true);
  expect(BigInt(after.id) - BigInt(before.id)).toBe(1n);
  expect(Date.parse(after.at) - Date.parse(before.at)).toBeGreaterThan(10_000);
}

it("is counted in its owner's own record, by duration", async () => {
  const [owner, other] = [await trader(), await trader()];
  for (const exit of ["4001", "3999", "4002", "4000"]) await play(owner, "up", exit);
  await open(owner);
  const read = (who: TestTrader, query = "") =>
    callRoute<OwnRecord>(ownRecord, { token: who.token, path: `/api/trades/own-record${query}` });
  const seconds = 60;
  expect((await read(owner)).body.durations).toEqual([
    { seconds, won: 2, lost: 1, refunded: 1, winRate: "0.6667", result: "64.000000" },
  ]);
  const none = await read(other);
  expect(none.body).toMatchObject({ totals: { trades: 0, winRate: null }, days: [] });
  expect(none.body.durations).toEqual([]);
});

it("is added up with other trades under the filter of the list", async () => {
  const owner = await trader();
  for (const exit of ["4001", "3999"]) await play(owner, "up", exit);
  await open(owner);
  const read = async (query: string) => {
    const path = `/api/trades/own-record?${query}`;
    return (await callRoute<OwnRecord>(ownRecord, { token: owner.token, path })).body;
  };
  const all = await read("");
  expect(all.totals).toEqual({
    trades: 2,
    won: 1,
    lost: 1,
    refunded: 0,
    winRate: "0.5000",
    staked: "200.000000",
    bought: "0.000000",
    sold: "0.000000",
    fees: "0.000000",
    result: "-18.000000",
  });
  expect(all.days.map(({ result }) => Number(result)).reduce((sum, one) => sum + one)).toBe(-18);
  expect(await read("type=option&from=2020-01-01&to=2100-01-01")).toEqual(all);
  expect((await read("status=won")).totals).toMatchObject({ trades: 1, result: "82.000000" });
  expect((await read("type=manual")).totals.trades).toBe(0);
  expect((await read("to=2020-01-01")).days).toEqual([]);
});

describe("an option", () => {
  it("waits for the first price after acceptance, then runs its full time from there", async () => {
    const owner = await trader();
    await tick("3990");
    const { status, body } = await open(owner);
    expect(status).toBe(201);
    expect(body.trade).toMatchObject({ status: "open", entryPrice: null, payoutRate: "0.82" });
    expect(body.available).toBe("900.000000");
    await settleOnce();
    const { number } = body.trade;
    expect(number).toMatch(/^\d+$/);
    expect(await readTrade(owner, body.trade.id)).toMatchObject({ entryPrice: null, number });

    const seq = await tick("4000.5", { after: 2 });
    await settleOnce();
    const entered = await readTrade(owner, body.trade.id);
    expect(entered).toMatchObject({ status: "open", entryPrice: "4000.50", entryTickId: seq });
    const runs = Date.parse(entered.expiresAt ?? "") - Date.parse(entered.entryAt ?? "");
    expect(runs).toBe(60_000);
    expect(Date.parse(entered.entryAt ?? "") - Date.parse(entered.openedAt)).toBe(2_000);
  });

  it.each([
    ["up", "4000.01", "won", "1082.000000"],
    ["up", "3999.99", "lost", "900.000000"],
    ["up", "4000", "refunded", "1000.000000"],
    ["down", "3999.99", "won", "1082.000000"],
    ["down", "4000.01", "lost", "900.000000"],
    ["down", "4000", "refunded", "1000.000000"],
  ] as const)("%s from 4000 to %s is %s", async (direction, exit, outcome, balance) => {
    const owner = await trader();
    const id = await play(owner, direction, exit);
    const trade = await readTrade(owner, id);
    expect(trade.status).toBe(outcome);
    expect(Number(trade.exitPrice)).toBe(Number(exit));
    expect(await available(owner)).toBe(balance);
  });

  it("is void and refunded when no price comes within 10 s of acceptance", async () => {
    const owner = await trader();
    await tick("4000");
    const { body } = await open(owner);
    await tick("4001", { after: 10.001 });
    await wait(0.01);
    await settleOnce();
    expect(await readTrade(owner, body.trade.id)).toMatchObject({
      status: "void",
      entryPrice: null,
      pnl: "0.000000",
    });
    await expectGap(owner, body.trade.id, ({ openedAt }) => openedAt);
    expect(await available(owner)).toBe("1000.000000");
  });

  it("is void and refunded when no price came in the last 10 s before its end", async () => {
    const owner = await trader();
    await tick("4000");
    const { body } = await open(owner);
    await tick("4000");
    await settleOnce();
    await tick("4500", { after: 49.9 });
    await tick("4500", { after: 10.2 });
    await settleOnce();
    expect(await readTrade(owner, body.trade.id)).toMatchObject({
      status: "void",
      exitPrice: null,
    });
    await expectGap(owner, body.trade.id, ({ expiresAt }) => expiresAt ?? "");
    expect(await available(owner)).toBe("1000.000000");
  });

  it.each([true, false])(
    "says from the start to the end, also without a price, whether prices are simulated: %s",
    async (simulated) => {
      const owner = await trader();
      await tick("4000", { simulated });
      const { trade } = (await open(owner)).body;
      expect(trade.simulated).toBe(simulated);
      expect(await readTrade(owner, trade.id)).toMatchObject({ status: "open", simulated });
      await tick("4000", { after: 10.1, simulated });
      await settleOnce();
      expect(await readTrade(owner, trade.id)).toMatchObject({ status: "void", simulated });
    },
  );

  it("is not settled before its end, and once however often and however many at a time", async () => {
    const owner = await trader();
    await tick("4000");
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => open(owner, { amount: "10" })),
    );
    await tick("4000");
    await settleOnce();
    await tick("4010", { after: 59 });
    await settleOnce();
    for (const { body } of opened) {
      expect((await readTrade(owner, body.trade.id)).status).toBe("open");
    }
    await wait(1.001);
    await Promise.all([settleOnce(), settleOnce(), settleOnce()]);
    await settleOnce();
    expect(await available(owner)).toBe("1041.000000");
    await deliverAll();
    const told = await toldToUsers.findMany({
      where: { userId: owner.user.id, title: "Option settled" },
    });
    expect(told).toHaveLength(5);
    expect(told[0]?.message).toMatch(/won\. Settlement price 4,010\.00\. Paid back: 18\.20/);
  });
});

describe("a receipt", () => {
  it("tells ticks of one millisecond apart", async () => {
    // After every other tick, in a month that surely has a partition: the one of a tick just recorded.
    const [later] = await testDatabase().query<{ at: Date }>(
      `SELECT date_trunc('day', at, 'UTC') + interval '86399 seconds' AS at FROM market_tick
       WHERE seq = ${await tick("4000")}`,
    );
    const at = (micros: number) => later!.at.toISOString().replace("000Z", `000${micros}Z`);
    await testDatabase().query(
      `INSERT INTO market_tick (seq, at, price_e8, bid_e8, ask_e8, sources, source_count, simulated)
       SELECT 9000000000 + n, $1::timestamptz + n * interval '100 microseconds', 1, 1, 1, '[]', 1, true
       FROM generate_series(0, 2) AS n`,
      [at(400)],
    );
    const { before, after } = await getTicksAround(at(500));
    expect([before?.at, after?.at]).toEqual([at(500), at(600)]);
  });

  it("holds everything that recomputes the outcome", async () => {
    const owner = await trader();
    const id = await play(owner, "up", "4000.01");
    const { status, body } = await readReceipt(owner.token, id);
    expect(status).toBe(200);
    const { receipt } = body;
    const { entryTick, exitTick, tickBeforeEntry, tickAfterExit } = receipt;
    if (!entryTick || !exitTick || !tickBeforeEntry || !tickAfterExit || !receipt.expiresAt) {
      throw new Error("a settled option has four ticks around it");
    }
    // Entry: the first tick after acceptance. Exit: the last at or before the end. No gap hides another.
    expect(tickBeforeEntry.at <= receipt.openedAt && receipt.openedAt < entryTick.at).toBe(true);
    expect(exitTick.at <= receipt.expiresAt && receipt.expiresAt < tickAfterExit.at).toBe(true);
    expect(BigInt(entryTick.id) - BigInt(tickBeforeEntry.id)).toBe(1n);
    expect(BigInt(tickAfterExit.id) - BigInt(exitTick.id)).toBe(1n);
    expect(entryTick.sources).toEqual([{ source: "exchange0", bid: "4000", ask: "4000" }]);
    expect(receipt.arithmetic).toEqual({
      difference: "0.01",
      outcome: "won",
      stake: "100.000000",
      payoutRate: "0.82",
      gainIfRight: "82.000000",
      payout: "182.000000",
      pnl: "82.000000",
    });
    expect(receipt.gap).toBeNull();
    expect(receipt.trade).toMatchObject({ status: "won", payout: "182.000000", pnl: "82.000000" });
  });

  it("says which prices its entry passed over, and why", async () => {
    const owner = await trader();
    const { id } = (await open(owner)).body.trade;
    const contested = await tick("4000", { contested: true });
    const known = await tick("4001", { knownForMs: 2_500 });
    const entry = await tick("4002", { knownForMs: 500 });
    await settleOnce();
    const { receipt } = (await readReceipt(owner.token, id)).body;
    expect(receipt.passedOverTicks.map((one) => ({ ...one, at: "" }))).toEqual([
      { id: contested, at: "", reason: "contested" },
      { id: known, at: "", reason: "known" },
    ]);
    const { knownAt, at, ...rest } = receipt.entryTick!;
    expect(rest.id).toBe(entry);
    expect(receipt.openedAt < knownAt! && knownAt! < at).toBe(true);
  });

  it("is for its owner and for staff only", async () => {
    const owner = await trader();
    const [stranger, admin, support] = [
      await trader(),
      await signedInAdmin(),
      await signedInAdmin({ permissions: ["support"] }),
    ];
    const id = await play(owner, "down", "3990");
    expect((await readReceipt(stranger.token, id)).status).toBe(404);
    expect((await readReceipt(support.token, id)).status).toBe(404);
    expect((await readReceipt(admin.token, id)).status).toBe(200);
    expect((await readReceipt(owner.token, "nonsense")).status).toBe(404);
  });
});

describe("what it costs", () => {
  /** Statements that the application sends to the database while `work` runs. */
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const [places, connects, queries] = [
      jest.spyOn(Places.prototype, "takeNow"),
      jest.spyOn(pool, "connect"),
      jest.spyOn(Client.prototype, "query"),
    ];
    for (const spy of [places, connects, queries]) spy.mockClear();
    await work();
    // Those of `sql` take a place each, those of the pool's connections go through a client.
    return places.mock.calls.length - connects.mock.calls.length + queries.mock.calls.length;
  }
  const inTime = { amount: "10" };

  it("is one statement for an option, whose session was read before", async () => {
    hearOfSessions(true);
    const owner = await trader();
    await tick("4000");
    // What was read of the session and of the settings grows no older.
    jest.spyOn(performance, "now").mockReturnValue(performance.now());
    jest.spyOn(Date, "now").mockReturnValue(Date.now());
    await open(owner, inTime);
    await tick("4000");
    expect(await statementsOf(() => open(owner, inTime))).toBe(1);
    hearOfSessions(false);
    expect(await statementsOf(() => open(owner, inTime))).toBe(2);
  });

  it("refuses a key of another request in that statement, and moves nothing", async () => {
    const owner = await trader();
    await tick("4000");
    const body = { amount: "50", from: "USDT" };
    const { token } = owner;
    const stored = await callRoute(store, { token, idempotencyKey: "one", path: STORE, body });
    expect(stored.status).toBe(202);
    const before = await available(owner);
    const spent = { status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } };
    expect(await open(owner, inTime, "one")).toMatchObject(spent);
    const buy = { type: "manual", side: "buy", amount: "10" };
    const spot = { token, idempotencyKey: "one", path: "/api/trades", body: buy };
    expect(await callRoute(openTrade, spot)).toMatchObject(spent);
    await prisma.idempotencyRecord.create({
      data: {
        ...{ userId: owner.user.id, key: "two", route: "POST /api/savings" },
        ...{ requestHash: new Uint8Array(32), createdAt: new Date() },
      },
    });
    expect(await open(owner, inTime, "two")).toMatchObject(spent);
    const again = { token, idempotencyKey: "two", path: STORE, body };
    expect(await callRoute(store, again)).toMatchObject(spent);
    expect(await available(owner)).toBe(before);
  });
});
