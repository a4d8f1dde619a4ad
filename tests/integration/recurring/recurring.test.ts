import fc from "fast-check";
import { Client } from "pg";
import { GET as staffRoute } from "@/app/api/admin/users/[id]/recurring/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/recurring/[id]/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/recurring/route";
import { POST as storeRoute } from "@/app/api/storage/store/route";
import { addAlert } from "@/lib/alerts/mutations";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { balancesOf } from "@/lib/ledger/data";
import { fillOrders, waitingForTicks } from "@/lib/ledger/fills/fills";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { runRecurringBuys } from "@/lib/recurring/mutations";
import type { RecurringList, RecurringResponse, StaffRecurringList } from "@/lib/recurring/schema";
import { userIdOf } from "@/lib/sessions/user-id";
import { updateSettings } from "@/lib/site/mutations";
import { eraseUser } from "@/lib/staff/erasure";
import { fillOnce } from "@/lib/trading/jobs";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { place } from "../orders/support";
import { quote } from "../trading/spot-support";
import { give, newKey, openMarket, type TestTrader, trader, wait } from "../trading/support";

const PATH = "/api/recurring";
const DAY = 86_400;

beforeAll(openMarket);
beforeEach(() => quote(4000));
afterEach(async () => {
  await asOwner().recurringBuy.updateMany({
    where: { status: "active" },
    data: { status: "deleted", nextAt: null },
  });
  expect((await verifyLedger()).checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

const create = ({ token }: TestTrader, changes: object = {}, idempotencyKey = newKey()) =>
  callRoute<RecurringResponse>(createRoute, {
    token,
    idempotencyKey,
    path: PATH,
    body: { amount: "100", every: "day", time: "12:00", target: "available", ...changes },
  });
const list = async ({ token }: TestTrader) =>
  (await callRoute<RecurringList>(listRoute, { token, path: PATH })).body.recurring;
const staffList = async ({ user }: TestTrader) => {
  const { token } = await signedInAdmin();
  const path = `/api/admin/users/${user.id}/recurring`;
  const answer = await callRoute<StaffRecurringList>(staffRoute, {
    token,
    path,
    params: { id: user.id },
  });
  return answer.body.recurring;
};
const pause = ({ token }: TestTrader, id: string, paused: boolean) =>
  callRoute<RecurringResponse>(patchRoute, {
    method: "PATCH",
    token,
    path: `${PATH}/${id}`,
    params: { id },
    body: { paused },
  });
const remove = ({ token }: TestTrader, id: string) =>
  callRoute(deleteRoute, { method: "DELETE", token, path: `${PATH}/${id}`, params: { id } });
const runs = (recurringId: string) =>
  prisma.recurringRun.findMany({ where: { recurringId }, orderBy: { dueAt: "asc" } });
const told = async ({ user }: TestTrader) => {
  await deliverAll();
  return toldToUsers.findMany({ where: { userId: user.id, type: "recurring" } });
};
const now = async () =>
  (await testDatabase().query<{ now: Date }>("SELECT app_now() AS now"))[0]!.now;
/** Moves to a moment after the next noon, with a price that is known then. */
const toNextDay = async () => {
  await wait(DAY);
  await quote(4000);
};

it("is read by staff with its last runs, also after its end, and others' are not", async () => {
  const [owner, other] = [await trader(), await trader({ usdt: "1" })];
  const { id } = (await create(owner)).body.recurring;
  await create(other);
  await toNextDay();
  await runRecurringBuys();
  await toNextDay();
  await runRecurringBuys();
  const [before] = await staffList(owner);
  expect(before).toMatchObject({ id, status: "active", amount: "100.000000", time: "12:00" });
  expect(before?.runs.map(({ reason }) => reason)).toEqual([null, null]);
  expect((await staffList(other))[0]?.runs[0]).toMatchObject({ reason: "NO_MONEY", tradeId: null });
  await remove(owner, id);
  expect(await list(owner)).toEqual([]);
  expect(await staffList(owner)).toMatchObject([{ id, status: "ended", nextAt: null }]);
});

it("buys once when it is due, at the first price after that, with the fee of a trade", async () => {
  const owner = await trader();
  const key = newKey();
  const made = await create(owner, {}, key);
  expect(made.status).toBe(201);
  const { id, nextAt } = made.body.recurring;
  expect((await create(owner, {}, key)).body.recurring.id).toBe(id);
  expect((await create(owner, { amount: "50" }, key)).body.code).toBe("IDEMPOTENCY_CONFLICT");
  expect(await runRecurringBuys()).toBe(0);
  await toNextDay();
  const dying = new Client({ connectionString: testDatabase().ownerUrl });
  await dying.connect();
  await dying.query("BEGIN; SELECT * FROM recurring_run_one()");
  await dying.end();
  const ran = await Promise.all([runRecurringBuys(), runRecurringBuys(), runRecurringBuys()]);
  expect(ran.reduce((sum, count) => sum + count)).toBe(1);
  await fillOrders();
  const [run, ...more] = await runs(id);
  expect([run?.dueAt.toISOString(), run?.reason, more]).toEqual([nextAt, null, []]);
  expect(await prisma.trade.findUnique({ where: { id: run?.tradeId ?? "" } })).toMatchObject({
    status: "pending",
  });
  // The price that was known when it was accepted is not the one that it is filled at.
  await quote(3999);
  await fillOrders();
  expect(await prisma.trade.findUnique({ where: { id: run?.tradeId ?? "" } })).toMatchObject({
    ...{ status: "filled", entryPriceE8: 400_000_000_000n, feeMicro: 100_000n },
  });
  const [shown] = await list(owner);
  expect(shown).toMatchObject({ status: "active", lastRun: { dueAt: nextAt, reason: null } });
  expect(Date.parse(shown!.nextAt!) - Date.parse(nextAt!)).toBe(DAY * 1000);
});

it("stores as storage does it, and skips what is beyond the most to pay", async () => {
  const owner = await trader();
  const stored = (await create(owner, { target: "stored" })).body.recurring;
  const dear = (await create(owner, { maxPrice: "3000" })).body.recurring;
  await toNextDay();
  expect(await runRecurringBuys()).toBe(2);
  await quote(4000);
  await fillOrders();
  const [first] = await runs(stored.id);
  expect(
    await prisma.vaultConversion.findUnique({ where: { id: first?.conversionId ?? "" } }),
  ).toMatchObject({ status: "filled", direction: "store" });
  const [second] = await runs(dear.id);
  expect(await prisma.trade.findUnique({ where: { id: second?.tradeId ?? "" } })).toMatchObject({
    ...{ status: "void", voidReason: "PRICE_MOVED" },
  });
  const { USDT, XAUT } = await balancesOf(owner.user.id);
  expect([USDT.available, USDT.held]).toEqual([900_000_000n, 0n]);
  expect(XAUT.stored).toBeGreaterThan(0n);
  await deliverAll();
  const messages = await toldToUsers.findMany({ where: { userId: owner.user.id } });
  expect(messages.map(({ message }) => message).join()).toContain(
    "the price moved beyond the one you agreed to",
  );
});

it("skips and tells a time without money, and pauses after three in a row", async () => {
  const owner = await trader({ usdt: "150" });
  const { id } = (await create(owner)).body.recurring;
  const reasons: (string | null)[] = [];
  for (let day = 0; day < 5; day++) {
    await toNextDay();
    await runRecurringBuys();
    await quote(4000);
    await fillOrders();
    reasons.push((await list(owner))[0]?.lastRun?.reason ?? null);
  }
  expect(reasons).toEqual([null, "NO_MONEY", "NO_MONEY", "NO_MONEY", "NO_MONEY"]);
  expect(await runs(id)).toHaveLength(4);
  expect((await list(owner))[0]).toMatchObject({
    ...{ status: "paused", pauseReason: "NO_MONEY", nextAt: null },
  });
  expect((await told(owner)).map(({ title }) => title).toSorted()).toEqual([
    "Recurring buy paused",
    "Recurring buy skipped",
    "Recurring buy skipped",
  ]);
  const resumed = await pause(owner, id, false);
  expect(resumed.body.recurring).toMatchObject({ status: "active", pauseReason: null });
  expect(Date.parse(resumed.body.recurring.nextAt!)).toBeGreaterThan((await now()).getTime());
});

it("keeps to a user's own limits and to staff's, to maintenance, and to a market without a price", async () => {
  const [small, daily, own] = [await trader(), await trader(), await trader()];
  await asOwner().tradeConfig.create({ data: { userId: daily.user.id, dailyTradeLimit: 0 } });
  await create(daily);
  await wait(DAY);
  expect(await runRecurringBuys()).toBe(0);
  await quote(4000);
  for (const owner of [small, own]) await create(owner, { target: "available" });
  await asOwner().tradeConfig.create({ data: { userId: small.user.id, manualEnabled: false } });
  await testDatabase().query("UPDATE app_user SET is_active = false WHERE id = $1", [own.user.id]);
  await toNextDay();
  await updateSettings(SYSTEM_ACTOR, { maintenance: true });
  expect(await runRecurringBuys()).toBe(0);
  await updateSettings(SYSTEM_ACTOR, { maintenance: false });
  expect(await runRecurringBuys()).toBe(3);
  const reasonOf = async ({ user }: TestTrader) =>
    (await prisma.recurringRun.findFirst({ where: { recurring: { userId: user.id } } }))?.reason;
  expect([await reasonOf(small), await reasonOf(daily), await reasonOf(own)]).toEqual([
    "PRODUCT_DISABLED",
    "DAILY_TRADE_LIMIT",
    "ACCOUNT_INACTIVE",
  ]);
});

it("runs only the newest of times that were missed, none of a pause, and none once it is deleted", async () => {
  const [owner, other] = [await trader(), await trader()];
  const { id } = (await create(owner)).body.recurring;
  await wait(5 * DAY);
  await quote(4000);
  expect(await runRecurringBuys()).toBe(1);
  const [run] = await runs(id);
  expect((await now()).getTime() - run!.dueAt.getTime()).toBeLessThan(DAY * 1000);
  expect((await pause(owner, id, true)).body.recurring).toMatchObject({
    ...{ status: "paused", pauseReason: "USER", nextAt: null },
  });
  await toNextDay();
  expect(await runRecurringBuys()).toBe(0);
  await pause(owner, id, false);
  expect(await runRecurringBuys()).toBe(0);
  expect((await remove(other, id)).status).toBe(404);
  expect((await remove(owner, id)).status).toBe(200);
  expect((await remove(owner, id)).status).toBe(404);
  expect(await list(owner)).toEqual([]);
  await toNextDay();
  expect(await runRecurringBuys()).toBe(0);
});

it.each([
  [{ amount: "0" }, "VALIDATION"],
  [{ amount: "0.5" }, "TRADE_AMOUNT_OUT_OF_RANGE"],
  [{ amount: "10", target: "stored" }, "BELOW_MINIMUM_STORAGE"],
  [{ every: "week" }, "VALIDATION"],
  [{ every: "week", day: 8 }, "VALIDATION"],
  [{ every: "month", day: 32 }, "VALIDATION"],
  [{ day: 1 }, "VALIDATION"],
  [{ time: "24:00" }, "VALIDATION"],
  [{ maxPrice: "0" }, "VALIDATION"],
  [{ surprise: 1 }, "VALIDATION"],
])("refuses %j", async (changes, code) => {
  const { status, body } = await create(await trader(), changes);
  expect([status, body.code]).toEqual([422, code]);
});

it("keeps at most 20", async () => {
  const owner = await trader();
  const answers = await Promise.all(Array.from({ length: 22 }, () => create(owner)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ body }) => body.code === "TOO_MANY_RECURRING")).toHaveLength(2);
});

/** The next due time by looking at each minute's day, one after the other. */
function nextOf(every: string, day: number | null, minute: number, after: Date): Date {
  for (let ahead = 0; ; ahead++) {
    const start = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate() + ahead);
    const at = new Date(start + minute * 60_000);
    const date = at.getUTCDate();
    const isLast = new Date(start + DAY * 1000).getUTCDate() === 1;
    const isDay =
      every === "day" ||
      (every === "week" && (at.getUTCDay() || 7) === day) ||
      (every === "month" && (date === day || (isLast && date < (day ?? 0))));
    if (isDay && at > after) return at;
  }
}

