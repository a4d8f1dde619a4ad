import { GET as search } from "@/app/api/admin/search/route";
import { GET as storage } from "@/app/api/storage/route";
import { POST as store } from "@/app/api/storage/store/route";
import { listTransactions } from "@/lib/ledger/transactions/transactions";
import { prisma, sql } from "@/lib/platform/db";
import { MICRO, parseMicro } from "@/lib/platform/money";
import type { SearchResult } from "@/lib/search/schema";
import { listWealth } from "@/lib/statements/wealth";
import { creditUser } from "@/tests/factories/deposits";
import { fund } from "@/tests/factories/funds";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import {
  convert,
  differences,
  fundHouse,
  held,
  limitDay,
  newKey,
  quote,
  saver,
  stockHouse,
  storageOf,
} from "./support";

beforeAll(stockHouse);
beforeEach(() => quote("3999.5", "4000.5"));
afterAll(async () => expect(await differences()).toEqual([]));

it("has a short number, the same in its answer, list, notification and statement, by which staff find it", async () => {
  const ann = await saver();
  const { conversion } = (await convert(ann, "store", "100")).body;
  const { number, id } = conversion;
  expect(Number(number)).toBeGreaterThan(0);
  expect((await storageOf(ann)).history[0]).toMatchObject({ id, number });
  await deliverAll();
  const userId = ann.user.id;
  const [told] = await toldToUsers.findMany({ where: { userId, title: "XAUT stored" } });
  expect(told?.message).toMatch(new RegExp(` No\\. ${number}\\.$`));
  const { transactions } = await listWealth({ userId, limit: 20 });
  expect(transactions.find(({ reference }) => reference?.id === id)).toMatchObject({ number });
  const { token } = await signedInAdmin({ permissions: ["users"] });
  const found = await callRoute<{ results: SearchResult[] }>(search, {
    token,
    path: `/api/admin/search?q=%23${number}`,
  });
  expect(found.body.results).toContainEqual(
    expect.objectContaining({ kind: "conversion", id, number, direction: "store" }),
  );
});

