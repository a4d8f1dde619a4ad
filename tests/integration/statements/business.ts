import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { attempt } from "@/lib/ledger/attempt";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import {
  advanceStrategyRun,
  fillStrategySignal,
  startStrategyRun,
  stopStrategyRun,
} from "@/lib/ledger/strategies";
import { DAY_MS } from "@/lib/platform/calendar";
import { prisma, sql, transaction } from "@/lib/platform/db";
import { MICRO } from "@/lib/platform/money";
import { createTestAdmin } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import { createFundedUser } from "@/tests/support/ledger/ledger-model-fixture";
import { tick } from "../trading/support";

// What happens to somebody's money besides their own orders: payments, runs of strategies, and those they invited.

const WITHDRAW_HASH = "withdraw-hash";
/** Of a withdrawal, in micro-units of USDT: what the settings of these tests say. */
const FEE_MICRO = MICRO;

const amount = fc.bigInt(11n * MICRO, 90n * MICRO);
const gold = fc.bigInt(1n, MICRO / 50n);
const flag = fc.boolean();

export const businessStep = fc.oneof(
  fc.record({
    do: fc.constant("withdraw" as const),
    amount,
    gold,
    ofGold: flag,
    end: fc.constantFrom("keep", "release", "pay"),
  }),
  fc.record({ do: fc.constant("credit" as const), amount, gold, ofGold: flag, reversed: flag }),
  fc.record({
    do: fc.constant("run" as const),
    amount: fc.bigInt(45n * MICRO, 90n * MICRO),
    trades: fc.constantFrom("none", "buy", "buy and sell"),
    stopped: flag,
  }),
  fc.record({ do: fc.constant("invite" as const), amount }),
);
type BusinessStep = typeof businessStep extends fc.Arbitrary<infer T> ? T : never;
type StepOf<Name> = Extract<BusinessStep, { do: Name }>;

export type Office = { staff: [string, string]; wallets: { USDT: string; XAUT: string } };

/** Two members of staff and deposit addresses. */
export async function openOffice(): Promise<Office> {
  const [usdt, xaut] = [
    await createWalletRow("USDT", "TRC20"),
    await createWalletRow("XAUT", "ERC20"),
  ];
  return {
    staff: [(await createTestAdmin()).id, (await createTestAdmin()).id],
    wallets: { USDT: usdt.id, XAUT: xaut.id },
  };
}

/** Lets somebody do everything that the steps do. */
export async function admit(userId: string): Promise<void> {
  await testDatabase().query(
    `UPDATE app_user SET withdraw_password_hash = '${WITHDRAW_HASH}' WHERE id = '${userId}';
     INSERT INTO risk_acceptance (user_id, product, version) VALUES ('${userId}', 'ai', 1)`,
  );
}

const newHash = () => randomBytes(32).toString("hex");

async function withdraw(userId: string, one: StepOf<"withdraw">, office: Office, price: number) {
  const id = randomUUID();
  const [currency, network] = one.ofGold ? ["XAUT", "ERC20"] : ["USDT", "TRC20"];
  const micro = one.ofGold ? one.gold : one.amount;
  const fee = one.ofGold ? (FEE_MICRO + BigInt(price) - 1n) / BigInt(price) : FEE_MICRO;
  await attempt(
    () =>
      sql`SELECT withdrawal_request(${id}, ${userId}, ${currency!}, ${network!}, 'T', ${micro}, ${fee}, ${WITHDRAW_HASH})`,
  );
  const step = (action: string, from: string, hash: string | null = null) =>
    attempt(
      () =>
        sql`SELECT withdrawal_step(${id}, ${action}, ${office.staff[0]}, ${from}, ${hash}, NULL, NULL, NULL, NULL)`,
    );
  if (one.end === "release") await step("reject", "pending");
  if (one.end !== "pay") return;
  await step("approve", "pending");
  await step("complete", "processing", newHash());
}

