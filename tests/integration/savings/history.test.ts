import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { balancesOf } from "@/lib/ledger/data";
import { type LedgerCurrency, ledgerCurrencies } from "@/lib/ledger/schema";
import { prisma } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { formatMicro, MICRO, parseMicro } from "@/lib/platform/money";
import { runSavings } from "@/lib/savings/jobs";
import { refund, subscribe } from "@/lib/savings/mutations";
import { userIdOf } from "@/lib/sessions/user-id";
import { createPlanRow, fundInterest, giveTo } from "@/tests/factories/savings";
import { testDatabase } from "@/tests/support/database";
import { createFundedUser } from "@/tests/support/ledger/ledger-model-fixture";
import { type ModelPlan, passTime, SavingsModel } from "@/tests/support/ledger/savings-model";
import { sizedRuns } from "@/tests/support/size";
import { expectVerified, house } from "./support";

jest.setTimeout(240_000);

const USERS = 3;
const MONEY = 1_000n * MICRO;
const DAY_MS = 86_400_000;
const database = testDatabase();
const plans: ModelPlan[] = [];

/** Days before a month's end, a year's end, a leap day, and the leap day that 2100 has not. */
const starts = [
  "2026-12-30T23:59:59.999Z",
  "2028-02-27T12:00:00Z",
  "2100-02-27T00:00:00Z",
  "2027-04-29T07:08:09.123Z",
];

const who = fc.nat(USERS - 1);
const pick = fc.nat(1_000);
// Around what users have, so that some are refused.
const amount = fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 400n * MICRO));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("subscribe" as const), who, pick, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("refund" as const), pick, race: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      // Mostly the next midnights, sometimes weeks in which nothing ran.
      days: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(3), fc.nat(70)),
      ms: fc.oneof(fc.constant(0), fc.nat(DAY_MS)),
      toMidnight: fc.boolean(),
      runs: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

beforeAll(async () => {
  const rows = [
    { type: "fixed", currency: "USDT", dailyRatePpb: 123_457n, durationDays: 1 },
    { type: "fixed", currency: "XAUT", dailyRatePpb: 999_983n, durationDays: 2 },
    { type: "fixed", currency: "USDT", dailyRatePpb: 9_999_991n, durationDays: 31 },
    { type: "fixed", currency: "XAUT", dailyRatePpb: 1n, durationDays: 366 },
    { type: "flexible", currency: "USDT", dailyRatePpb: 50_003n },
    { type: "flexible", currency: "XAUT", dailyRatePpb: 3_333_333n },
    { type: "flexible", currency: "USDT", dailyRatePpb: 0n, capacityMicro: 300n * MICRO },
  ] as const;
  for (const data of rows) {
    const row = await createPlanRow({ ...data, minAmountMicro: 1n });
    plans.push({
      id: row.id,
      currency: row.currency,
      ratePpb: row.dailyRatePpb,
      days: row.durationDays,
      capacity: row.capacityMicro,
    });
  }
  for (const currency of ledgerCurrencies) await fundInterest(1_000_000n * MICRO, currency);
});

/** The name of a refusal, or what the call gave. */
async function outcome<T>(call: Promise<T>): Promise<T | string> {
  return call.catch((error: unknown) => {
    const { code } = toAppError(error);
    if (code === "INTERNAL") throw error;
    return code;
  });
}

async function doSubscribe(model: SavingsModel, users: string[], at: Step & { do: "subscribe" }) {
  const user = users[at.who] ?? "";
  const plan = plans[at.pick % plans.length];
  if (!plan) return;
  const input = { savingId: plan.id, amount: formatMicro(at.amount) };
  const made = await outcome(subscribe(userIdOf(user), input, randomUUID()));
  const refusal = model.refusal(user, plan, at.amount);
  if (typeof made === "string") expect(made).toBe(refusal);
  else {
    expect(refusal).toBeNull();
    model.subscribe(made.id, user, plan, at.amount);
  }
}

/** Refunds a live saving, perhaps twice and against the daily work at the same moment. */
async function doRefund(model: SavingsModel, at: Step & { do: "refund" }) {
  const live = [...model.records].filter(([, { status }]) =>
    ["pending", "active"].includes(status),
  );
  const [id, record] = live[at.pick % Math.max(1, live.length)] ?? [];
  if (!id || !record) return;
  const [first, second] = await Promise.all([
    outcome(refund(userIdOf(record.user), id, randomUUID())),
    ...(at.race ? [outcome(refund(userIdOf(record.user), id, randomUUID())), runSavings()] : []),
  ]);
  const paid = [first, second].filter((one) => typeof one === "object");
  const { profit } = model.refund(id);
  if (at.race) model.runDay();
  if (paid.length === 0) {
    // The daily work was first: only what had matured is its business.
    expect(at.race && record.status === "completed" && record.plan.days !== null).toBe(true);
    return;
  }
  expect(paid).toHaveLength(1);
  expect(paid[0]?.refunded).toEqual({
    principal: formatMicro(record.principal),
    profit: formatMicro(profit),
  });
}

async function compare(
  model: SavingsModel,
  users: string[],
  funds: Record<LedgerCurrency, bigint>,
) {
  for (const user of users) {
    const balances = await balancesOf(user);
    for (const currency of ledgerCurrencies) {
      expect(balances[currency].available).toBe(model.available.get(`${user} ${currency}`));
      expect(balances[currency].savings).toBe(model.saved(user, currency));
    }
  }
  for (const currency of ledgerCurrencies) {
    const reserve = model.reserved(currency);
    const paid = model.paid.get(currency) ?? 0n;
    expect(await house(currency)).toEqual({ interest: funds[currency] - reserve - paid, reserve });
  }
  const rows = await prisma.savingRecord.findMany({ where: { userId: { in: users } } });
  expect(rows).toHaveLength(model.records.size);
  for (const row of rows) {
    const record = model.records.get(row.id);
    expect(row.status).toBe(record?.status);
    expect(row.paidProfitMicro).toBe(row.closedAt === null ? null : record?.profit);
  }
}

async function play(start: string, steps: Step[]): Promise<void> {
  const users: string[] = [];
  for (let n = 0; n < USERS; n++) {
    const id = await createFundedUser(MONEY);
    await giveTo(id, MONEY, "XAUT");
    users.push(id);
  }
  const model = new SavingsModel(Date.parse(start), users, MONEY);
  await database.setClock(new Date(model.nowMs));
  const funds = { USDT: (await house("USDT")).interest, XAUT: (await house("XAUT")).interest };
  for (const at of steps) {
    if (at.do === "subscribe") await doSubscribe(model, users, at);
    else if (at.do === "refund") await doRefund(model, at);
    else {
      passTime(model, at.days, at.ms);
      if (at.toMidnight) model.nowMs = Math.ceil(model.nowMs / DAY_MS) * DAY_MS;
      await database.setClock(new Date(model.nowMs));
      if (at.runs) {
        await runSavings();
        model.runDay();
        await compare(model, users, funds);
      }
    }
  }
  await runSavings();
  model.runDay();
  await compare(model, users, funds);
  for (const [id, { status, user }] of model.records) {
    if (status !== "pending" && status !== "active") continue;
    const { refunded } = await refund(userIdOf(user), id, randomUUID());
    expect(parseMicro(refunded.profit)).toBe(model.refund(id).profit);
  }
  await compare(model, users, funds);
}

it("comes to the same as the model, whatever happens and whenever the daily work runs", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      play,
    ),
    { numRuns: sizedRuns(12), endOnFailure: true },
  );
  await expectVerified();
});
