import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { testDatabase } from "@/tests/support/database";
import {
  brokenChecks,
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  outcomes,
  recordTick,
  units,
  usdtOf,
} from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";

const database = testDatabase();
const SECOND_MS = 1000;

beforeAll(async () => {
  await fundOptionPool(units(1000));
});

// Each test starts an hour after the last, on a fresh price of 4000.
let hour = 0;
beforeEach(async () => {
  await database.setClock(new Date(Date.UTC(2031, 0, 1, hour++)));
  await recordTick(4000);
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

describe("what opening refuses", () => {
  it.each([
    ["a balance that is too small", { amountMicro: units(101) }, "INSUFFICIENT_BALANCE"],
    ["less than the minimum", { amountMicro: units(1) - 1n }, "TRADE_AMOUNT_OUT_OF_RANGE"],
    ["more than the maximum", { amountMicro: units(1000) + 1n }, "TRADE_AMOUNT_OUT_OF_RANGE"],
    ["a market with too few sources", { minSources: 4 }, "MARKET_THIN"],
    [
      "more than the house holds",
      { payoutRatePpm: 10_000_000, amountMicro: units(100) + 1n },
      "INSUFFICIENT_BALANCE",
    ],
  ])("refuses %s", async (_, overrides, code) => {
    const user = await createFundedUser(units(100));
    await expect(openOption(optionOrder(user, overrides))).rejects.toMatchObject({ code });
    expect(await usdtOf(user)).toMatchObject({ available: units(100), escrow: 0n });
  });

  it("refuses when the newest tick is older than 10 s", async () => {
    const user = await createFundedUser(units(100));
    await database.advanceClock(10 * SECOND_MS);
    await openOption(optionOrder(user));
    await database.advanceClock(1);
    await expect(openOption(optionOrder(user))).rejects.toMatchObject({ code: "MARKET_STALE" });
  });

  it("refuses while the clock is set back to before the newest tick, whose price is known", async () => {
    const user = await createFundedUser(units(100));
    await database.advanceClock(-1);
    await expect(openOption(optionOrder(user))).rejects.toMatchObject({ code: "MARKET_STALE" });
    await database.advanceClock(1);
    await openOption(optionOrder(user));
  });

  it("refuses only what the whole pool can't cover, gathering what no shard has alone", async () => {
    const user = await createFundedUser(units(100_000));
    const [pool] = await database.query<{ all: string; largest: string }>(
      "SELECT sum(balance_micro) AS all, max(balance_micro) AS largest FROM ledger_account WHERE id BETWEEN -115 AND -100",
    );
    const [all, largest] = [BigInt(pool?.all ?? 0), BigInt(pool?.largest ?? 0)];
    const taking = (amountMicro: bigint) =>
      optionOrder(user, { amountMicro, maxAmountMicro: units(100_000), payoutRatePpm: 1_000_000 });
    await expect(openOption(taking(all + 1n))).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
    expect(all - 2n).toBeGreaterThan(largest);
    await openOption(taking(all - 2n));
    await expect(openOption(taking(units(1)))).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
    await fundOptionPool(units(1000));
    const three = await Promise.all([1, 2, 3].map(() => openOption(taking(units(5000)))));
    expect(three.map((option) => option.collateralMicro)).toEqual(three.map(() => units(5000)));
    await fundOptionPool(units(1000));
  });
});

describe("under concurrency", () => {
  it("opens once when the same order comes 20 times at once, and answers alike", async () => {
    const user = await createFundedUser(units(100));
    const order = optionOrder(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => openOption(order)));
    expect(new Set(answers.map((answer) => answer.tradeId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await usdtOf(user)).toMatchObject({ available: units(90), escrow: units(10) });
    await expect(openOption({ ...order, direction: "down" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
  });

  it("answers a repeated order even when the market is stale", async () => {
    const order = optionOrder(await createFundedUser(units(100)));
    const first = await openOption(order);
    await database.advanceClock(60 * SECOND_MS);
    expect(await openOption(order)).toEqual({ ...first, replayed: true });
  });

  it("keeps the same key of two users apart", async () => {
    const key = randomUUID();
    const users = [await createFundedUser(units(10)), await createFundedUser(units(10))];
    const [a, b] = await Promise.all(users.map((user) => openOption(optionOrder(user, { key }))));
    expect(a?.tradeId).not.toBe(b?.tradeId);
  });

  it("never exceeds the daily limit", async () => {
    const user = await createFundedUser(units(1000));
    const done = await outcomes(
      Array.from({ length: 20 }, () => openOption(optionOrder(user, { dailyTradeLimit: 7 }))),
    );
    expect(done.filter((result) => result === "DAILY_TRADE_LIMIT")).toHaveLength(13);
    expect(await dailyTradesUsed(user)).toBe(7);
  });

  it("counts the limit anew from midnight UTC", async () => {
    const user = await createFundedUser(units(1000));
    const order = () => optionOrder(user, { dailyTradeLimit: 1 });
    await database.setClock(new Date("2031-03-01T23:59:59.999Z"));
    await recordTick(4000);
    await openOption(order());
    await expect(openOption(order())).rejects.toMatchObject({ code: "DAILY_TRADE_LIMIT" });
    await database.advanceClock(1);
    await openOption(order());
    hour = 24 * 60;
  });

  it("spends a balance once", async () => {
    const user = await createFundedUser(units(35));
    const done = await outcomes(Array.from({ length: 20 }, () => openOption(optionOrder(user))));
    expect(done.filter((result) => result === "INSUFFICIENT_BALANCE")).toHaveLength(17);
    expect(await usdtOf(user)).toMatchObject({ available: units(5), escrow: units(30) });
  });

  it("puts up what the one function for such conversions gives, half to even", async () => {
    const user = await createFundedUser(units(1_300_000));
    const stakes = [1n, 2n, 3n, 5n, 7n, 999_999n, 1_000_001n];
    const edge = 400_000_000_000n;
    const orders = [
      ...[0, 1, 100_000, 300_000, 499_999, 500_000, 500_001, 823_457].flatMap((payoutRatePpm) =>
        stakes.map((amountMicro) => ({ amountMicro, payoutRatePpm })),
      ),
      ...[-1000n, 0n, 1000n].map((more) => ({ amountMicro: edge + more, payoutRatePpm: 500 })),
    ];
    for (const order of orders) {
      const { collateralMicro } = await openOption(
        optionOrder(user, { ...order, minAmountMicro: 1n, maxAmountMicro: edge * 2n }),
      );
      const [expected] = await database.query<{ micro: string }>(
        "SELECT mul_div_half_even($1, $2, 1000000) AS micro",
        [order.amountMicro.toString(), order.payoutRatePpm],
      );
      expect([order, collateralMicro]).toEqual([order, BigInt(expected?.micro ?? -1)]);
    }
  });

  it("bears any maximum and caps that a number can be", async () => {
    const user = await createFundedUser(units(100));
    const most = 9_223_372_036_854_775_807n;
    const unlimited = { maxAmountMicro: most, capPerDirectionMicro: most, capPerSecondMicro: most };
    const opened = await openOption(optionOrder(user, { ...unlimited, payoutRatePpm: 10_000_000 }));
    expect(opened.collateralMicro).toBe(units(100));
  });

  it.each([
    ["a direction", { capPerDirectionMicro: units(40) }],
    ["an expiry second", { capPerSecondMicro: units(40) }],
  ])("never exceeds the house's cap for %s", async (_, cap) => {
    const users = await Promise.all(Array.from({ length: 20 }, () => createFundedUser(units(100))));
    const [row] = await database.query<{ open: string }>(
      "SELECT sum(up_micro) AS open FROM option_exposure",
    );
    const base = "capPerDirectionMicro" in cap ? BigInt(row?.open ?? 0) : 0n;
    const limits = "capPerDirectionMicro" in cap ? { capPerDirectionMicro: base + units(40) } : cap;
    const done = await outcomes(users.map((user) => openOption(optionOrder(user, limits))));
    expect(done.filter((result) => result === "HOUSE_LIMIT")).toHaveLength(15);
    expect(done.filter((result) => typeof result === "object")).toHaveLength(5);
  });
});

describe("the cap of an expiry second", () => {
  const capped = (user: string) => openOption(optionOrder(user, { capPerSecondMicro: units(10) }));

  it("counts together what is accepted after one tick, however long the next is in coming", async () => {
    const users = await Promise.all([1, 2, 3].map(() => createFundedUser(units(100))));
    await database.advanceClock(300);
    const first = await capped(users[0]!);
    // Two borders of seconds later, and ten.
    await database.advanceClock(900);
    await expect(capped(users[1]!)).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
    await database.advanceClock(8_700);
    await expect(capped(users[2]!)).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
    const [row] = await database.query<{ second: string }>(
      "SELECT max(expiry_second) AS second FROM option_expiry_exposure",
    );
    // The market's tick came on the full hour: an entry a second later, and 30 s from then.
    const startMs = first.openedAt.getTime() - 300;
    expect(Number(row?.second) * SECOND_MS).toBe(startMs + 31 * SECOND_MS);
  });

  it("is free again after the next tick", async () => {
    const user = await createFundedUser(units(100));
    await capped(user);
    await database.advanceClock(SECOND_MS);
    await expect(capped(user)).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
    await recordTick(4000);
    await capped(user);
  });

  it("is that of the tick that came while the option waited for its turn", async () => {
    const [user, other] = [await createFundedUser(units(100)), await createFundedUser(units(100))];
    await capped(other);
    const holder = new Client({ connectionString: database.ownerUrl });
    await holder.connect();
    let waiting: Promise<unknown>;
    try {
      await holder.query("BEGIN");
      await holder.query(
        "SELECT 1 FROM ledger_account WHERE owner_id = $1 AND kind = 'available' FOR UPDATE",
        [user],
      );
      // By the tick that it sees first there is no room.
      waiting = capped(user);
      await until("it waits", async () => {
        const [row] = await database.query<{ waits: boolean }>(
          "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%open_user_option%' AND datname = current_database()) AS waits",
        );
        return row?.waits;
      });
      await database.advanceClock(SECOND_MS);
      await recordTick(4000);
      await holder.query("COMMIT");
    } finally {
      await holder.end();
    }
    await waiting;
    const rows = await database.query<{ micro: string }>(
      `SELECT sum(collateral_micro) AS micro FROM option_expiry_exposure
       WHERE expiry_second >= extract(epoch FROM app_now()) GROUP BY expiry_second ORDER BY expiry_second`,
    );
    expect(rows.map(({ micro }) => BigInt(micro))).toEqual([units(8), units(8)]);
  });
});