describe("storing and retrieving", () => {
  it("stores at the ask and retrieves at the bid of the first tick after it, with the fee", async () => {
    const ann = await saver();
    const tickId = String(BigInt(await quote("3999.5", "4000.5")) + 1n);
    const stored = await convert(ann, "store", "100");
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({
      conversion: {
        direction: "store",
        usdt: "100.000000",
        status: "filled",
        currency: "USDT",
        xaut: "0.024971",
        fee: "0.100000",
        price: "4000.50",
        tickId,
        simulated: false,
        storedAfter: "0.024971",
        averageCostAfter: "4004.64538865",
        realisedPnl: null,
      },
      stored: "0.024971",
      available: "900.000000",
    });
    const back = await convert(ann, "retrieve", "0.024971");
    expect(back.status).toBe(201);
    expect(back.body).toMatchObject({
      conversion: {
        direction: "retrieve",
        usdt: "99.771642",
        xaut: "0.024971",
        fee: "0.099872",
        price: "3999.50",
        averageCostAfter: null,
        realisedPnl: "-0.228358",
      },
      stored: "0.000000",
      available: "999.771642",
    });
    expect(await held(ann)).toEqual({ usdt: "999.771642", xaut: "0.000000" });
  });

  it("shows each conversion in the history of transactions and tells the user", async () => {
    const ann = await saver();
    await quote("3999.50004", "4000.5001");
    await convert(ann, "store", "40.005");
    const back = await convert(ann, "retrieve", "0.005");
    const { transactions } = await listTransactions({
      userId: ann.user.id,
      type: "storage",
      limit: 10,
    });
    const lines = transactions.map(({ event, account, otherAccount, amount, currency }) =>
      [event, account, otherAccount ?? "house", amount, currency].join(" "),
    );
    expect(lines).toEqual([
      "vault_retrieve available house -0.019998 USDT",
      "vault_retrieve held house -0.005000 XAUT",
      "vault_retrieve available house 19.997500 USDT",
      "vault_reserve held stored 0.005000 XAUT",
      "vault_reserve stored held -0.005000 XAUT",
      "vault_store held house -0.040005 USDT",
      "vault_store stored house 0.009989 XAUT",
      "vault_store held house -39.964995 USDT",
      "vault_reserve held available 40.005000 USDT",
      "vault_reserve available held -40.005000 USDT",
    ]);
    expect(transactions[0]?.reference).toEqual({
      type: "vault_conversion",
      id: back.body.conversion.id,
    });
    await deliverAll();
    const notes = await toldToUsers.findMany({
      where: { userId: ann.user.id },
      orderBy: { id: "asc" },
    });
    expect(
      notes.map(({ title, message }) => `${title}: ${message}`.replace(/\d+\.$/, "#.")),
    ).toEqual([
      "XAUT stored: 0.009989\u00a0XAUT stored for 40.005\u00a0USDT at 4,000.5001. Fee 0.040005\u00a0USDT. No. #.",
      "XAUT retrieved: 19.977502\u00a0USDT received for 0.005000\u00a0XAUT at 3,999.50004. Fee 0.019998\u00a0USDT. No. #.",
    ]);
  });

  it("tells of it live, but opens no dialog over the result", async () => {
    const ann = await saver();
    const { heard, stop } = await hearEvents();
    await convert(ann, "store", "100");
    await deliverAll();
    await until("all is heard", () => heard.some(({ t }) => t === "balance"));
    await stop();
    const told = heard.filter(({ t }) => t === "notification");
    expect(told).toMatchObject([{ u: ann.user.id, title: "XAUT stored", quiet: true }]);
  });

  it("takes what it gives from several shards of the house when no one has enough", async () => {
    const ann = await saver(400_000n * MICRO);
    const { status, body } = await convert(ann, "store", "400000");
    expect([status, body.stored]).toEqual([201, "99.887514"]);
    expect((await convert(ann, "retrieve", "99.887514")).status).toBe(201);
    await testDatabase().query("SELECT ledger_even_out_pools()");
  });
});

describe("refusals", () => {
  it.each(["10", "10.000000", "9.999999", "0", "0.000001"])(
    "stores no %s USDT: it must be more than 10",
    async (amount) => {
      const ann = await saver();
      const { status, body } = await convert(ann, "store", amount);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: "BELOW_MINIMUM_STORAGE",
        message: "The amount must be greater than 10 USDT",
        errors: { amount: ["The amount must be greater than 10 USDT"] },
      });
      expect(await held(ann)).toEqual({ usdt: "1000.000000", xaut: "0.000000" });
    },
  );

  it("stores 10.000001 USDT", async () => {
    expect((await convert(await saver(), "store", "10.000001")).status).toBe(201);
  });

  it.each([undefined, null, 20, "", "abc", "-5", "1e3", "20,5", "20.1234567", "NaN", ["20"]])(
    "refuses %p as an amount",
    async (amount) => {
      const ann = await saver();
      for (const direction of ["store", "retrieve"] as const) {
        const { status, body } = await convert(ann, direction, amount);
        expect([status, body.code]).toEqual([422, "VALIDATION"]);
        expect(body.errors?.amount).toHaveLength(1);
      }
    },
  );

  it("says what is missing in the specification's words", async () => {
    const ann = await saver(50n * MICRO);
    expect((await convert(ann, "store", "50.000001")).body).toMatchObject({
      code: "INSUFFICIENT_USDT_BALANCE",
      message: "Insufficient USDT balance",
    });
    await convert(ann, "store", "50");
    const { stored } = await storageOf(ann);
    expect(stored).toBe("0.012485");
    const { status, body } = await convert(ann, "retrieve", "0.012486");
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: "INSUFFICIENT_XAUT_BALANCE",
      message: "Insufficient XAUT balance",
      errors: { amount: ["Insufficient XAUT balance"] },
    });
    expect((await convert(ann, "retrieve", "0")).status).toBe(422);
  });

  it("converts at no old price", async () => {
    const ann = await saver();
    for (const direction of ["store", "retrieve"] as const) {
      await quote("4000");
      expect((await convert(ann, "store", "20")).status).toBe(201);
      await testDatabase().advanceClock(10_001);
      const { status, body } = await convert(
        ann,
        direction,
        direction === "store" ? "20" : "0.001",
      );
      expect([status, body.code]).toEqual([503, "MARKET_STALE"]);
      expect(body.message).toBe("The market price is delayed. Conversions are paused.");
    }
  });

  it("keeps to the worst price agreed to", async () => {
    const ann = await saver();
    expect((await convert(ann, "store", "100", { limitPrice: "4000.49" })).body).toMatchObject({
      code: "PRICE_MOVED",
    });
    expect((await convert(ann, "store", "100", { limitPrice: "4000.50" })).status).toBe(201);
    const worse = await convert(ann, "retrieve", "0.01", { limitPrice: "3999.51" });
    expect([worse.status, worse.body.code]).toEqual([409, "PRICE_MOVED"]);
    expect((await convert(ann, "retrieve", "0.01", { limitPrice: "3999.5" })).status).toBe(201);
  });

  it("is told when the house has too little", async () => {
    const ann = await saver(4_000_000n * MICRO);
    const { status, body } = await convert(ann, "store", "3999999");
    expect([status, body.code]).toEqual([503, "HOUSE_LIMIT"]);
    expect(body.message).toBe("This amount can't be converted right now. Try a smaller one.");
    expect((await held(ann)).usdt).toBe("4000000.000000");
    await fundHouse("inventory", "XAUT", MICRO);
  });

  it("needs a session, and knows its methods", async () => {
    expect((await callRoute(store, { body: { amount: "20" } })).status).toBe(401);
    expect((await callRoute(storage)).status).toBe(401);
    const { token } = await saver(0n);
    const bad = await callRoute(storage, { token, path: "/api/storage?cursor=x" });
    expect([bad.status, bad.body.errors?.cursor]).toEqual([422, ["Not a cursor of this list"]]);
  });
});