async function credit(userId: string, one: StepOf<"credit">, office: Office) {
  const id = randomUUID();
  const [currency, network] = one.ofGold ? ["XAUT", "ERC20"] : ["USDT", "TRC20"];
  const wallet = office.wallets[one.ofGold ? "XAUT" : "USDT"];
  const e8 = (one.ofGold ? one.gold : one.amount) * 100n;
  await testDatabase().query(
    `INSERT INTO stored_file (id, visibility, purpose, storage_key, content_type, byte_size, sha256)
     VALUES ('${id}', 'private', 'deposit-proof', '${id}', 'image/png', 1, sha256('x'));
     INSERT INTO deposit (id, user_id, wallet_id, currency, network, address, amount_e8, transaction_hash, proof_file_id)
     VALUES ('${id}', '${userId}', '${wallet}', '${currency}', '${network}', 'T', ${e8}, '${newHash()}', '${id}')`,
  );
  await attempt(
    () =>
      sql`SELECT deposit_confirm(${id}, ${office.staff[0]}, ${one.ofGold ? null : "100000000"}, NULL, NULL, NULL, NULL)`,
  );
  if (one.reversed) await takeBack(userId, id, office);
}

/** One member of staff asks for it, another approves. */
async function takeBack(userId: string, id: string, { staff: [asks, approves] }: Office) {
  const request = randomUUID();
  await attempt(
    () => sql`SELECT approval_request(${request}, 'deposit.reverse', ${id}, ${userId}, '{}', '{}', NULL,
      'Not theirs', ${asks}, NULL, NULL)`,
  );
  await attempt(() =>
    transaction(async (tx) => {
      await tx.$executeRaw`SELECT approval_decide(${request}::uuid, ${approves}::uuid, true, NULL, NULL, NULL)`;
      await tx.$executeRaw`SELECT deposit_reverse(${id}::uuid, ${asks}::uuid, 'Not theirs', NULL, NULL)`;
    }),
  );
}

async function signal(runId: string, action: "buy" | "sell", price: number): Promise<void> {
  const run = await prisma.strategyRun.findUniqueOrThrow({ where: { id: runId } });
  const lastCandleAt = run.lastCandleAt ?? run.startedAt;
  const candleAt = new Date(lastCandleAt.getTime() + DAY_MS);
  const amountMicro = action === "buy" ? run.cashMicro / 2n : run.holdingMicro / 2n;
  // A day later, as far as the run can tell.
  await testDatabase().query(
    `INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
     VALUES ('1d', $1, 1, 1, 1, 1, 'test', false, true) ON CONFLICT ("interval", open_time) DO UPDATE SET closed = true`,
    [candleAt],
  );
  await advanceStrategyRun({
    run: {
      id: runId,
      lastCandleAt,
      candleAt,
      tradableUntil: new Date(Date.UTC(9999, 0)),
    },
    state: {},
    signal: { action, amountMicro, reason: "A test" },
    lapse: null,
    lateReason: "late",
  });
  await tick(String(price));
  const { id } = await prisma.strategySignal.findFirstOrThrow({
    where: { runId },
    orderBy: { candleAt: "desc" },
  });
  await fillStrategySignal(id);
}

async function run(userId: string, one: StepOf<"run">, price: number): Promise<void> {
  const { runId } = await startStrategyRun(prisma, {
    refusal: null,
    riskVersion: 1,
    key: randomUUID(),
    userId,
    setupId: null,
    strategy: "dca",
    params: { interval: "1d", purchases: 4, every: 1 },
    interval: "1d",
    amountMicro: one.amount,
    minAmountMicro: MICRO,
    maxAmountMicro: 1_000n * MICRO,
    maxRuns: 50,
    dailyTradeLimit: 10_000,
  });
  if (one.trades !== "none") await signal(runId, "buy", price);
  if (one.trades === "buy and sell") await signal(runId, "sell", price);
  if (!one.stopped) return;
  await stopStrategyRun(prisma, runId, userId, "user");
  await tick(String(price));
  await stopStrategyRun(prisma, runId, userId, "user");
}

async function invite(userId: string, one: StepOf<"invite">, price: number): Promise<void> {
  const friend = await createFundedUser(100n * MICRO);
  await testDatabase().query(
    `UPDATE app_user SET referred_by_id = '${userId}' WHERE id = '${friend}'`,
  );
  await acceptSpotTrade({
    userId: friend,
    key: randomUUID(),
    side: "buy",
    amountMicro: one.amount,
    limitPriceE8: null,
  });
  await tick(String(price));
  await fillOrders();
  await sql`SELECT pay_referrals(1000000, ARRAY[]::text[])`;
}

/** Does one of these steps. */
export function playBusiness(
  userId: string,
  one: BusinessStep,
  { office, price }: { office: Office; price: number },
): Promise<void> {
  if (one.do === "withdraw") return withdraw(userId, one, office, price);
  if (one.do === "credit") return credit(userId, one, office);
  if (one.do === "run") return run(userId, one, price);
  return invite(userId, one, price);
}
