import fc from "fast-check";
import { PUT as resetCount } from "@/app/api/admin/users/[id]/reset-daily-trade-count/route";
import { POST as submitDeposit } from "@/app/api/deposits/route";
import { DELETE as cancelOrder } from "@/app/api/orders/[id]/route";
import { POST as placeOrder } from "@/app/api/orders/route";
import { POST as retrieve } from "@/app/api/storage/retrieve/route";
import { POST as store } from "@/app/api/storage/store/route";
import { GET as readLimits, PUT as writeLimits } from "@/app/api/user/limits/route";
import { POST as exclude } from "@/app/api/user/self-exclusion/route";
import { POST as timeOut } from "@/app/api/user/time-out/route";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import type { OwnLimitsInput, OwnLimitsState } from "@/lib/protection/schema";
import { acceptRisk } from "@/lib/security/credentials";
import { formOf, pngImage, setRate } from "@/tests/factories/deposits";
import { signedInAdmin, signInAs } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { withoutEntryDelay } from "@/tests/support/entry-delay";
import { sizedRuns } from "@/tests/support/size";
import { aroundRuns, endAllRuns, newKey, start, startedRun, tick, wait } from "../ai/support";
import { available, give, open, type TestTrader, trader } from "../trading/support";

// What people set for themselves holds on every way there is, and nobody can take it back early.

const database = testDatabase();
const HOUR = 3600;
const NONE = {
  maxStake: null,
  maxLossDay: null,
  maxLossWeek: null,
  maxDepositDay: null,
  maxTradesDay: null,
  reminderMinutes: null,
};

aroundRuns();
beforeAll(async () => {
  await give({ house: "option_pool", currency: "USDT" }, 1_600_000_000_000n);
  await database.query("SELECT ledger_even_out_pools()");
});
beforeEach(withoutEntryDelay);

async function person(usdt = "1000"): Promise<TestTrader> {
  const made = await trader({ usdt });
  await acceptRisk(made.user.id, "ai");
  return made;
}

const set = ({ token }: TestTrader, body: OwnLimitsInput) =>
  callRoute<OwnLimitsState>(writeLimits, { method: "PUT", token, body });
const limitsOf = async ({ token }: TestTrader) =>
  (await callRoute<OwnLimitsState>(readLimits, { token })).body;

/** What an answer refused, with the limit or the end that it names. */
const refusal = ({ status, body }: { status: number; body: object }) => {
  const { code, limit, until } = body as { code?: string; limit?: string; until?: string };
  return status < 400 ? status : [status, code, limit ?? until];
};
const ownLimit = (name: string) => [403, "OWN_LIMIT", name];

const buy = (owner: TestTrader, amount: string, side = "buy") =>
  open(owner, { type: "manual", side, amount, direction: undefined, duration: undefined });

const deposit = async ({ token }: TestTrader, walletId: string, amount: string) =>
  callRoute(submitDeposit, {
    path: "/api/deposits",
    token,
    idempotencyKey: newKey(),
    body: formOf({ walletId, amount, proof: await pngImage() }),
  });

/** Lets every open option enter at one price and end at another. */
async function settleAt(entry: string, exit: string): Promise<void> {
  await tick(entry);
  await enterDue();
  await tick(exit, { after: 58 });
  await tick(exit, { after: 2 });
  await tick(exit);
  await settleDue();
}