describe("a day", () => {
  beforeAll(async () => {
    const [noon] = await testDatabase().query<{ at: Date }>(
      "SELECT date_trunc('day', app_now(), 'UTC') + interval '36 hours' AS at",
    );
    await testDatabase().setClock(noon!.at);
  });

  it("has a volume, of both ways and nothing that was refused, and always a way out", async () => {
    await limitDay("1000");
    const ann = await saver(3_000n * MICRO);
    expect((await convert(ann, "store", "1000.000001")).body).toMatchObject({
      code: "DAILY_TRADE_LIMIT",
      message: expect.stringContaining("1,000.00\u00a0USDT that can be converted in one day"),
    });
    expect((await convert(ann, "store", "500", { limitPrice: "1" })).status).toBe(409);
    expect((await convert(ann, "store", "900")).status).toBe(201);
    expect((await convert(ann, "retrieve", "0.01")).status).toBe(201);
    expect((await convert(ann, "retrieve", "0.02")).body.code).toBe("DAILY_TRADE_LIMIT");
    const tabs = await Promise.all([1, 2, 3].map(() => convert(ann, "store", "25")));
    expect(tabs.map(({ status }) => status).sort()).toEqual([201, 201, 422]);
    // Gold that only moves is no volume.
    expect((await convert(ann, "retrieve", "0.05", { to: "XAUT" })).status).toBe(201);
    const { stored } = await storageOf(ann);
    expect((await convert(ann, "retrieve", stored)).body.stored).toBe("0.000000");
    await testDatabase().advanceClock(12 * 3_600_000);
    await quote("3999.5", "4000.5");
    expect((await convert(ann, "store", "1000")).status).toBe(201);
    await limitDay("10000000");
  });
});