it("is due when a plain calendar says so, in short months and leap years too", async () => {
  const cases = fc.sample(
    fc.record({
      kind: fc.oneof(
        fc.constant({ every: "day", day: null }),
        fc.record({ every: fc.constant("week"), day: fc.integer({ min: 1, max: 7 }) }),
        fc.record({ every: fc.constant("month"), day: fc.integer({ min: 1, max: 31 }) }),
      ),
      minute: fc.integer({ min: 0, max: 1439 }),
      after: fc.date({
        min: new Date("2024-01-01"),
        max: new Date("2028-12-31"),
        noInvalidDate: true,
      }),
      exact: fc.boolean(),
    }),
    { numRuns: 600, seed: 7 },
  );
  const asked = cases.map(({ kind, minute, after, exact }, n) => ({
    n,
    ...{ every: kind.every, day: kind.day, minute },
    // Half of them ask at a due time itself.
    after: exact ? nextOf(kind.every, kind.day, minute, after) : after,
  }));
  const rows = await testDatabase().query<{ at: Date }>(
    `SELECT recurring_next(c.every, c.day, c.minute, c.after) AS at
     FROM json_to_recordset($1) AS c (every text, day int, minute int, after timestamptz, n int) ORDER BY n`,
    [JSON.stringify(asked)],
  );
  expect(rows.map(({ at }) => at)).toEqual(
    asked.map(({ every, day, minute, after }) => nextOf(every, day, minute, after)),
  );
});