describe("own limits", () => {
  it("are none at first, and are kept as they were asked for", async () => {
    const [one, other] = [await person(), await person()];
    expect(await limitsOf(one)).toMatchObject({
      limits: NONE,
      pending: null,
      exclusion: null,
      today: { result: "0.000000", atRisk: "0.000000", deposits: "0.000000", trades: 0 },
    });
    const { status, body } = await set(one, { maxStake: "20", maxTradesDay: 3 });
    expect(status).toBe(200);
    const limits = { ...NONE, maxStake: "20.000000", maxTradesDay: 3 };
    expect(body).toMatchObject({ limits, pending: null });
    expect((await set(one, { reminderMinutes: 30 })).body.limits).toEqual({
      ...limits,
      reminderMinutes: 30,
    });
    expect((await limitsOf(other)).limits).toEqual(NONE);
  });

  it.each([
    { maxStake: "-1" },
    { maxStake: 5 },
    { maxTradesDay: -1 },
    { maxTradesDay: 1.5 },
    { reminderMinutes: 0 },
    { reminderMinutes: 1441 },
    { maxLoss: "5" },
  ])("refuse %j", async (body) => {
    expect((await set(await person("0"), body as OwnLimitsInput)).status).toBe(422);
  });

  it("hold for options, runs and purchases, and never for sales", async () => {
    const owner = await person();
    await give({ user: owner.user.id, kind: "available", currency: "XAUT" }, 1_000_000n);
    await set(owner, { maxStake: "50", maxTradesDay: 4 });
    expect(refusal(await open(owner, { amount: "50.000001" }))).toEqual(ownLimit("maxStake"));
    expect(refusal(await start(owner, { amount: "60" }))).toEqual(ownLimit("maxStake"));
    expect(refusal(await buy(owner, "51"))).toEqual(ownLimit("maxStake"));
    expect(refusal(await open(owner, { amount: "50" }))).toBe(201);
    expect(refusal(await buy(owner, "20"))).toBe(201);
    expect(refusal(await start(owner, { amount: "50" }))).toBe(201);
    // A sale is worth 400 here, and counts as the fourth.
    expect(refusal(await buy(owner, "0.1", "sell"))).toBe(201);
    for (const refused of [
      await open(owner, { amount: "1" }),
      await buy(owner, "20"),
      await start(owner, { amount: "50" }),
    ]) {
      expect(refusal(refused)).toEqual(ownLimit("maxTradesDay"));
    }
    expect(refusal(await buy(owner, "0.1", "sell"))).toBe(201);
    expect((await limitsOf(owner)).today.trades).toBe(5);
  });

  it("count a stake as lost until it is back, and what ended by its result", async () => {
    const owner = await person();
    await set(owner, { maxLossDay: "150" });
    expect(refusal(await open(owner))).toBe(201);
    expect(refusal(await open(owner))).toEqual(ownLimit("maxLossDay"));
    expect(refusal(await start(owner))).toEqual(ownLimit("maxLossDay"));
    await settleAt("4000", "3990");
    expect((await limitsOf(owner)).today).toMatchObject({
      result: "-100.000000",
      atRisk: "0.000000",
    });
    expect(refusal(await open(owner, { amount: "50.000001" }))).toEqual(ownLimit("maxLossDay"));
    expect(refusal(await open(owner, { amount: "50" }))).toBe(201);
    expect(refusal(await buy(owner, "50"))).toEqual(ownLimit("maxLossDay"));
    await settleAt("4000", "4010");
    // Won 41 back: 59 lost of 150.
    expect((await limitsOf(owner)).today.result).toBe("-59.000000");
    expect(refusal(await buy(owner, "500"))).toBe(201);
    expect(refusal(await start(owner, { amount: "91" }))).toBe(201);
    expect(refusal(await open(owner, { amount: "1" }))).toEqual(ownLimit("maxLossDay"));
  });

  it("begin a day at 00:00 UTC and a week on Monday", async () => {
    await database.setClock(new Date("2031-03-04T10:00:00Z"));
    const owner = await person();
    await tick("4000");
    await set(owner, { maxLossDay: "100", maxLossWeek: "150" });
    expect(refusal(await open(owner))).toBe(201);
    await settleAt("4000", "3990");
    expect(refusal(await open(owner, { amount: "1" }))).toEqual(ownLimit("maxLossDay"));
    await database.setClock(new Date("2031-03-05T00:00:00Z"));
    await tick("4000");
    expect(refusal(await open(owner))).toEqual(ownLimit("maxLossWeek"));
    expect(refusal(await open(owner, { amount: "50" }))).toBe(201);
    await settleAt("4000", "3990");
    await database.setClock(new Date("2031-03-09T23:59:58Z"));
    await tick("4000");
    expect(refusal(await open(owner, { amount: "1" }))).toEqual(ownLimit("maxLossWeek"));
    await database.setClock(new Date("2031-03-10T00:00:00Z"));
    await tick("4000");
    expect(refusal(await open(owner))).toBe(201);
    await settleAt("4000", "4010");
  });

  it("hold for deposits by what they are worth, and not for those that were refused", async () => {
    const owner = await person();
    await setRate("BTC", 100_000n * 100_000_000n);
    const [usdt, btc] = [
      await createWalletRow("USDT", "TRC20"),
      await createWalletRow("BTC", "BTC"),
    ];
    await set(owner, { maxDepositDay: "300" });
    expect(refusal(await deposit(owner, btc.id, "0.002"))).toBe(201);
    expect(refusal(await deposit(owner, usdt.id, "100.000001"))).toEqual(ownLimit("maxDepositDay"));
    expect(refusal(await deposit(owner, usdt.id, "100"))).toBe(201);
    expect((await limitsOf(owner)).today.deposits).toBe("300.000000");
    await database.query(
      `SET session_replication_role = replica; UPDATE deposit SET status = 'failed' WHERE user_id = '${owner.user.id}'`,
    );
    expect(refusal(await deposit(owner, usdt.id, "300"))).toBe(201);
  });

  it("can't be passed by twenty requests at once, from two sessions", async () => {
    const owner = await person();
    const second = { ...owner, token: await signInAs(owner.user) };
    await set(owner, { maxLossDay: "200" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 5 === 4
          ? start(second, { amount: "60" })
          : open(n % 2 ? owner : second, { amount: "60" }),
      ),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(3);
    expect((await limitsOf(owner)).today.atRisk).toBe("180.000000");
    const others = answers.filter(({ status }) => status !== 201).map(refusal);
    expect(new Set(others.map(String))).toEqual(new Set([String(ownLimit("maxLossDay"))]));
  });

  it("count orders that wait: twenty at once are no way past the trades of a day", async () => {
    const owner = await person();
    await set(owner, { maxTradesDay: 3 });
    const rest = (side: string, amount: string, price: string) =>
      callRoute<{ order: { id: string } }>(placeOrder, {
        token: owner.token,
        idempotencyKey: newKey(),
        body: { side, amount, type: "limit", price },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, () => rest("buy", "20", "3000")));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(3);
    expect((await limitsOf(owner)).today.trades).toBe(3);
    expect(refusal(await open(owner))).toEqual(ownLimit("maxTradesDay"));
    // They count on the next day as well, and no more once they are cancelled.
    await wait(24 * HOUR);
    await tick("4000");
    expect(refusal(await rest("buy", "20", "3000"))).toEqual(ownLimit("maxTradesDay"));
    const params = { id: taken[0]?.body.order.id ?? "" };
    const gone = await callRoute(cancelOrder, { method: "DELETE", token: owner.token, params });
    expect(gone.status).toBe(200);
    expect(refusal(await rest("buy", "20", "3000"))).toBe(201);
  });

  it("stay when staff reset the count of the day", async () => {
    const [owner, admin] = [await person(), await signedInAdmin()];
    await set(owner, { maxTradesDay: 1 });
    expect(refusal(await open(owner))).toBe(201);
    const params = { id: owner.user.id };
    const reset = await callRoute(resetCount, { method: "PUT", token: admin.token, params });
    expect(reset.status).toBe(200);
    expect(refusal(await open(owner))).toEqual(ownLimit("maxTradesDay"));
  });

  it("repeat the first answer of a key, whatever was set since", async () => {
    const owner = await person();
    const key = newKey();
    const first = await open(owner, {}, key);
    await set(owner, { maxStake: "1" });
    const again = await open(owner, {}, key);
    expect([again.status, again.body.trade.id]).toEqual([201, first.body.trade.id]);
  });

  it("never let a day or a week lose more than they say", async () => {
    const step = fc.record({
      amounts: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      moves: fc.constantFrom("4010", "3990", "4000"),
      /** Lets options stay open over midnight. */
      hours: fc.constantFrom(0, 5, 13),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const owner = await person();
        await set(owner, { maxLossDay: "60", maxLossWeek: "90" });
        for (const { amounts, moves, hours } of steps) {
          await tick("4000");
          await Promise.all(
            amounts.map((amount) => open(owner, { amount: String(amount), duration: 60 })),
          );
          await settleAt("4000", moves);
          await wait(hours * HOUR);
        }
        const losses = await database.query<{ day: string; week: string }>(
          `SELECT coalesce(min(d.sum), 0) AS day, (SELECT coalesce(min(w.sum), 0) FROM (
              SELECT sum(pnl_micro) FROM trade WHERE user_id = $1 GROUP BY date_trunc('week', settled_at, 'UTC')) w) AS week
           FROM (SELECT sum(pnl_micro) FROM trade WHERE user_id = $1 GROUP BY date_trunc('day', settled_at, 'UTC')) d`,
          [owner.user.id],
        );
        expect(Number(losses[0]?.day)).toBeGreaterThanOrEqual(-60_000_000);
        expect(Number(losses[0]?.week)).toBeGreaterThanOrEqual(-90_000_000);
      }),
      { numRuns: sizedRuns(3) },
    );
  });
});

