import { randomUUID } from "node:crypto";
import { PUT as decideDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { PUT as decideWithdrawal } from "@/app/api/admin/withdrawals/[id]/process/route";
import { GET as tradeReceipt } from "@/app/api/trades/[id]/receipt/route";
import { GET as ownProof } from "@/app/api/user/proofs/[kind]/[id]/route";
import { PUT as cancel } from "@/app/api/withdrawals/[id]/cancel/route";
import { runStrategiesOnce } from "@/lib/ai/runner";
import { reversalAsk } from "@/lib/approvals/asks";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import { decideApproval } from "@/lib/approvals/decisions";
import { orAskColleague } from "@/lib/approvals/mutations";
import { takeBackDeposit } from "@/lib/deposits/reversal";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { PINNED, WAYS } from "@/lib/ledger/verify/purposes";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { MICRO } from "@/lib/platform/money";
import { payReferrals } from "@/lib/referrals/mutations";
import { runSavings } from "@/lib/savings/jobs";
import { userIdOf } from "@/lib/sessions/user-id";
import { RECEIPTS } from "@/lib/transparency/receipt/rules";
import {
  type OwnProofKind,
  ownProofKinds,
  type Proof,
  type ProofFile,
} from "@/lib/transparency/receipt/schema";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { verifyLog } from "@/lib/transparency/verify";
import { verifyProofFile } from "@/lib/verifier/verify";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import { creditUser, newHash, reportDeposit, setRate } from "@/tests/factories/deposits";
import { createPlanRow, fundInterest, giveTo } from "@/tests/factories/savings";
import { createTestAdmin, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import {
  aiTrader,
  closeHour,
  detail,
  openMarket,
  startedRun,
  stop,
  storeCandles,
  tick,
} from "../ai/support";
import { cancel as cancelOrder, place } from "../orders/support";
import { invitedBy, payFee } from "../referrals/support";
import { refund, subscribe } from "../savings/support";
import { decideDeposit as decideDesk } from "../staff/desk-support";
import { convert, fundHouse, limitDay } from "../vault/support";

const PASSWORD = "withdraw me";
const NO_WITNESS = "cosigned open noWitness";
const DAY_MS = 86_400_000;

beforeAll(async () => {
  Object.assign(env, {
    LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url"),
    LOG_ORIGIN: "site.example/log",
  });
  await openMarket();
  await limitDay("10000000");
});

/** Sequences until nothing waits: transactions of other databases of the server hold rows back too. */
const logAll = () =>
  until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });

/** A rate that is new by the database's clock. */
async function rateOfNow(): Promise<void> {
  await setRate("ETH", 250_000_000_123n);
  await testDatabase().query("UPDATE market_rate SET at = app_now() WHERE currency = 'ETH'");
}

const ask = (kind: string, token: string, id: string) =>
  callRoute<{ receipt: Proof }>(ownProof, { token, params: { kind, id } });

/** What is proved of something, once all is logged: the steps that hold, those that do not, and what is missing. */
async function proved(kind: OwnProofKind, token: string, id: string) {
  await logAll();
  const { status, body } = await ask(kind, token, id);
  expect(status).toBe(200);
  const file: ProofFile = { v: 1, kind, id, ...body.receipt };
  const { steps } = verifyProofFile(file, { logKey: file.log?.key ?? null, witnesses: [] });
  return {
    passed: steps.flatMap(({ check, state, values }) =>
      state === "passed" && !["key", "logged", "record"].includes(check)
        ? [[check, values.payout].filter(Boolean).join(" ")]
        : [],
    ),
    rest: steps.flatMap(({ check, state, reason }) =>
      state === "passed" ? [] : [`${check} ${state} ${reason}`],
    ),
    missing: body.receipt.missing,
    record: JSON.parse(body.receipt.record ?? "null"),
  };
}

/** What of a trade's receipt does not hold or was not checked. */
async function provedTrade(token: string, id: string) {
  await logAll();
  const { body } = await callRoute<{ receipt: Proof }>(tradeReceipt, { token, params: { id } });
  const { log, record, salt, proofs, missing } = body.receipt;
  const file: ProofFile = { v: 1, kind: "trade", id, log, record, salt, proofs, missing };
  const { steps } = verifyProofFile(file, { logKey: log?.key ?? null, witnesses: [] });
  return steps.flatMap(({ check, state, reason }) =>
    state === "passed" ? [] : [`${check} ${state} ${reason}`],
  );
}