it("does in a random history what a plain model does, whoever runs it and however often", async () => {
  const length = 20;
  const list = <T>(value: fc.Arbitrary<T>) =>
    fc.array(value, { minLength: length, maxLength: length });
  const [history] = fc.sample(
    fc.record({
      days: list(fc.constantFrom(0, 1, 1, 2)),
      prices: list(fc.constantFrom(3900, 4100)),
      owners: fc.array(
        fc.record({
          money: fc.integer({ min: 0, max: 150 }),
          isCapped: fc.boolean(),
          gifts: list(fc.constantFrom(0, 0, 40, 100)),
          turns: list(fc.integer({ min: 0, max: 19 })),
        }),
        { minLength: 6, maxLength: 6 },
      ),
    }),
    { numRuns: 1, seed: 11 },
  );
  const [amount, cap] = [100_000_000n, 4000];
  const plans = await Promise.all(
    history!.owners.map(async (plan) => {
      const owner = await trader({ usdt: String(plan.money) });
      const made = await create(owner, plan.isCapped ? { maxPrice: String(cap) } : {});
      const { id, nextAt } = made.body.recurring;
      const model = {
        usdt: BigInt(plan.money) * 1_000_000n,
        next: new Date(nextAt!) as Date | null,
        short: 0,
        runs: [] as { dueAt: Date; reason: string | null }[],
      };
      return { ...plan, owner, id, model };
    }),
  );
  for (let step = 0; step < length; step++) {
    await wait((history!.days[step] ?? 0) * DAY);
    const price = history!.prices[step] ?? cap;
    await quote(price);
    const at = await now();
    for (const { owner, id, gifts, turns, model } of plans) {
      const gift = BigInt(gifts[step] ?? 0) * 1_000_000n;
      if (gift > 0n) {
        await give({ user: owner.user.id, kind: "available", currency: "USDT" }, gift);
        model.usdt += gift;
      }
      if (turns[step] !== 0) continue;
      await pause(owner, id, model.next !== null);
      Object.assign(model, { next: model.next ? null : nextOf("day", null, 720, at), short: 0 });
    }
    const due = plans.filter(({ model }) => model.next !== null && model.next <= at);
    const ran = await Promise.all([runRecurringBuys(), runRecurringBuys(), runRecurringBuys()]);
    expect(ran.reduce((sum, count) => sum + count)).toBe(due.length);
    for (const { model, isCapped } of due) {
      const next = nextOf("day", null, 720, at);
      const dueAt = new Date(next.getTime() - DAY * 1000);
      const isPaid = model.usdt >= amount;
      model.runs.push({ dueAt, reason: isPaid ? null : "NO_MONEY" });
      // One beyond the most to pay is undone at its fill.
      if (isPaid && !(isCapped && price > cap)) model.usdt -= amount;
      model.short = isPaid ? 0 : model.short + 1;
      model.next = model.short === 3 ? null : next;
      if (model.short === 3) model.short = 0;
    }
    await quote(price);
    await fillOrders();
    for (const { owner, id, model } of plans) {
      const { USDT } = await balancesOf(owner.user.id);
      expect([USDT.available, USDT.held]).toEqual([model.usdt, 0n]);
      expect((await runs(id)).map(({ dueAt, reason }) => ({ dueAt, reason }))).toEqual(model.runs);
    }
  }
  const outcomes = plans.flatMap(({ model }) => model.runs.map(({ reason }) => reason));
  expect(new Set(outcomes)).toEqual(new Set([null, "NO_MONEY"]));
});