describe("loosening", () => {
  it("waits for 24 hours of the database's clock; tightening does not", async () => {
    const owner = await person();
    await set(owner, { maxStake: "20", maxTradesDay: 2 });
    const { body } = await set(owner, { maxStake: "200", maxTradesDay: 1 });
    expect(body.limits).toEqual({ ...NONE, maxStake: "20.000000", maxTradesDay: 1 });
    const at = body.pending?.at ?? "";
    expect(body.pending).toEqual({ maxStake: "200.000000", at });
    await database.setClock(new Date(new Date(at).getTime() - 1));
    expect((await limitsOf(owner)).limits.maxStake).toBe("20.000000");
    await database.query("UPDATE market_head SET at = app_now(), gap_at = NULL");
    expect(refusal(await open(owner))).toEqual(ownLimit("maxStake"));
    await database.advanceClock(1);
    expect(await limitsOf(owner)).toMatchObject({
      limits: { ...NONE, maxStake: "200.000000", maxTradesDay: 1 },
      pending: null,
    });
    expect(refusal(await open(owner))).toBe(201);
  });

  it("is taken back by tightening, keeps its time when it shrinks and starts anew when it grows", async () => {
    const owner = await person();
    const ask = async (maxStake: string | null) => (await set(owner, { maxStake })).body.pending;
    await ask("20");
    const first = await ask("100");
    await wait(HOUR);
    expect(await ask("50")).toEqual({ maxStake: "50.000000", at: first?.at });
    const later = await ask("60");
    expect(later?.at).not.toBe(first?.at);
    expect(await ask(null)).toMatchObject({ maxStake: null });
    expect(await ask("20")).toBeNull();
    expect(await ask("30")).toMatchObject({ maxStake: "30.000000" });
    // Another limit that gets tighter leaves it alone.
    expect((await set(owner, { maxTradesDay: 5 })).body.pending).toMatchObject({
      maxStake: "30.000000",
    });
    expect(await ask("10")).toBeNull();
    await wait(48 * HOUR);
    expect((await limitsOf(owner)).limits.maxStake).toBe("10.000000");
  });

  it("is never ahead of 24 hours, whatever is asked for in which order", async () => {
    const value = fc.option(fc.integer({ min: 0, max: 50 }), { nil: null });
    const asked = fc.record({
      stake: value,
      trades: value,
      hours: fc.integer({ min: 0, max: 30 }),
    });
    const looser = (a: number | null, b: number | null) => a === null || (b !== null && a >= b);
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 8 }), async (requests) => {
        const owner = await person("0");
        let hour = 0;
        const past: { stake: number | null; trades: number | null; at: number }[] = [];
        for (const { stake, trades, hours } of requests) {
          const maxStake = stake === null ? null : String(stake);
          const { body } = await set(owner, { maxStake, maxTradesDay: trades });
          past.push({ stake, trades, at: hour });
          // Of what was asked for, nothing that is tighter and younger than a day may be passed.
          const check = ({ limits }: OwnLimitsState) => {
            const inForce = limits.maxStake === null ? null : Number(limits.maxStake);
            const latest = past.at(-1);
            expect(looser(stake, inForce)).toBe(true);
            expect(looser(trades, limits.maxTradesDay)).toBe(true);
            for (const earlier of past.filter(({ at }) => hour - at < 24)) {
              if (earlier === latest) continue;
              expect(looser(earlier.stake, inForce)).toBe(true);
              expect(looser(earlier.trades, limits.maxTradesDay)).toBe(true);
            }
          };
          check(body);
          await wait(hours * HOUR);
          hour += hours;
          check(await limitsOf(owner));
        }
      }),
      { numRuns: sizedRuns(5) },
    );
  });
});