it("a deposit, from its report to what was credited", async () => {
  const wallet = await createWalletRow("ETH", "ERC20");
  await rateOfNow();
  const { token } = await signedInUser();
  const { id } = (await reportDeposit(token, wallet, { amount: "0.5" })).body.deposit;
  expect(await proved("deposit", token, id)).toMatchObject({
    rest: ["logged open not_yet", NO_WITNESS, "order open needsParts", "payout open needsEnd"],
    missing: { ended: "not_yet", reversed: "none" },
  });
  const { status } = await callRoute(decideDeposit, {
    method: "PUT",
    token: (await signedInAdmin()).token,
    params: { id },
    body: { action: "confirm", adminNotes: "seen on the chain", transactionHash: newHash() },
  });
  expect(status).toBe(200);
  expect(await proved("deposit", token, id)).toMatchObject({
    passed: ["subject", "order", "payout 1250.000001"],
    rest: [NO_WITNESS],
    record: { event: "credited", currency: "ETH" },
  });
  const entry = await prisma.auditEntry.findFirstOrThrow({
    where: { action: "deposit.confirm", targetId: id },
  });
  const act = String(entry.seq);
  expect(await proved("staff", token, act)).toMatchObject({
    passed: ["subject"],
    rest: [NO_WITNESS],
    record: { action: "deposit.confirm" },
  });
  const { token: other } = await signedInUser();
  expect((await ask("staff", other, act)).status).toBe(404);
  expect((await ask("deposit", other, id)).status).toBe(404);
  expect((await ask("deposit", token, "7")).status).toBe(404);
  expect((await ask("staff", token, id)).status).toBe(404);
  expect((await ask("trade", token, id)).status).toBeGreaterThanOrEqual(400);
});

it("a withdrawal, paid or taken back", async () => {
  await rateOfNow();
  const { user, token } = await signedInUser({ withdrawPassword: PASSWORD });
  await creditUser(user.id, 500n * MICRO);
  const request = () =>
    requestWithdrawal(userIdOf(user.id), randomUUID(), {
      currency: "ETH",
      network: "ERC20",
      address: ADDRESSES.ERC20,
      amount: "200",
      withdrawPassword: PASSWORD,
    });
  const { id } = await request();
  const admin = await signedInAdmin();
  for (const step of [{ action: "approve" }, { action: "complete", transactionHash: newHash() }]) {
    const { status } = await callRoute(decideWithdrawal, {
      method: "PUT",
      token: admin.token,
      params: { id },
      body: step,
    });
    expect(status).toBe(200);
  }
  expect(await proved("withdrawal", token, id)).toMatchObject({
    passed: ["subject", "order", "terms", "payout 0.08"],
    rest: [NO_WITNESS],
    record: { event: "ended", status: "completed" },
  });
  const back = await request();
  await callRoute(cancel, { method: "PUT", token, params: { id: back.id } });
  expect(await proved("withdrawal", token, back.id)).toMatchObject({
    passed: ["subject", "order", "terms"],
    rest: [NO_WITNESS],
    missing: { approved: "none" },
    record: { status: "cancelled" },
  });
});

it("a conversion at its price, and one between storage and XAUT without", async () => {
  const saver = await signedInUser();
  await creditUser(saver.user.id, 1_000n * MICRO);
  await tick("4000");
  const stored = await convert(saver, "store", "100");
  const { id } = stored.body.conversion;
  expect(await proved("storage", saver.token, id)).toMatchObject({
    passed: [
      "subject",
      "order",
      "entryRule",
      "tickBeforeEntry",
      "tickNamed",
      "price",
      `payout ${stored.body.conversion.xaut}`,
    ],
    rest: [NO_WITNESS],
  });
  const moved = await convert(saver, "retrieve", "0.01", { to: "XAUT" });
  expect(await proved("storage", saver.token, moved.body.conversion.id)).toMatchObject({
    passed: ["subject", "order", "payout 0.010000"],
    rest: [NO_WITNESS],
  });
});

