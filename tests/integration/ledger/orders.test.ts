import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { fillDue, fillOrders } from "@/lib/ledger/fills/fills";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { acceptConversion } from "@/lib/ledger/vault";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { fund } from "@/tests/factories/funds";
import { testDatabase } from "@/tests/support/database";
import { brokenChecks, createFundedUser, units } from "@/tests/support/ledger/ledger-model-fixture";
import { storeSettings } from "@/tests/support/stored-settings";

const BID = 399_900_000_000n;
const ASK = 400_100_000_000n;

beforeAll(async () => {
  await testDatabase().setClock(new Date(Date.UTC(2031, 5, 1)));
  await storeSettings({ manualMin: "0", manualSpread: "0.0001", dailyTradeLimit: 10_000 });
  await fund({ house: "inventory", currency: "USDT" }, units(2_000));
  await fund({ house: "inventory", currency: "XAUT" }, units(0.5));
});

/** Lets so much time pass and records a price, contested or not, known so long before. */
async function tick(
  afterMs: number,
  moved: bigint,
  { contested = false, knownForMs = 0 } = {},
): Promise<void> {
  await testDatabase().advanceClock(afterMs);
  await testDatabase().query(
    `SELECT record_tick($1, $2, $3, '[{"source":"test"}]', 1, false, clock_timestamp(), $4,
       clock_timestamp() - nullif($5, 0) * interval '1 millisecond')`,
    [
      ...[BID + moved + (ASK - BID) / 2n, BID + moved, ASK + moved].map(String),
      ...[contested, knownForMs],
    ],
  );
}

const MOVES = [0n, 500_000_000n, -500_000_000n, 9_000_000_000n];
const step = fc.oneof(
  fc.record({
    what: fc.constantFrom("buy", "sell", "store", "retrieve", "moveIn", "moveOut" as const),
    who: fc.integer({ min: 0, max: 1 }),
    /** Beyond what there is now and then, and beyond what the house has. */
    share: fc.constantFrom(3n, 10n, 40n, 101n),
    limited: fc.boolean(),
    again: fc.boolean(),
  }),
  fc.record({
    what: fc.constant("tick" as const),
    afterMs: fc.constantFrom(1, 1_000, 9_999, 10_001),
    moved: fc.constantFrom(...MOVES),
    contested: fc.boolean(),
    knownForMs: fc.constantFrom(0, 500, 1_500, 12_000),
  }),
  fc.record({ what: fc.constant("fill" as const), limit: fc.constantFrom(1, 2, 200) }),
);

it("keeps every balance through any history of orders, ticks and fills, ends each order once, and counts those of the day", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      const users = [await createFundedUser(units(1_000)), await createFundedUser(units(1_000))];
      for (const user of users) {
        await fund({ user, kind: "available", currency: "XAUT" }, units(0.3));
      }
      await tick(20_000, 0n);
      for (const one of steps) {
        if (one.what === "tick") await tick(one.afterMs, one.moved, one);
        else if (one.what === "fill") await Promise.all([fillDue(one.limit), fillDue(one.limit)]);
        else await order(users[one.who]!, one);
      }
      expect(await brokenChecks()).toEqual([]);
      await tick(20_000, 0n);
      await fillOrders();
      expect(await prisma.trade.count({ where: { status: "pending" } })).toBe(0);
      expect(await prisma.vaultConversion.count({ where: { status: "pending" } })).toBe(0);
      const held = await testDatabase().query(
        "SELECT id FROM ledger_account WHERE kind = 'held' AND balance_micro <> 0",
      );
      expect(held).toEqual([]);
      for (const user of users) {
        const counted = { userId: user, status: { not: "void" as const } };
        expect(await dailyTradesUsed(user)).toBe(await prisma.trade.count({ where: counted }));
      }
      expect(await brokenChecks()).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

it("fills no order at a price that was known when it was accepted", async () => {
  const user = await createFundedUser(units(1_000));
  await tick(20_000, 0n);
  for (const what of ["buy", "store"]) {
    await order(user, { what, share: 3n, limited: false, again: false });
  }
  const ends = () =>
    testDatabase().query(
      `SELECT status, entry_tick_seq AS seq FROM trade WHERE user_id = $1
       UNION ALL SELECT status, tick_seq FROM vault_conversion WHERE user_id = $1`,
      [user],
    );
  await tick(400, MOVES[1]!, { knownForMs: 500 });
  await fillOrders();
  expect(await ends()).toEqual(Array(2).fill({ status: "pending", seq: null }));
  await tick(1_000, MOVES[2]!, { knownForMs: 500 });
  await fillOrders();
  const [head] = await testDatabase().query("SELECT 'filled' AS status, seq FROM market_head");
  expect(await ends()).toEqual([head, head]);
  expect(await brokenChecks()).toEqual([]);
});

type Order = { what: string; share: bigint; limited: boolean; again: boolean };

async function order(userId: string, { what, share, limited, again }: Order): Promise<void> {
  const key = randomUUID();
  const [usdt, xaut] = [units(10) * share, (units(0.3) * share) / 100n];
  const accept = () => {
    if (what === "buy" || what === "sell") {
      const limitPriceE8 = limited ? (what === "buy" ? ASK + units(10) : BID - units(10)) : null;
      const amountMicro = what === "buy" ? usdt : xaut;
      return acceptSpotTrade({
        userId,
        key,
        side: what,
        amountMicro,
        limitPriceE8,
      });
    }
    const isIn = what === "store" || what === "moveIn";
    const currency = what.startsWith("move") ? ("XAUT" as const) : ("USDT" as const);
    return acceptConversion({
      ...{ userId, key, currency, reviewedFeePpm: null },
      direction: isIn ? "store" : "retrieve",
      amountMicro: what === "store" ? usdt : xaut,
      limitPriceE8: limited && currency === "USDT" ? (isIn ? ASK : BID) : null,
    });
  };
  try {
    const first = await accept();
    if (again) expect(await accept()).toEqual({ ...first, replayed: true });
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 500) throw error;
  }
}