describe("a time without trades", () => {
  it("stops options, runs and deposits, and nothing that takes money out", async () => {
    const owner = await person();
    await give({ user: owner.user.id, kind: "available", currency: "XAUT" }, 1_000_000n);
    const wallet = await createWalletRow("USDT", "TRC20");
    const { body } = await callRoute<{ exclusion: { kind: string; until: string } }>(timeOut, {
      token: owner.token,
      body: { days: 2 },
    });
    const { until, kind } = body.exclusion;
    expect(kind).toBe("time_out");
    const excluded = [403, "SELF_EXCLUDED", until];
    expect(refusal(await open(owner))).toEqual(excluded);
    expect(refusal(await start(owner))).toEqual(excluded);
    expect(refusal(await deposit(owner, wallet.id, "20"))).toEqual(excluded);
    expect(refusal(await buy(owner, "0.1", "sell"))).toBe(201);
    const vault = (handler: typeof store, amount: string) =>
      callRoute(handler, {
        token: owner.token,
        idempotencyKey: newKey(),
        body: handler === store ? { amount, from: "XAUT" } : { amount, to: "XAUT" },
      });
    expect(refusal(await vault(store, "0.1"))).toBe(201);
    expect(refusal(await vault(retrieve, "0.1"))).toBe(201);
    await database.setClock(new Date(until));
    await tick("4000", { after: 0 });
    expect(refusal(await open(owner))).toBe(201);
  });

  it("stops what trades by itself, and leaves options to end as they would", async () => {
    const owner = await person();
    await open(owner);
    const run = await startedRun(owner);
    const { status, body } = await callRoute<{ exclusion: { until: string } }>(exclude, {
      token: owner.token,
      body: { months: 6 },
    });
    expect(status).toBe(200);
    const row = await prisma.strategyRun.findUniqueOrThrow({ where: { id: run } });
    expect([row.status, row.stopReason]).toEqual(["stopped", "user"]);
    await settleAt("4000", "4010");
    expect(await available(owner)).toBe("1082.000000");
    expect((await limitsOf(owner)).exclusion).toMatchObject({
      kind: "self_exclusion",
      until: body.exclusion.until,
    });
  });

  it("is never made shorter, by its owner, by staff or by the application's own login", async () => {
    const owner = await person();
    const begin = (handler: typeof exclude, body: object) =>
      callRoute<{ exclusion: { until: string } }>(handler, { token: owner.token, body });
    const { body } = await begin(exclude, { months: 12 });
    expect((await begin(timeOut, { days: 1 })).body.exclusion.until).toBe(body.exclusion.until);
    const id = owner.user.id;
    for (const statement of [
      `DELETE FROM exclusion WHERE user_id = '${id}'`,
      `UPDATE exclusion SET until = now() WHERE user_id = '${id}'`,
      `UPDATE own_limit SET since = now() - interval '1 day' WHERE user_id = '${id}'`,
      `INSERT INTO own_limit (user_id, since) VALUES ('${id}', now() - interval '1 minute')`,
      `UPDATE ledger_account SET limited = NULL WHERE owner_id = '${id}'`,
    ]) {
      await expect(prisma.$executeRawUnsafe(statement)).rejects.toThrow(/permission denied/);
    }
    expect(refusal(await open(owner))).toEqual([403, "SELF_EXCLUDED", body.exclusion.until]);
    await endAllRuns();
  });

  it.each([
    [timeOut, { days: 0 }],
    [timeOut, { days: 43 }],
    [timeOut, { months: 6 }],
    [exclude, { months: 5 }],
    [exclude, { months: 61 }],
  ])("has the lengths that are offered", async (handler, body) => {
    const { token } = await person("0");
    expect((await callRoute(handler, { token, body })).status).toBe(422);
  });
});