it("a saving: what was agreed to, each counted day, and what it paid", async () => {
  await fundInterest(10_000n * MICRO);
  const plan = await createPlanRow({ type: "flexible", dailyRatePpb: 123_457n });
  const { user, token } = await signedInUser();
  await giveTo(user.id, 1_000n * MICRO);
  const { record } = (await subscribe({ id: user.id, token }, plan.id, "777.777777")).body;
  const nextDay = async () => {
    const [row] = await testDatabase().query<{ now: Date }>("SELECT app_now() AS now");
    const now = row?.now.getTime() ?? 0;
    await testDatabase().setClock(new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS));
    await runSavings();
  };
  expect((await proved("saving", token, record.id)).missing).toEqual({
    counted: "not_yet",
    closed: "not_yet",
  });
  for (let day = 0; day < 3; day += 1) await nextDay();
  expect(await proved("saving", token, record.id)).toMatchObject({
    passed: ["subject", "order", "interest 0.192044"],
    record: { event: "counted", days: 2 },
  });
  const days = await prisma.logEntry.count({
    where: { kind: "saving_counted", ref: { startsWith: record.id } },
  });
  expect(days).toBe(2);
  expect((await refund({ id: user.id, token }, record.id)).status).toBe(200);
  expect(await proved("saving", token, record.id)).toMatchObject({
    passed: ["subject", "order", "interest 0.192044", "payout 777.969821"],
    rest: [NO_WITNESS],
    record: { event: "closed", status: "completed" },
  });
});

it("a strategy's signal, before the price that it traded at", async () => {
  await tick("4000");
  await storeCandles([4000]);
  const owner = await aiTrader();
  const run = await startedRun(owner);
  await closeHour(4000);
  await runStrategiesOnce();
  const [signal] = (await detail(owner, run)).body.signals;
  const id = signal?.id ?? "";
  expect((await proved("signal", owner.token, id)).missing).toEqual({
    settled: "not_yet",
    entryTick: "not_yet",
    tickBeforeEntry: "not_yet",
  });
  await tick("4010");
  await runStrategiesOnce();
  const filled = (await detail(owner, run)).body.fills[0];
  expect(await proved("signal", owner.token, id)).toMatchObject({
    passed: [
      "subject",
      "signalFilled",
      "order",
      "entryRule",
      "tickBeforeEntry",
      "tickNamed",
      "price",
      `payout ${filled?.received}`,
    ],
    rest: [NO_WITNESS],
  });
  expect(await provedTrade(owner.token, filled?.id ?? "")).toEqual([NO_WITNESS]);
  await tick("4020");
  await stop(owner, run, () => tick("4030"));
  const ended = (await detail(owner, run)).body.run;
  expect(await proved("run", owner.token, run)).toMatchObject({
    passed: [
      "subject",
      "order",
      "order",
      "entryRule",
      "tickBeforeEntry",
      "tickNamed",
      "price",
      expect.stringContaining("payout"),
      `runSum ${ended.returned}`,
    ],
    rest: [NO_WITNESS],
    record: { event: "ended", reason: "user" },
  });
});

it("an order: filled, with its trade, or ended without one", async () => {
  const owner = await aiTrader();
  await tick("4000");
  const { id } = (await place(owner, { price: "3990" })).body.order;
  expect((await proved("order", owner.token, id)).rest).toContain("payout open needsEnd");
  await tick("3980");
  await fillOrders();
  const trade = await prisma.trade.findFirstOrThrow({ where: { orderId: id } });
  expect(await proved("order", owner.token, id)).toMatchObject({
    passed: ["subject", "terms", "order", "entryRule", "tickNamed", "price", "payout 0.025100"],
    rest: [NO_WITNESS],
  });
  expect(await provedTrade(owner.token, trade.id)).toEqual([NO_WITNESS]);
  const other = (await place(owner, { price: "3000" })).body.order.id;
  await cancelOrder(owner, other);
  expect(await proved("order", owner.token, other)).toMatchObject({
    passed: ["subject", "order", "notFilled"],
    rest: [NO_WITNESS],
    record: { status: "cancelled" },
  });
});

