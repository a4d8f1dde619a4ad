import { Client } from "pg";
import { GET as receiptRoute } from "@/app/api/trades/[id]/receipt/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import { balancesOf } from "@/lib/ledger/data";
import { endRestingOrders, fillOrders } from "@/lib/ledger/fills/fills";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { fillDueOrders, matchOrders } from "@/lib/ledger/orders";
import type { TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { acceptRisk } from "@/lib/security/credentials";
import type { SpotReceipt } from "@/lib/trading/receipt-schema";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { callRoute } from "@/tests/support/api";
import { testDatabase, waitsForLock } from "@/tests/support/database";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { storeSettings } from "@/tests/support/stored-settings";
import { toldToUsers } from "@/tests/support/told";
import { start } from "../ai/support";
import { giveXaut, quote } from "../trading/spot-support";
import { newKey, open, openMarket, type TestTrader, trader, wait } from "../trading/support";
import { cancel, orders, place } from "./support";

beforeAll(async () => {
  await openMarket();
});
beforeEach(async () => {
  await quote(4000);
});
afterEach(async () => {
  expect((await verifyLedger()).checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

const balances = async ({ user }: TestTrader) => {
  const { USDT, XAUT } = await balancesOf(user.id);
  return { usdt: USDT.available, held: USDT.held, xaut: XAUT.available, heldXaut: XAUT.held };
};
const order = async (owner: TestTrader, id: string) => {
  const { body } = await orders(owner);
  return body.orders.find((one) => one.id === id);
};

it("sets the amount aside at once, waits, and fills a limit at the price of the tick that meets it", async () => {
  const owner = await trader();
  const placed = await place(owner, { price: "3990.5", feeRate: "0.001" });
  expect(placed.status).toBe(201);
  expect(placed.body).toMatchObject({
    message: "Order placed",
    order: {
      ...{ side: "buy", type: "limit", amount: "100.000000", currency: "USDT", price: "3990.50" },
      ...{ status: "open", filledPrice: null, fee: null, tradeId: null, closedAt: null },
      ...{ expiresAt: null, closeReason: null, feeRate: "0.001" },
    },
  });
  const { id } = placed.body.order;
  expect(await balances(owner)).toMatchObject({ usdt: 900_000_000n, held: 100_000_000n });
  expect(await dailyTradesUsed(owner.user.id)).toBe(1);
  await quote(3991);
  await fillOrders();
  expect(await order(owner, id)).toMatchObject({ status: "open" });
  // The market falls through the price: what is paid is the ask of the tick, which is better.
  await quote(3980);
  await fillOrders();
  const filled = await order(owner, id);
  expect(filled).toMatchObject({
    status: "filled",
    filledPrice: "3981.00",
    fee: "0.100000",
    received: "0.025094",
  });
  expect(await balances(owner)).toMatchObject({ usdt: 900_000_000n, held: 0n, xaut: 25_094n });
  const { body } = await callRoute<{ receipt: SpotReceipt }>(receiptRoute, {
    token: owner.token,
    params: { id: filled!.tradeId! },
  });
  expect(body.receipt).toMatchObject({
    trade: { type: "manual", status: "filled", entryPrice: "3981.00" },
    order: { id, type: "limit", price: "3990.50", expiresAt: null },
    arithmetic: { price: "3981.00", received: "0.025094" },
  });
  expect(Date.parse(body.receipt.openedAt)).toBe(Date.parse(placed.body.order.createdAt));
  // Nothing fills twice.
  await quote(3970);
  await fillOrders();
  expect(await prisma.trade.count({ where: { userId: owner.user.id } })).toBe(1);
});

it("fills a stop at the price of the tick, which is worse where the market gaps through", async () => {
  const owner = await trader();
  await giveXaut(owner, 100_000n);
  const sale = await place(owner, { side: "sell", type: "stop", amount: "0.1", price: "3950" });
  const buy = await place(owner, { type: "stop", price: "4050" });
  expect(await balances(owner)).toMatchObject({ xaut: 0n, heldXaut: 100_000n });
  await quote(3900);
  await fillOrders();
  expect(await order(owner, sale.body.order.id)).toMatchObject({
    ...{ status: "filled", filledPrice: "3899.00", fee: "0.389900", received: "389.510100" },
  });
  expect(await order(owner, buy.body.order.id)).toMatchObject({ status: "open" });
  await quote(4100);
  await fillOrders();
  expect(await order(owner, buy.body.order.id)).toMatchObject({
    status: "filled",
    filledPrice: "4101.00",
  });
});

it("repeats its answer for a repeated key, and refuses the key for anything else", async () => {
  const owner = await trader();
  const key = newKey();
  const [first, second] = await Promise.all([place(owner, {}, key), place(owner, {}, key)]);
  expect(second.body.order).toEqual(first.body.order);
  expect((await place(owner, { price: "3980" }, key)).body.code).toBe("IDEMPOTENCY_CONFLICT");
  expect((await orders(owner)).body.orders).toHaveLength(1);
  const { id } = first.body.order;
  const cancelKey = newKey();
  const cancelled = await cancel(owner, id, cancelKey);
  expect(cancelled.body).toMatchObject({
    message: "Order cancelled",
    order: { status: "cancelled", closeReason: "USER" },
  });
  expect((await cancel(owner, id, cancelKey)).body.order).toEqual(cancelled.body.order);
  expect((await cancel(owner, id)).body.code).toBe("ORDER_CLOSED");
  expect(await balances(owner)).toMatchObject({ usdt: 1_000_000_000n, held: 0n });
  expect(await dailyTradesUsed(owner.user.id)).toBe(0);
  expect((await place(owner, {}, key)).body.order.status).toBe("cancelled");
});

it("lists newest first, by status and in pages, and nobody else's", async () => {
  const [owner, other] = [await trader(), await trader()];
  const ids: string[] = [];
  for (const price of ["3990", "3980", "3970"])
    ids.unshift((await place(owner, { price })).body.order.id);
  await cancel(owner, ids[1]!);
  const page = await orders(owner, "?limit=2");
  expect(page.body.orders.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await orders(owner, `?limit=2&cursor=${page.body.nextCursor}`);
  expect(rest.body).toMatchObject({ orders: [{ id: ids[2] }], nextCursor: null });
  const open = await orders(owner, "?status=open");
  expect(open.body.orders.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect((await orders(other)).body.orders).toEqual([]);
  expect((await cancel(other, ids[0]!)).status).toBe(404);
});

it("refuses what can't be an order, and says which field is the reason", async () => {
  const owner = await trader();
  const field = async (changes: object) => {
    const { status, body } = await place(owner, { ...changes });
    return [status, body.code, Object.keys(body.errors ?? {})];
  };
  const past = new Date(Date.now() - 86_400_000).toISOString();
  expect(await field({ price: "0" })).toEqual([422, "ORDER_PRICE_OUT_OF_RANGE", ["price"]]);
  expect(await field({ price: "999999999" })).toEqual([422, "ORDER_PRICE_OUT_OF_RANGE", ["price"]]);
  expect(await field({ price: "4e3" })).toEqual([422, "VALIDATION", ["price"]]);
  expect(await field({ expiresAt: past })).toEqual([422, "ORDER_EXPIRY_PASSED", ["expiresAt"]]);
  expect(await field({ expiresAt: "tomorrow" })).toEqual([422, "VALIDATION", ["expiresAt"]]);
  expect(await field({ type: "market" })).toEqual([422, "VALIDATION", ["type"]]);
  expect(await field({ surprise: 1 })).toEqual([422, "VALIDATION", ["surprise"]]);
  expect(await field({ amount: "0" })).toEqual([422, "VALIDATION", ["amount"]]);
  const code = async (changes: object) => (await place(owner, { ...changes })).body.code;
  expect(await code({ amount: "1000.000001" })).toBe("INSUFFICIENT_BALANCE");
  expect(await code({ side: "sell", amount: "1" })).toBe("INSUFFICIENT_BALANCE");
  expect(await code({ amount: "0.5" })).toBe("TRADE_AMOUNT_OUT_OF_RANGE");
  expect(await code({ feeRate: "0.5" })).toBe("TRADE_TERMS_CHANGED");
  await wait(11);
  expect(await code({})).toBe("MARKET_STALE");
  expect(await balances(owner)).toMatchObject({ usdt: 1_000_000_000n, held: 0n });
});

it("keeps at most 50 open, and to the limits that staff set a user", async () => {
  const owner = await trader();
  await Promise.all(Array.from({ length: 49 }, () => place(owner, { amount: "10" })));
  const last = await Promise.all(Array.from({ length: 3 }, () => place(owner, { amount: "10" })));
  expect(last.map(({ body }) => body.code ?? "placed").toSorted()).toEqual([
    "TOO_MANY_ORDERS",
    "TOO_MANY_ORDERS",
    "placed",
  ]);
  const limited = await trader();
  await asOwner().tradeConfig.create({
    data: { userId: limited.user.id, maxAmountMicro: 50_000_000n, dailyTradeLimit: 1 },
  });
  expect((await place(limited)).body.code).toBe("TRADE_AMOUNT_OUT_OF_RANGE");
  expect((await place(limited, { amount: "50" })).status).toBe(201);
  expect((await place(limited, { amount: "50" })).body.code).toBe("DAILY_TRADE_LIMIT");
});

it("gives everything back when the time is over, and tells it", async () => {
  const owner = await trader();
  const { heard, stop } = await hearEvents();
  const [{ now }] = (await testDatabase().query<{ now: Date }>("SELECT app_now() AS now")) as [
    { now: Date },
  ];
  const expiresAt = new Date(now.getTime() + 60_000).toISOString();
  const { body } = await place(owner, { expiresAt });
  await wait(60);
  // At its end it is over, though the price comes in the same moment.
  await quote(3900);
  await fillOrders();
  expect(await order(owner, body.order.id)).toMatchObject({
    status: "expired",
    expiresAt,
    closeReason: null,
  });
  expect(await balances(owner)).toMatchObject({ usdt: 1_000_000_000n, held: 0n });
  await deliverAll();
  await stop();
  expect(heard).toContainEqual({
    t: "order",
    u: owner.user.id,
    id: body.order.id,
    status: "expired",
  });
  expect(await toldToUsers.findFirstOrThrow({ where: { userId: owner.user.id } })).toMatchObject({
    type: "order",
    title: "Order expired",
    message: expect.stringMatching(
      /^Buying XAUT for 100\.00\sUSDT at 3,990\.00 or lower: the price was not reached in time/,
    ),
  });
});

it("fills nothing for whom trading is off or who is locked out, and gives everything back", async () => {
  const [off, locked] = [await trader(), await trader()];
  const placed = [await place(off), await place(locked)];
  await asOwner().tradeConfig.create({ data: { userId: off.user.id, manualEnabled: false } });
  await testDatabase().query("UPDATE app_user SET is_active = false WHERE id = $1", [
    locked.user.id,
  ]);
  await quote(3900);
  await fillOrders();
  const rows = await prisma.restingOrder.findMany({
    where: { id: { in: placed.map(({ body }) => body.order.id) } },
    orderBy: { number: "asc" },
  });
  expect(rows.map(({ status, closeReason }) => [status, closeReason])).toEqual([
    ["cancelled", "PRODUCT_DISABLED"],
    ["cancelled", "ACCOUNT_INACTIVE"],
  ]);
  for (const owner of [off, locked]) {
    expect(await balances(owner)).toMatchObject({ usdt: 1_000_000_000n, held: 0n, xaut: 0n });
  }
});

it("waits while a price is contested, and while it was known before", async () => {
  const owner = await trader();
  const { body } = await place(owner);
  const record = async (contested: boolean, knownForMs: number) => {
    await wait(1);
    await testDatabase().query(
      `SELECT record_tick(390000000000, 389900000000, 390100000000, '[{"source":"test"}]', 1, false, clock_timestamp(), $1,
         clock_timestamp() - nullif($2, 0) * interval '1 millisecond')`,
      [contested, knownForMs],
    );
    await fillOrders();
    return (await order(owner, body.order.id))?.status;
  };
  expect(await record(false, 60_000)).toBe("open");
  expect(await record(true, 0)).toBe("open");
  expect(await record(false, 0)).toBe("filled");
});

it("can't be taken back once its price was recorded, and is filled then", async () => {
  const owner = await trader();
  const { body } = await place(owner);
  await quote(3900);
  expect((await cancel(owner, body.order.id)).body.code).toBe("ORDER_CLOSED");
  expect(await order(owner, body.order.id)).toMatchObject({
    status: "filled",
    filledPrice: "3901.00",
  });
});

it("compares an order with every price after its acceptance, also one that was accepted while it was looked", async () => {
  const owner = await trader();
  const slow = new Client({ connectionString: testDatabase().ownerUrl });
  await slow.connect();
  await slow.query("BEGIN");
  await slow.query(
    "SELECT accept_order('slow', sha256('x'), $1, 'buy', 'limit', 100000000, 399000000000, NULL, NULL)",
    [owner.user.id],
  );
  // Another one waits, so that there is something to look for.
  await place(await trader());
  await quote(3900);
  const looking = matchOrders();
  await until("it waits for the lock", waitsForLock);
  await slow.query("COMMIT");
  await looking;
  await slow.end();
  await quote(3950);
  await endRestingOrders();
  expect((await orders(owner)).body.orders).toMatchObject([
    { status: "filled", filledPrice: "3901.00" },
  ]);
});

it("fills a thousand orders of one price in one batch, those first that the price went furthest beyond", async () => {
  const owner = await trader({ usdt: "50000" });
  await giveXaut(owner, 1_000n);
  await testDatabase().query(
    `INSERT INTO resting_order (user_id, side, type, amount_micro, currency, price_e8, fee_rate_ppm, spread_ppm, accepted_at)
     SELECT $1, 'buy', 'limit', 10000000, 'USDT', 399000000000 + n % 2 * 100000000, 1000, 0, app_now() FROM generate_series(1, 1000) n`,
    [owner.user.id],
  );
  await testDatabase().query(
    `SELECT ledger_apply(ledger_begin('order_reserve', 'bulk:' || o.number, sha256('x'), o.user_id), 1,
       ledger_account_id(o.user_id, 'available', 'USDT'), ledger_account_id(o.user_id, 'held', 'USDT'), o.amount_micro, 'resting_order', o.id, true)
     FROM resting_order o WHERE o.user_id = $1`,
    [owner.user.id],
  );
  await quote(3980);
  await matchOrders();
  const [one, two] = await Promise.all([fillDueOrders(1_000), fillDueOrders(1_000)]);
  expect([one.length, two.length].toSorted()).toEqual([0, 1_000]);
  const prices = await testDatabase().query<{ price: string }>(
    `SELECT o.price_e8 / 100000000 AS price FROM trade t JOIN resting_order o ON o.id = t.order_id
     WHERE o.user_id = $1 ORDER BY t.number`,
    [owner.user.id],
  );
  expect(prices.slice(0, 500).every(({ price }) => price === "3991")).toBe(true);
  expect(prices.slice(500).every(({ price }) => price === "3990")).toBe(true);
  expect(await balances(owner)).toMatchObject({ held: 0n });
});

it("gives back what the house can't supply, and fills the others", async () => {
  const [rich, poor] = [await trader({ usdt: "5000000" }), await trader()];
  await storeSettings({ manualMax: "5000000" });
  // More than the house has, at a price that is met first.
  const large = await place(rich, { amount: "5000000", price: "3995" });
  const small = await place(poor);
  await quote(3900);
  await fillOrders();
  expect(await order(rich, large.body.order.id)).toMatchObject({
    ...{ status: "cancelled", closeReason: "HOUSE_LIMIT", tradeId: null },
  });
  expect(await order(poor, small.body.order.id)).toMatchObject({
    status: "filled",
    filledPrice: "3901.00",
  });
  expect(await balances(rich)).toMatchObject({ usdt: 5_000_000_000_000n, held: 0n });
});

it("is in the account lines as set aside and given back, and in the wealth as one trade", async () => {
  const owner = await trader();
  const first = await place(owner);
  await cancel(owner, first.body.order.id);
  await place(owner);
  await quote(3900);
  await fillOrders();
  const lines = async (view: string) => {
    const { body } = await callRoute<TransactionList>(transactions, {
      token: owner.token,
      path: `/api/user/transactions?view=${view}&type=trade`,
    });
    return body.transactions.map((line) => ("event" in line ? line.event : ""));
  };
  expect(new Set(await lines("accounts"))).toEqual(
    new Set(["order_reserve", "order_release", "manual_trade"]),
  );
});

it("names the newest checkpoint of the public log in each answer, and again in a repeated one", async () => {
  const owner = await trader({ usdt: "5000" });
  await acceptRisk(owner.user.id, "ai");
  Object.assign(env, { LOG_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url") });
  const newest = async () => {
    await sequenceOnce();
    const { size, root } = await prisma.logHead.findFirstOrThrow();
    return { size: Number(size), root: Buffer.from(root).toString("base64") };
  };
  // The first pass begins it.
  await sequenceOnce();
  const [key, log] = [newKey(), await newest()];
  const first = await place(owner, {}, key);
  expect(first.body).toMatchObject({ log });
  await quote(4000);
  const grown = await until("the log has grown", async () => {
    const now = await newest();
    return now.size > log.size ? now : null;
  });
  expect((await place(owner, {}, key)).body).toEqual(first.body);
  expect((await place(owner)).body).toMatchObject({ log: grown });
  expect((await open(owner)).body).toMatchObject({ log: grown });
  expect((await start(owner)).body).toMatchObject({ log: grown });
});
