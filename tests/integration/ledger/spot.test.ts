import { randomUUID } from "node:crypto";
import { balancesOf } from "@/lib/ledger/data";
import { fillDue, fillOrders } from "@/lib/ledger/fills/fills";
import { listHouseAccounts } from "@/lib/ledger/house";
import { evenOutPools } from "@/lib/ledger/mutations";
import type { LedgerCurrency, SpotTradeInput } from "@/lib/ledger/schema";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { prisma } from "@/lib/platform/db";
import { spotFill, spotPrice } from "@/lib/trading/spot-rules";
import { fund } from "@/tests/factories/funds";
import { testDatabase } from "@/tests/support/database";
import { fillSpotTrade, repeatTick } from "@/tests/support/fills";
import {
  brokenChecks,
  createFundedUser,
  outcomes,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { asOwner } from "@/tests/support/owner";
import { storeSettings } from "@/tests/support/stored-settings";

const database = testDatabase();
const BID = 399_900_000_000n;
const ASK = 400_100_000_000n;

const giveXaut = (user: string, amountMicro: bigint) =>
  fund({ user, kind: "available", currency: "XAUT" }, amountMicro);

async function recordQuote(bid = BID, ask = ASK): Promise<void> {
  await database.query(
    `SELECT record_tick($1::bigint, $2::bigint, $3::bigint, '[{"source":"test"}]', 1, false)`,
    [((bid + ask) / 2n).toString(), bid.toString(), ask.toString()],
  );
}

/** An order that every rule allows, unless overridden. */
const order = (userId: string, overrides: Partial<SpotTradeInput> = {}): SpotTradeInput => ({
  userId,
  key: randomUUID(),
  side: "buy",
  amountMicro: units(100),
  limitPriceE8: null,
  ...overrides,
});

async function availableOf(user: string): Promise<[usdt: bigint, xaut: bigint]> {
  const { USDT, XAUT } = await balancesOf(user);
  return [USDT.available, XAUT.available];
}

async function inventory(currency: LedgerCurrency): Promise<bigint> {
  const rows = await listHouseAccounts(prisma);
  return (
    rows.find((row) => row.kind === "inventory" && row.currency === currency)?.balanceMicro ?? 0n
  );
}

beforeAll(async () => {
  await fund({ house: "inventory", currency: "USDT" }, units(160_000));
  await fund({ house: "inventory", currency: "XAUT" }, units(40));
  await evenOutPools(prisma);
});

// Each test starts an hour after the last, on a fresh quote.
let hour = 0;
beforeEach(async () => {
  await asOwner().setting.deleteMany();
  await database.setClock(new Date(Date.UTC(2031, 0, 1, hour++)));
  await recordQuote();
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

describe("a fill", () => {
  it("buys at the ask, with the fee out of what is spent", async () => {
    const user = await createFundedUser(units(150));
    const [before, coins] = [await inventory("USDT"), await inventory("XAUT")];
    const filled = await fillSpotTrade(order(user));
    // (100 - 0.1) / 4001 = 0.024968757...
    expect(filled).toMatchObject({
      priceE8: ASK,
      feeMicro: units(0.1),
      receivedMicro: 24_968n,
      pnlMicro: null,
      usdtMicro: units(50),
      xautMicro: 24_968n,
      replayed: false,
    });
    expect(await availableOf(user)).toEqual([units(50), 24_968n]);
    expect(await inventory("USDT")).toBe(before + units(99.9));
    expect(await inventory("XAUT")).toBe(coins - 24_968n);
  });

  it("sells at the bid, with the fee out of the proceeds and the result against the average cost", async () => {
    const user = await createFundedUser(units(100));
    await fillSpotTrade(order(user));
    await recordLater(BID + 10_000_000_000n, ASK + 10_000_000_000n);
    const sold = await fillSpotTrade(order(user, { side: "sell", amountMicro: 10_000n }));
    // 0.01 * 4099 = 40.99, fee 0.04099; cost 100 * 10000 / 24968 = 40.051265...
    expect(sold).toMatchObject({
      priceE8: 409_900_000_000n,
      feeMicro: 40_990n,
      receivedMicro: 40_949_010n,
      pnlMicro: 40_949_010n - 40_051_266n,
      usdtMicro: 40_949_010n,
      xautMicro: 14_968n,
    });
    const rest = await fillSpotTrade(order(user, { side: "sell", amountMicro: 14_968n }));
    expect(rest.pnlMicro).toBe(rest.receivedMicro - (units(100) - 40_051_266n));
    expect((await positionOf(user))?.quantity_micro).toBe("0");
  });

  it("widens the quote by the spread only where that is worse for the user", async () => {
    const user = await createFundedUser(units(1000));
    await storeSettings({ manualSpread: "0.0004" });
    const narrow = await fillSpotTrade(order(user));
    expect(narrow.priceE8).toBe(ASK);
    await storeSettings({ manualSpread: "0.01" });
    const wide = await fillSpotTrade(order(user));
    expect(wide.priceE8).toBe(402_000_000_000n);
    const sale = order(user, { side: "sell", amountMicro: 10_000n });
    expect((await fillSpotTrade(sale)).priceE8).toBe(398_000_000_000n);
  });

  it("counts XAUT that was not bought as having no result, after what was bought", async () => {
    const user = await createFundedUser(units(100));
    await giveXaut(user, units(1));
    const given = await fillSpotTrade(order(user, { side: "sell", amountMicro: 500_000n }));
    expect(given.pnlMicro).toBeNull();
    const bought = await fillSpotTrade(order(user));
    const mixed = await fillSpotTrade(
      order(user, { side: "sell", amountMicro: 2n * bought.receivedMicro }),
    );
    // Half of the sale was bought; a received amount that is odd rounds half to even.
    const share = mixed.receivedMicro / 2n + (mixed.receivedMicro % 4n === 3n ? 1n : 0n);
    expect(mixed.pnlMicro).toBe(share - units(100));
  });
});

describe("what a fill refuses", () => {
  it.each([
    ["a balance that is too small", { amountMicro: units(101) }, "INSUFFICIENT_BALANCE"],
    ["XAUT that is not there", { side: "sell", amountMicro: units(1) }, "INSUFFICIENT_BALANCE"],
    ["less than the minimum", { amountMicro: units(1) - 1n }, "TRADE_AMOUNT_OUT_OF_RANGE"],
    ["more than the maximum", {}, "TRADE_AMOUNT_OUT_OF_RANGE", { manualMax: "99" }],
    [
      "a buy that gives nothing",
      { amountMicro: 1n },
      "TRADE_AMOUNT_OUT_OF_RANGE",
      { manualMin: "0" },
    ],
    ["a buy above its limit price", { limitPriceE8: ASK - 1n }, "PRICE_MOVED"],
    ["another fee than was reviewed", { reviewedFeePpm: 999 }, "TRADE_TERMS_CHANGED"],
    ["a product that is paused", {}, "PRODUCT_DISABLED", { manualEnabled: false }],
  ] as const)("refuses %s", async (_, overrides, code, settings: Record<string, unknown> = {}) => {
    const user = await createFundedUser(units(100));
    await storeSettings(settings);
    await expect(fillSpotTrade(order(user, overrides))).rejects.toMatchObject({ code });
    expect(await availableOf(user)).toEqual([units(100), 0n]);
  });

  it("refuses a sale worth less than the minimum, unless it is all there is", async () => {
    const user = await createFundedUser();
    await giveXaut(user, 200n);
    const part = order(user, { side: "sell", amountMicro: 199n });
    await expect(fillSpotTrade(part)).rejects.toMatchObject({ code: "TRADE_AMOUNT_OUT_OF_RANGE" });
    const all = await fillSpotTrade(order(user, { side: "sell", amountMicro: 200n }));
    expect(all.xautMicro).toBe(0n);
  });

  it("refuses when the newest tick is older than 10 s", async () => {
    const user = await createFundedUser(units(100));
    await database.advanceClock(10_000);
    await acceptSpotTrade(order(user, { amountMicro: units(10) }));
    await database.advanceClock(1);
    await expect(acceptSpotTrade(order(user))).rejects.toMatchObject({ code: "MARKET_STALE" });
  });

  it("refuses while the clock is set back to before the newest tick", async () => {
    const user = await createFundedUser(units(100));
    await database.advanceClock(-1);
    await expect(acceptSpotTrade(order(user))).rejects.toMatchObject({ code: "MARKET_STALE" });
    await database.advanceClock(1);
    await fillSpotTrade(order(user, { amountMicro: units(10) }));
  });

  it("takes from several inventory shards when none has enough alone, and refuses beyond all", async () => {
    const user = await createFundedUser(units(200_000));
    const big = order(user, { amountMicro: units(20_000) });
    const filled = await fillSpotTrade(big);
    expect(filled.receivedMicro).toBeGreaterThan(units(40) / 16n);
    const coins = await inventory("XAUT");
    await storeSettings({ manualMax: "200000" });
    const more = order(user, { amountMicro: units(160_000) });
    await expect(fillSpotTrade(more)).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
    expect(await inventory("XAUT")).toBe(coins);
    await fillSpotTrade(order(user, { side: "sell", amountMicro: filled.receivedMicro }));
  });

  it("lets the application fill nothing at a price of its choice", async () => {
    await expect(
      database.query(
        `SET ROLE app_runtime; SELECT fill_run_trade('k', NULL, NULL, 'buy', 1, 0, 0, 1)`,
      ),
    ).rejects.toThrow("permission denied");
    await expect(
      database.query("SET ROLE app_runtime; UPDATE spot_position SET cost_micro = 0"),
    ).rejects.toThrow("permission denied");
  });
});

describe("a pending trade", () => {
  const accept = async (user: string, overrides: Partial<SpotTradeInput> = {}) =>
    (await acceptSpotTrade(order(user, overrides))).tradeId;
  const read = (id: string) => prisma.trade.findUniqueOrThrow({ where: { id } });
  const heldOf = async (user: string) => {
    const { USDT, XAUT } = await balancesOf(user);
    return [USDT.held, XAUT.held];
  };
  const contested = () =>
    database.query(
      `SELECT record_tick($1, $2, $3, '[{"source":"test"}]', 1, false, clock_timestamp(), true)`,
      [String(BID), String(BID), String(ASK)],
    );

  it("waits with its amount set aside, and is filled at the tick after it, not at the one known", async () => {
    const user = await createFundedUser(units(100));
    await giveXaut(user, units(1));
    const buy = await accept(user, { amountMicro: units(60) });
    const sale = await accept(user, { side: "sell", amountMicro: 400_000n });
    await fillOrders();
    expect([await availableOf(user), await heldOf(user)]).toEqual([
      [units(40), 600_000n],
      [units(60), 400_000n],
    ]);
    expect(await brokenChecks()).toEqual([]);
    const [up, down] = [10_000_000_000n, 20_000_000_000n];
    await recordLater(BID + up, ASK + up);
    await recordLater(BID - down, ASK - down);
    await fillOrders();
    expect(await heldOf(user)).toEqual([0n, 0n]);
    expect([(await read(buy)).entryPriceE8, (await read(sale)).entryPriceE8]).toEqual([
      ASK + up,
      BID + up,
    ]);
  });

  it("passes contested ticks over, and waits for the one that resolves them", async () => {
    const user = await createFundedUser(units(100));
    const id = await accept(user);
    await database.advanceClock(1_000);
    await contested();
    await fillOrders();
    expect((await read(id)).status).toBe("pending");
    await expect(acceptSpotTrade(order(user))).rejects.toMatchObject({ code: "MARKET_STALE" });
    await recordLater(BID + 5n, ASK + 5n);
    await fillOrders();
    expect(await read(id)).toMatchObject({ status: "filled", entryPriceE8: ASK + 5n });
  });

  it("is void once 10 s brought no usable tick, and gets everything back", async () => {
    const user = await createFundedUser(units(100));
    const id = await accept(user);
    await database.advanceClock(10_000);
    await contested();
    await fillOrders();
    expect((await read(id)).status).toBe("pending");
    await database.advanceClock(1);
    await fillOrders();
    expect(await read(id)).toMatchObject({ status: "void", voidReason: "NO_PRICE" });
    await repeatTick();
    await fillOrders();
    expect([await availableOf(user), await heldOf(user)]).toEqual([
      [units(100), 0n],
      [0n, 0n],
    ]);
  });

  it("is void beyond its limit or beyond the house, and stands in nobody's way", async () => {
    const [ann, bob, cid] = await Promise.all(
      [units(900_000), units(100), units(100)].map(createFundedUser),
    );
    await giveXaut(bob!, units(1));
    await storeSettings({ manualMax: "900000" });
    const ids = [
      await accept(bob!, { side: "sell", amountMicro: 10_000n, limitPriceE8: BID }),
      await accept(ann!, { amountMicro: units(800_000) }),
      await accept(bob!, { side: "sell", amountMicro: 10_000n, limitPriceE8: BID - 1n }),
      await accept(cid!, { limitPriceE8: ASK }),
    ];
    await recordLater(BID - 1n, ASK);
    await fillOrders();
    const ends = await Promise.all(ids.map(read));
    expect(ends.map(({ status, voidReason }) => voidReason ?? status)).toEqual([
      "PRICE_MOVED",
      "HOUSE_LIMIT",
      "filled",
      "filled",
    ]);
    expect((await availableOf(ann!))[0]).toBe(units(900_000));
    // What was not filled counts for no day's limit.
    await storeSettings({ dailyTradeLimit: 2 });
    await fillSpotTrade(order(bob!));
  });

  it("is filled once by many workers", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createFundedUser(units(100))));
    const ids = await Promise.all(users.map((user) => accept(user, { amountMicro: units(30) })));
    await recordLater(BID, ASK);
    const ended = await Promise.all(Array.from({ length: 6 }, () => fillDue(3)));
    expect(
      ended
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
  });
});

describe("at the same time", () => {
  it("fills once when the same order comes 20 times, and answers alike", async () => {
    const user = await createFundedUser(units(1000));
    const same = order(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fillSpotTrade(same)));
    expect(
      new Set(answers.map(({ tradeId, receivedMicro }) => `${tradeId} ${receivedMicro}`)).size,
    ).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await availableOf(user))[0]).toBe(units(900));
    await expect(fillSpotTrade({ ...same, side: "sell" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
    await database.advanceClock(60_000);
    await storeSettings({ manualEnabled: false });
    expect(await fillSpotTrade(same)).toEqual({
      ...answers[0],
      replayed: true,
    });
  });

  it("spends a balance once, and sells what is there once", async () => {
    const user = await createFundedUser(units(35));
    const buys = await outcomes(
      Array.from({ length: 20 }, () => fillSpotTrade(order(user, { amountMicro: units(10) }))),
    );
    expect(buys.filter((result) => result === "INSUFFICIENT_BALANCE")).toHaveLength(17);
    const [, xaut] = await availableOf(user);
    const sale = { side: "sell", amountMicro: xaut } as const;
    const sales = await outcomes(
      Array.from({ length: 10 }, () => fillSpotTrade(order(user, sale))),
    );
    expect(sales.filter((result) => typeof result === "object")).toHaveLength(1);
  });

  it("never exceeds the daily limit, whatever the side", async () => {
    const user = await createFundedUser(units(1000));
    await giveXaut(user, units(1));
    await storeSettings({ dailyTradeLimit: 7 });
    const done = await outcomes(
      Array.from({ length: 20 }, (_, n) =>
        fillSpotTrade(order(user, n % 2 ? { side: "sell", amountMicro: 10_000n } : {})),
      ),
    );
    expect(done.filter((result) => result === "DAILY_TRADE_LIMIT")).toHaveLength(13);
  });

  it("fills random trades of many users as plain arithmetic says", async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => createFundedUser(units(5000))));
    const prices = [spotPrice("buy", BID, ASK, 700n), spotPrice("sell", BID, ASK, 700n)] as const;
    await storeSettings({ manualSpread: "0.0007", manualFeeRate: "0.001234" });
    await Promise.all(
      users.map(async (user, u) => {
        let [usdt, xaut] = [units(5000), 0n];
        for (let n = 1; n <= 12; n++) {
          const side = xaut > 20_000n && (n * 7 + u) % 3 === 0 ? "sell" : "buy";
          const amountMicro =
            side === "buy"
              ? BigInt(1_000_003 + n * 31_415_927 + u * 271_829)
              : xaut / 3n + BigInt(n);
          const input = order(user, { side, amountMicro });
          const [filled] = await Promise.all([fillSpotTrade(input), fillSpotTrade(input)]);
          const model = spotFill(side, amountMicro, prices[side === "buy" ? 0 : 1], 1_234n);
          expect(filled).toMatchObject({
            feeMicro: model.feeMicro,
            receivedMicro: model.receivedMicro,
          });
          usdt += side === "buy" ? -amountMicro : model.receivedMicro;
          xaut += side === "buy" ? model.receivedMicro : -amountMicro;
        }
        expect(await availableOf(user)).toEqual([usdt, xaut]);
      }),
    );
  });
});

async function recordLater(bid: bigint, ask: bigint): Promise<void> {
  await database.advanceClock(1000);
  await recordQuote(bid, ask);
}

type PositionRow = { quantity_micro: string; cost_micro: string; realised_micro: string };

async function positionOf(book: string): Promise<PositionRow | undefined> {
  const [row] = await database.query<PositionRow>(
    "SELECT quantity_micro, cost_micro, realised_micro FROM spot_position WHERE book_id = $1",
    [book],
  );
  return row;
}
