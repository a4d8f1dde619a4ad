import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { Client } from "pg";
import { balancesOf } from "@/lib/ledger/data";
import { endRestingOrders } from "@/lib/ledger/fills/fills";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { acceptOrder, cancelRestingOrder, fillDueOrders, matchOrders } from "@/lib/ledger/orders";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { spotFill, spotPrice } from "@/lib/trading/spot-rules";
import { fund } from "@/tests/factories/funds";
import { testDatabase } from "@/tests/support/database";
import { brokenChecks, createFundedUser, units } from "@/tests/support/ledger/ledger-model-fixture";
import { storeSettings } from "@/tests/support/stored-settings";
import { stockHouse } from "./support";

const BID = 399_900_000_000n;
const ASK = 400_100_000_000n;
const FEE_PPM = 1_000n;
const SPREAD_PPM = 100n;
/** As many moves of the price as there are prices of orders, so that each is met now and then. */
const MOVES = [0n, 1_000_000_000n, -1_000_000_000n, 5_000_000_000n, -5_000_000_000n];

beforeAll(async () => {
  await testDatabase().setClock(new Date(Date.UTC(2031, 5, 1)));
  await storeSettings({ manualMin: "0", manualSpread: "0.0001", dailyTradeLimit: 10_000 });
  await stockHouse();
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

async function now(): Promise<Date> {
  const [row] = await testDatabase().query<{ now: Date }>("SELECT app_now() AS now");
  return row!.now;
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("place" as const),
      who: fc.integer({ min: 0, max: 1 }),
      side: fc.constantFrom("buy" as const, "sell" as const),
      type: fc.constantFrom("limit" as const, "stop" as const),
      moved: fc.constantFrom(...MOVES),
      /** Beyond what there is now and then. */
      share: fc.constantFrom(3n, 10n, 40n, 101n),
      forMs: fc.constantFrom(null, 500, 3_000, 15_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("tick" as const),
      afterMs: fc.constantFrom(1, 1_000, 9_000),
      moved: fc.constantFrom(...MOVES),
      contested: fc.boolean(),
      knownForMs: fc.constantFrom(0, 0, 500, 1_500),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("work" as const),
      limit: fc.constantFrom(1, 2, 1_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("crash" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("cancel" as const), nth: fc.nat({ max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("wait" as const), ms: fc.constantFrom(200, 4_000) }),
  },
);

type Tick = {
  seq: bigint;
  at: bigint;
  known: bigint;
  bid: bigint;
  ask: bigint;
  contested: boolean;
};
type Order = {
  id: string;
  user: string;
  side: "buy" | "sell";
  type: "limit" | "stop";
  amount: bigint;
  price: bigint;
  at: bigint;
  until: bigint | null;
  closed: bigint | null;
  status: string;
  reason: string | null;
  received: bigint | null;
  fee: bigint | null;
  tick: bigint | null;
  paid: bigint | null;
};

/** Microseconds, as the database keeps time. */
const micros = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

async function recorded(users: string[]): Promise<{ ticks: Tick[]; orders: Order[] }> {
  const ticks = await prisma.$queryRawUnsafe<Tick[]>(
    `SELECT seq, ${micros("at")} AS at, ${micros("coalesce(known_at, at)")} AS known, bid_e8 AS bid, ask_e8 AS ask, contested
     FROM market_tick ORDER BY seq`,
  );
  const orders = await prisma.$queryRawUnsafe<Order[]>(
    `SELECT o.id, o.user_id AS user, o.side, o.type, o.amount_micro AS amount, o.price_e8 AS price, ${micros("o.accepted_at")} AS at,
       ${micros("o.expires_at")} AS until, ${micros("o.closed_at")} AS closed, o.status, o.close_reason AS reason,
       t.received_micro AS received, t.fee_micro AS fee, t.entry_tick_seq AS tick, t.entry_price_e8 AS paid
     FROM resting_order o LEFT JOIN trade t ON t.order_id = o.id WHERE o.user_id = ANY ($1::uuid[]) ORDER BY o.number`,
    users,
  );
  return { ticks, orders };
}

/** The tick that an order has to be filled at, by the contract's words. */
function meeting(order: Order, ticks: Tick[]): Tick | undefined {
  const { side, type, price } = order;
  return ticks.find(({ at, known, bid, ask, contested }) => {
    if (
      contested ||
      at <= order.at ||
      known <= order.at ||
      (order.until !== null && at >= order.until)
    )
      return false;
    const now = side === "buy" ? ask : bid;
    if (type === "stop") return side === "buy" ? now >= price : now <= price;
    const paid = spotPrice(side, bid, ask, SPREAD_PPM);
    return side === "buy" ? paid <= price : paid >= price;
  });
}

/** What an order must have become once all is done; null where its user took it back. */
function expected(order: Order, ticks: Tick[]) {
  const tick = meeting(order, ticks);
  if (!tick) return { status: order.until === null ? "open" : "expired" };
  const paid = spotPrice(order.side, tick.bid, tick.ask, SPREAD_PPM);
  const { feeMicro, receivedMicro } = spotFill(order.side, order.amount, paid, FEE_PPM);
  return { status: "filled", tick: tick.seq, paid, fee: feeMicro, received: receivedMicro };
}

const outcome = (refused: unknown) => {
  if (refused instanceof AppError) return refused.code;
  throw refused;
};

/** What an instance does that dies before it commits. */
async function crash(): Promise<void> {
  const client = new Client({ connectionString: testDatabase().ownerUrl });
  await client.connect();
  await client.query("BEGIN; SELECT match_orders(); SELECT fill_orders()");
  await client.end();
}

it("fills each order once, at the first recorded price that meets it, through any history of ticks, ends and crashes", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 70 }), async (steps) => {
      const users = [await createFundedUser(units(1_000)), await createFundedUser(units(1_000))];
      for (const user of users)
        await fund({ user, kind: "available", currency: "XAUT" }, units(0.3));
      await tick(20_000, 0n);
      const placed: { id: string; user: string }[] = [];
      const takenBack = new Set<string>();
      for (const one of steps) {
        if (one.what === "tick") await tick(one.afterMs, one.moved, one);
        else if (one.what === "wait") await testDatabase().advanceClock(one.ms);
        else if (one.what === "crash") await crash();
        else if (one.what === "work") {
          await Promise.all([
            matchOrders(),
            matchOrders(),
            fillDueOrders(one.limit),
            fillDueOrders(one.limit),
          ]);
        } else if (one.what === "cancel") {
          const order = placed[one.nth];
          if (!order) continue;
          const { ticks, orders } = await recorded(users);
          const row = orders.find(({ id }) => id === order.id)!;
          const at = BigInt((await now()).getTime()) * 1_000n;
          const isOver =
            row.status !== "open" ||
            meeting(row, ticks) !== undefined ||
            (row.until !== null && row.until <= at);
          const told = await cancelRestingOrder(order.user, order.id).then(
            () => "cancelled",
            outcome,
          );
          expect(told).toBe(isOver ? "ORDER_CLOSED" : "cancelled");
          if (!isOver) takenBack.add(order.id);
        } else {
          const user = users[one.who]!;
          const amountMicro =
            one.side === "buy" ? units(10) * one.share : (units(0.3) * one.share) / 100n;
          const at = await now();
          const input = {
            userId: user,
            key: randomUUID(),
            side: one.side,
            type: one.type,
            amountMicro,
            priceE8: (one.side === "buy" ? ASK : BID) + one.moved,
            expiresAt: one.forMs === null ? null : new Date(at.getTime() + one.forMs),
            reviewedFeePpm: null,
          };
          const before = await balancesOf(user);
          const has = one.side === "buy" ? before.USDT.available : before.XAUT.available;
          const told = await acceptOrder(input).catch(outcome);
          if (typeof told === "string") {
            // A market that says nothing, or not enough money.
            expect(told).toMatch(
              amountMicro > has
                ? /^(INSUFFICIENT_BALANCE|MARKET_STALE|TRADE_AMOUNT_OUT_OF_RANGE)$/
                : /^(MARKET_STALE|TRADE_AMOUNT_OUT_OF_RANGE)$/,
            );
          } else {
            placed.push({ id: told.orderId, user });
            expect(await acceptOrder(input)).toEqual({ orderId: told.orderId, replayed: true });
          }
        }
      }
      expect(await brokenChecks()).toEqual([]);
      await testDatabase().advanceClock(20_000);
      await Promise.all([endRestingOrders(), endRestingOrders()]);
      await endRestingOrders();
      const { ticks, orders } = await recorded(users);
      for (const order of orders) {
        seen.add(`${order.type} ${order.side} ${order.status}`);
        if (takenBack.has(order.id))
          expect(order).toMatchObject({ status: "cancelled", reason: "USER" });
        else expect(order).toMatchObject(expected(order, ticks));
      }
      for (const user of users) {
        const own = orders.filter((order) => order.user === user);
        const sum = (side: "buy" | "sell", status: string, what: "amount" | "received") =>
          own
            .filter((order) => order.side === side && order.status === status)
            .reduce((total, order) => total + (order[what] ?? 0n), 0n);
        const { USDT, XAUT } = await balancesOf(user);
        expect([USDT.held, XAUT.held]).toEqual([
          sum("buy", "open", "amount"),
          sum("sell", "open", "amount"),
        ]);
        expect(USDT.available + USDT.held).toBe(
          units(1_000) - sum("buy", "filled", "amount") + sum("sell", "filled", "received"),
        );
        expect(XAUT.available + XAUT.held).toBe(
          units(0.3) - sum("sell", "filled", "amount") + sum("buy", "filled", "received"),
        );
        expect(await dailyTradesUsed(user)).toBe(
          own.filter(({ status }) => status === "open" || status === "filled").length,
        );
      }
      expect(await brokenChecks()).toEqual([]);
    }),
    { numRuns: 3, seed: 20_311 },
  );
  // Every way of an order was taken.
  expect([...seen].filter((way) => way.endsWith("filled"))).toHaveLength(4);
  expect([...seen].filter((way) => way.endsWith("expired")).length).toBeGreaterThan(1);
});