describe("XAUT alone", () => {
  it("moves at once and free, whatever the market does, and takes its cost along", async () => {
    const ann = await saver();
    await convert(ann, "store", "500");
    await testDatabase().advanceClock(60_000);
    const before = await storageOf(ann);
    const out = await convert(ann, "retrieve", "0.05", { to: "XAUT" });
    expect([out.status, out.body]).toMatchObject([
      201,
      {
        conversion: {
          status: "filled",
          currency: "XAUT",
          usdt: null,
          price: null,
          fee: "0.000000",
        },
        availableXaut: "0.050000",
      },
    ]);
    const position = await prisma.spotPosition.findUniqueOrThrow({
      where: { bookId: ann.user.id },
    });
    expect(position.quantityMicro).toBe(50_000n);
    const after = await storageOf(ann);
    expect(parseMicro(after.cost)! + position.costMicro).toBe(parseMicro(before.cost));
    expect((await convert(ann, "store", "0.05", { from: "XAUT" })).status).toBe(201);
    expect(await storageOf(ann)).toMatchObject({ stored: before.stored, cost: before.cost });
    expect((await convert(ann, "store", "0.000001", { from: "XAUT" })).body.message).toBe(
      "Insufficient XAUT balance",
    );
  });

  it("has no cost that is known where it came otherwise", async () => {
    const ann = await saver();
    await fund({ user: ann.user.id, kind: "available", currency: "XAUT" }, 100_000n);
    await convert(ann, "store", "0.1", { from: "XAUT" });
    expect(await storageOf(ann)).toMatchObject({
      stored: "0.100000",
      cost: "0.000000",
      averageCost: null,
    });
    await quote("4000");
    const { body } = await convert(ann, "retrieve", "0.1");
    expect(body.conversion.realisedPnl).toBeNull();
  });
});

describe("repeats", () => {
  it("answers a repeated key as the first time, also at another price and with other money", async () => {
    const ann = await saver();
    const key = newKey();
    const first = await convert(ann, "store", "100", { key });
    await quote("5000");
    await creditUser(ann.user.id, 50n * MICRO);
    const again = await convert(ann, "store", "100", { key });
    expect(again.status).toBe(201);
    expect(again.body).toEqual({ ...first.body, available: "950.000000" });
    const other = await convert(ann, "store", "101", { key });
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    expect(await held(ann)).toMatchObject({ usdt: "950.000000" });
    await deliverAll();
    expect(await toldToUsers.count({ where: { userId: ann.user.id } })).toBe(1);
  });

  it("takes any printable key of up to 200 characters", async () => {
    const ann = await saver();
    const results = [];
    for (const key of ["1", "my key", "k".repeat(200), "k".repeat(201)]) {
      results.push((await convert(ann, "store", "11", { key })).status);
    }
    expect(results).toEqual([201, 201, 201, 422]);
  });

  it("does a double click once, and lets keys of other people alone", async () => {
    const [ann, bob] = [await saver(), await saver()];
    const key = newKey();
    const answers = await Promise.all(
      [ann, ann, ann, bob].map((who) => convert(who, "store", "600", { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.conversion.id)).size).toBe(2);
    expect([(await held(ann)).usdt, (await held(bob)).usdt]).toEqual(["400.000000", "400.000000"]);
  });

  it("lets two tabs spend the same money once", async () => {
    const ann = await saver(100n * MICRO);
    const answers = await Promise.all(Array.from({ length: 6 }, () => convert(ann, "store", "40")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    const back = await Promise.all(
      Array.from({ length: 4 }, () => convert(ann, "retrieve", "0.009")),
    );
    expect(back.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect(await held(ann)).toEqual({ usdt: "91.919008", xaut: "0.001976" });
  });
});

describe("the application's role", () => {
  it.each([
    "INSERT INTO vault_conversion SELECT * FROM vault_conversion",
    "UPDATE vault_conversion SET cost_after_micro = 0",
    "DELETE FROM vault_conversion",
    "SELECT spot_take_inventory(-300, 1)",
  ])("may not: %s", async (statement) => {
    await expect(sql.unsafe(statement)).rejects.toThrow("permission denied");
  });

  it("can't have the owner change a conversion either", async () => {
    await expect(
      testDatabase().query("UPDATE vault_conversion SET cost_after_micro = 0"),
    ).rejects.toThrow("append-only");
  });
});
