import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { balancesOf } from "@/lib/ledger/data";
import { listHouseAccounts } from "@/lib/ledger/house";
import { evenOutPools } from "@/lib/ledger/mutations";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";
import { LedgerModel } from "@/tests/support/ledger/ledger-model";
import {
  brokenChecks,
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { holdFunds, postTransfers, releaseFunds, settleHold } from "@/tests/support/ledger/posting";
import { sizedRuns } from "@/tests/support/size";

jest.setTimeout(240_000);

const USERS = 4;
const POOL_PER_SHARD = units(500);
const database = testDatabase();
const model = new LedgerModel();
const users: string[] = [];

const who = fc.nat(USERS - 1);
// Amounts near the balances, so that refusals are as frequent as successes.
const amount = fc.bigInt(1n, units(60));
const step = fc.oneof(
  fc.record({ do: fc.constant("deposit" as const), a: who, amount }),
  fc.record({ do: fc.constant("transfer" as const), a: who, b: who, amount }),
  fc.record({
    do: fc.constant("withdraw" as const),
    a: who,
    amount,
    end: fc.constantFrom("keep", "release", "pay"),
  }),
  fc.record({ do: fc.constant("open" as const), a: who, amount, up: fc.boolean() }),
  fc.record({ do: fc.constant("repeat" as const), a: who, amount }),
  fc.record({ do: fc.constant("even" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const REFUSALS = new Set(["INSUFFICIENT_BALANCE", "HOUSE_LIMIT"]);

/** Runs a call; a business refusal counts as "did nothing", anything else fails the test. */
async function accepted<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (REFUSALS.has(String((error as { code?: unknown }).code))) return null;
    throw error;
  }
}

async function withdraw(user: string, amountMicro: bigint, end: "keep" | "release" | "pay") {
  const withdrawalId = randomUUID();
  const base = { actorId: user, userId: user, amountMicro, withdrawalId };
  if (!(await accepted(holdFunds({ ...base, key: `hold:${withdrawalId}` })))) return;
  model.hold(user, amountMicro);
  if (end === "release") {
    await releaseFunds({ ...base, key: `release:${withdrawalId}` });
    model.release(user, amountMicro);
  } else if (end === "pay") {
    const feeMicro = amountMicro / 10n;
    await settleHold({ ...base, feeMicro, key: `pay:${withdrawalId}` });
    model.payOut(user, amountMicro, feeMicro);
  } else {
    await database.query(
      `INSERT INTO withdrawal (id, user_id, currency, network, address, amount_micro)
       VALUES ($1, $2, 'USDT', 'TRC20', 'T', $3)`,
      [withdrawalId, user, amountMicro.toString()],
    );
  }
}

async function run(item: Step): Promise<void> {
  if (item.do === "even") {
    await evenOutPools(prisma);
    return;
  }
  const user = users[item.a]!;
  if (item.do === "withdraw")
    return withdraw(user, item.amount, item.end as "keep" | "release" | "pay");
  if (item.do === "open") {
    const order = optionOrder(user, {
      amountMicro: item.amount,
      minAmountMicro: 1n,
      direction: item.up ? "up" : "down",
      payoutRatePpm: 823_457,
    });
    const opened = await accepted(openOption(order));
    if (opened)
      model.open(
        opened.tradeId,
        { user, direction: order.direction, stake: item.amount },
        823_457n,
      );
    return;
  }
  const external = { house: "external", currency: "USDT" } as const;
  const from =
    item.do === "transfer" ? ({ user, kind: "available", currency: "USDT" } as const) : external;
  const to = item.do === "transfer" ? users[item.b]! : user;
  if (from !== external && to === user) return;
  const event = {
    kind: item.do,
    key: randomUUID(),
    actorId: null,
    transfers: [
      {
        from,
        to: { user: to, kind: "available", currency: "USDT" } as const,
        amountMicro: item.amount,
      },
    ],
  };
  const times = item.do === "repeat" ? 4 : 1;
  const posted = await Promise.all(
    Array.from({ length: times }, () => accepted(postTransfers(event))),
  );
  const count = posted.filter(Boolean).length;
  expect(count).toBeLessThanOrEqual(1);
  if (count === 0) return;
  if (item.do === "transfer") model.transfer(user, to, item.amount);
  else model.deposit(to, item.amount);
}

/** Ends every open option on random prices, by several workers, and tells the model. */
async function settleAll(exitPrice: number): Promise<void> {
  await runMarket(1, 4000);
  await Promise.all([enterDue(3), enterDue(3), enterDue()]);
  await enterDue();
  await runMarket(31, exitPrice);
  const batches = await Promise.all([settleDue(3), settleDue(3), settleDue()]);
  const settled = [...batches.flat(), ...(await settleDue())];
  for (const { tradeId } of settled) {
    model.settle(tradeId, 400_000_000_000n, BigInt(exitPrice) * 100_000_000n);
  }
  expect(model.positions.size).toBe(0);
}

async function expectAgreement(): Promise<void> {
  expect(model.total()).toBe(0n);
  for (const user of users) {
    const { available, held, escrow } = (await balancesOf(user)).USDT;
    expect({ available, held, escrow }).toEqual(model.wallet(user));
  }
  const house = await listHouseAccounts(prisma);
  const of = (kind: string) =>
    house.find((b) => b.kind === kind && b.currency === "USDT")?.balanceMicro;
  expect([of("external"), of("fees"), of("option_pool")]).toEqual([
    model.outside,
    model.fees,
    model.pool,
  ]);
  expect(await brokenChecks("deposits", "withdrawals", "purposes", "withdrawal terms")).toEqual([]);
}

beforeAll(async () => {
  await database.setClock(new Date("2031-01-01T00:00:00Z"));
  await fundOptionPool(POOL_PER_SHARD);
  model.pool = POOL_PER_SHARD * 16n;
  model.outside = -model.pool;
  for (let i = 0; i < USERS; i++) {
    users.push(await createFundedUser(units(100)));
    model.deposit(users[i]!, units(100));
  }
});

it("random concurrent histories come to what plain arithmetic says", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 10 }), { minLength: 2, maxLength: 8 }),
      fc.constantFrom(3999, 4000, 4001),
      async (lanes, exitPrice) => {
        await runMarket(1, 4000);
        // Each lane is a client that waits for its own answers; the lanes race each other.
        await Promise.all(
          lanes.map(async (lane) => {
            for (const item of lane) await run(item);
          }),
        );
        await expectAgreement();
        await settleAll(exitPrice);
        await expectAgreement();
      },
    ),
    { numRuns: sizedRuns(15), endOnFailure: true },
  );
});