it("what support changed, what a friend's fee brought, and what a debt took", async () => {
  const admin = await signedInAdmin();
  const { user, token } = await signedInUser();
  const adjust = async (operation: "add" | "subtract", amount: string) => {
    const input = { amount, operation, currency: "USDT" as const, reason: "As agreed in the chat" };
    await adjustBalance({ id: admin.user.id, name: "staff" }, user.id, input, randomUUID());
  };
  await fundHouse("treasury", "USDT", 10n * MICRO);
  await adjust("add", "5");
  const { id } = await prisma.balanceAdjustment.findFirstOrThrow({ where: { userId: user.id } });
  expect(await proved("adjustment", token, id)).toMatchObject({
    passed: ["subject", "adjusted +5.000000 USDT"],
    rest: [NO_WITNESS],
    record: { reason: "As agreed in the chat" },
  });

  await fundHouse("referral", "USDT", 10n * MICRO);
  await payFee(await invitedBy(user), 1_999_999n);
  await payReferrals();
  const earning = await prisma.referralEarning.findFirstOrThrow({
    where: { referrerId: user.id },
  });
  expect(await proved("referral", token, earning.id)).toMatchObject({
    passed: ["subject", "commission 0.200000"],
    rest: [NO_WITNESS],
  });

  const wallet = await createWalletRow("USDT", "TRC20");
  const deposit = async () => {
    const report = await reportDeposit(token, wallet, {
      amount: "100",
      transactionHash: newHash(),
    });
    await decideDesk(admin.token, report.body.deposit.id, { action: "confirm" });
    return report.body.deposit.id;
  };
  const taken = await deposit();
  await adjust("subtract", "75");
  const colleague = await createTestAdmin({ permissions: ["finance"] });
  const asked = await orAskColleague(
    { id: admin.user.id, name: "staff" },
    randomUUID(),
    await reversalAsk(taken, "Credited to the wrong person"),
    () =>
      takeBackDeposit({ id: admin.user.id, name: "staff" }, taken, "Credited to the wrong person"),
  );
  await decideApproval(
    { id: colleague.id, name: "staff" },
    "approval" in asked ? asked.approval.id : "",
    { action: "approve" },
  );
  expect(await proved("deposit", token, taken)).toMatchObject({
    passed: ["subject", "order", "payout 100.000000", "takenBack 30.200000"],
    missing: { collected: "none" },
  });
  await deposit();
  expect(await proved("deposit", token, taken)).toMatchObject({
    passed: ["subject", "order", "payout 100.000000", "takenBack 100.000000"],
    rest: [NO_WITNESS],
    record: { event: "collected", collectedMicro: "69800000" },
  });
});

it("has a receipt for whatever moves a person's money", () => {
  const references = [...PINNED, ...WAYS.map(([, reference]) => reference)];
  // What moves between accounts of the house alone.
  const ofTheHouse = ["house_transfer", ""];
  const unproved = references.filter(
    (reference) => !(reference in RECEIPTS) && !ofTheHouse.includes(reference),
  );
  expect(unproved).toEqual([]);
  const kinds = new Set(Object.values(RECEIPTS));
  // The one is a signal's before it moves anything, the other an act beside the movement.
  expect(new Set<string>(["trade", ...ownProofKinds])).toEqual(
    new Set([...kinds, "signal", "staff"]),
  );
});

it("all of it is worked out anew from the rows, and one that was left out is found", async () => {
  await logAll();
  expect((await verifyLog()).examples).toEqual([]);
  const { token } = await signedInUser();
  const wallet = await createWalletRow("USDT", "TRC20");
  const report = async () => (await reportDeposit(token, wallet)).body.deposit.id;
  const id = await report();
  await testDatabase().query("DELETE FROM log_queue WHERE ref = $1", [id]);
  const refused = await report();
  await callRoute(decideDeposit, {
    method: "PUT",
    token: (await signedInAdmin()).token,
    params: { id: refused },
    body: { action: "reject", adminNotes: "not on the chain" },
  });
  await testDatabase().query("DELETE FROM log_queue WHERE kind = 'deposit_ended'");
  await logAll();
  expect((await verifyLog()).examples).toEqual([
    `1 rows of deposit_ended were left out, such as ${refused}`,
    `1 rows of deposit_reported were left out, such as ${id}`,
  ]);
});