it("is taken up with all that waits for a price, of which one question tells", async () => {
  const owner = await trader();
  const nothing = { recurring: false, orders: false, alerts: false };
  await fillOrders();
  expect(await waitingForTicks()).toEqual(nothing);
  const { id } = (await create(owner)).body.recurring;
  expect(await waitingForTicks()).toEqual(nothing);
  await toNextDay();
  expect(await waitingForTicks()).toEqual({ ...nothing, recurring: true });
  await fillOnce();
  expect(await runs(id)).toHaveLength(1);
  // What it bought waits for the next price.
  expect(await waitingForTicks()).toEqual({ ...nothing, orders: true });
  await quote(4000);
  await fillOnce();
  expect(await waitingForTicks()).toEqual(nothing);

  const { token } = owner;
  const stored = { token, idempotencyKey: newKey(), path: "/api/storage/store" };
  await callRoute(storeRoute, { ...stored, body: { amount: "50", from: "USDT" } });
  expect(await waitingForTicks()).toEqual({ ...nothing, orders: true });
  await quote(4000);
  await fillOnce();
  expect((await place(owner)).status).toBe(201);
  expect(await waitingForTicks()).toEqual({ ...nothing, orders: true });
  await quote(3900);
  await fillOnce();
  await addAlert(userIdOf(owner.user.id), { direction: "above", price: "3950" });
  expect(await waitingForTicks()).toEqual({ ...nothing, alerts: true });
  await quote(4000);
  await fillOnce();
  expect(await waitingForTicks()).toEqual(nothing);
});

it("ends with its owner's account, which waits for a run in the one order of locks", async () => {
  const owner = await trader({ usdt: "0" });
  const { id } = (await create(owner)).body.recurring;
  const running = new Client({ connectionString: testDatabase().ownerUrl });
  await running.connect();
  try {
    // As a run does it: the row, and then the accounts of its owner.
    await running.query(`BEGIN; SELECT 1 FROM recurring_buy WHERE id = '${id}' FOR NO KEY UPDATE`);
    const erased = eraseUser(SYSTEM_ACTOR, owner.user.id, {});
    await until("the erasure waits", async () => {
      const [row] = await testDatabase().query<{ waits: boolean }>(
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()) AS waits",
      );
      return row?.waits === true;
    });
    await running.query("SELECT ledger_lock_user($1)", [owner.user.id]);
    await running.query("COMMIT");
    await erased;
  } finally {
    await running.end();
  }
  expect(await prisma.recurringBuy.findUnique({ where: { id } })).toMatchObject({
    status: "deleted",
  });
});
