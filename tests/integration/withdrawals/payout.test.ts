import { randomBytes, randomUUID } from "node:crypto";
import { PUT as process } from "@/app/api/admin/withdrawals/[id]/process/route";
import { GET as one } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as payouts } from "@/app/api/admin/withdrawals/payouts/route";
import { GET as staffList } from "@/app/api/admin/withdrawals/route";
import { GET as ownList } from "@/app/api/withdrawals/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { userIdOf } from "@/lib/sessions/user-id";
import { updateSettings } from "@/lib/site/mutations";
import type { Currency, Network } from "@/lib/wallets/rules";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import type { PayoutList } from "@/lib/withdrawals/payouts-schema";
import type { ReviewedWithdrawalDto, WithdrawalDto } from "@/lib/withdrawals/schema";
import { creditUser, setRate } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";

const PASSWORD = "withdraw me";
const BTC_RATE_E8 = 9_500_000_000_000n;
const APPROVE = { action: "approve" };
const newHash = () => randomBytes(32).toString("hex");

const decide = (token: string, id: string, body: object) =>
  callRoute<{ withdrawal: ReviewedWithdrawalDto; rate?: string }>(process, {
    method: "PUT",
    token,
    params: { id },
    body,
  });
const review = async (token: string, id: string) =>
  (await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(one, { token, params: { id } })).body
    .withdrawal;
const nothing = { rateE8: null, rateSource: null, rateAt: null, payoutE8: null };
const rowOf = (id: string) => prisma.withdrawal.findUniqueOrThrow({ where: { id } });

/** Changes what nobody may. */
const corrupt = (id: string, change: string) =>
  testDatabase().query(
    `SET session_replication_role = replica; UPDATE withdrawal SET ${change} WHERE id = '${id}'`,
  );
const unpaid = async () =>
  (await verifyLedger()).checks.find(({ name }) => name === "payouts")?.examples ?? [];

async function pending(currency: Currency = "BTC", network: Network = "BTC", amount = "200") {
  const signedIn = await signedInUser({ withdrawPassword: PASSWORD });
  await creditUser(signedIn.user.id, 500_000_000n);
  const { id } = await requestWithdrawal(userIdOf(signedIn.user.id), randomUUID(), {
    currency,
    network,
    address: ADDRESSES[network],
    amount,
    withdrawPassword: PASSWORD,
  });
  // What tells of the request itself.
  await deliverAll();
  return { ...signedIn, id };
}

let staff: string;
beforeAll(async () => {
  staff = (await signedInAdmin()).token;
});
beforeEach(() => setRate("BTC", BTC_RATE_E8));

describe("approving a withdrawal in another coin", () => {
  it("freezes rate and coins, and everybody is shown them from then on", async () => {
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1.25" });
    const { user, token, id } = await pending();
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "0" });
    const before = await review(staff, id);
    expect(before).toMatchObject({
      payoutAmount: null,
      payoutRate: null,
      quote: { rate: "95000.00", amount: "0.00209211", source: "test", simulated: false },
    });
    const approved = await decide(staff, id, { ...APPROVE, rate: before.quote?.rate });
    const frozen = {
      payoutAmount: "0.00209211",
      payoutRate: "95000.00",
      payoutRateSimulated: false,
    };
    expect(approved.body.withdrawal).toMatchObject({
      ...frozen,
      status: "processing",
      quote: null,
      payoutRateSource: "test",
      payoutRateAt: before.quote?.at,
    });

    await setRate("BTC", BTC_RATE_E8 * 2n);
    const transactionHash = newHash();
    const done = await decide(staff, id, { action: "complete", transactionHash });
    expect(done.body.withdrawal).toMatchObject({ ...frozen, status: "completed" });
    const own = await callRoute<{ withdrawals: WithdrawalDto[] }>(ownList, { token });
    expect(own.body.withdrawals).toMatchObject([{ id, ...frozen }]);
    const notice = await toldToUsers.findFirstOrThrow({
      where: { userId: user.id, title: "Withdrawal sent" },
    });
    expect(notice.message.replaceAll("\u00a0", " ")).toContain(
      " of 200.00 USDT was sent less the fee of 1.25 USDT as 0.00209211 BTC, at 95,000.00 USDT for 1 BTC. Hash: ",
    );
    const audit = await prisma.auditEntry.findFirstOrThrow({
      where: { targetId: id, action: "withdrawal.approve" },
    });
    expect(audit.after).toEqual({
      status: "processing",
      rate: "95000.00",
      rateSource: "test",
      rateAt: before.quote?.at,
      payout: "0.00209211",
    });
    const csv = await callRaw(staffList, {
      token: staff,
      path: `/api/admin/withdrawals?format=csv&userId=${user.id}`,
    });
    expect(await csv.text()).toContain(",BTC,0.00209211,95000.00,");
  });

  it("needs no rate from the caller, and rounds at the coin's own decimals", async () => {
    await setRate("USDC", 99_970_000n, { simulated: true });
    const { user, id } = await pending("USDC", "ERC20");
    const answer = await decide(staff, id, APPROVE);
    // 200 / 0.9997 = 200.0600180054...
    expect(answer.body.withdrawal).toMatchObject({
      status: "processing",
      payoutAmount: "200.060018",
      payoutRate: "0.9997",
      payoutRateSimulated: true,
    });
    await decide(staff, id, { action: "complete", transactionHash: newHash() });
    const notice = await toldToUsers.findFirstOrThrow({
      where: { userId: user.id, title: "Withdrawal sent" },
    });
    expect(notice.message).toContain("for 1 USDC (simulated). Hash: ");
  });

  it("is at the market's rate while that stays near the one that was shown", async () => {
    const { id } = await pending();
    await setRate("BTC", (BTC_RATE_E8 * 1004n) / 1000n);
    const answer = await decide(staff, id, { ...APPROVE, rate: "95000.00" });
    expect(answer.body.withdrawal).toMatchObject({ payoutRate: "95380.00" });
  });

  it.each([
    ["rose", 1006n],
    ["fell", 994n],
  ])("is asked for again when the rate %s by more than half a percent", async (_, perMille) => {
    const { user, id } = await pending();
    await setRate("BTC", (BTC_RATE_E8 * perMille) / 1000n);
    const moved = await decide(staff, id, { ...APPROVE, rate: "95000.00" });
    expect([moved.status, moved.body.code]).toEqual([409, "PRICE_MOVED"]);
    expect(moved.body.message).toMatch(/^The rate has moved from 95000\.00 to /);
    expect(await rowOf(id)).toMatchObject({ status: "pending", approvedAt: null, ...nothing });
    expect(await prisma.auditEntry.count({ where: { targetId: id } })).toBe(0);
    expect(await toldToUsers.count({ where: { userId: user.id } })).toBe(1);
    const { rate } = moved.body;
    const again = await decide(staff, id, { ...APPROVE, rate });
    expect(again.body.withdrawal).toMatchObject({ status: "processing", payoutRate: rate });
  });

  it("changes nothing while there is no rate; rejecting needs none", async () => {
    const { id } = await pending();
    await asOwner().marketRate.update({ where: { currency: "BTC" }, data: { at: new Date(0) } });
    expect((await review(staff, id)).quote).toBeNull();
    const answer = await decide(staff, id, APPROVE);
    expect([answer.status, answer.body.code]).toEqual([503, "RATE_UNAVAILABLE"]);
    expect(await rowOf(id)).toMatchObject({ status: "pending", ...nothing });
    const rejected = await decide(staff, id, { action: "reject", adminNotes: "Not today" });
    expect(rejected.body.withdrawal).toMatchObject({ status: "failed", payoutAmount: null });
  });

  it("refuses what would be no coin at all", async () => {
    await setRate("BTC", 9_000_000_000_000_000_000n);
    const { id } = await pending("BTC", "BTC", "10");
    expect((await decide(staff, id, APPROVE)).body.code).toBe("AMOUNT_OUT_OF_RANGE");
    expect((await rowOf(id)).status).toBe("pending");
  });

  it("keeps the record when it is rejected afterwards", async () => {
    const { id } = await pending();
    await decide(staff, id, APPROVE);
    const answer = await decide(staff, id, { action: "reject", adminNotes: "Wallet is empty" });
    expect(answer.body.withdrawal).toMatchObject({
      status: "failed",
      payoutAmount: "0.00210526",
      payoutRate: "95000.00",
    });
  });

  it("tells who comes second that it was approved, with or without a rate", async () => {
    const { id } = await pending();
    await decide(staff, id, APPROVE);
    await asOwner().marketRate.update({ where: { currency: "BTC" }, data: { at: new Date(0) } });
    const { status, body } = await decide(staff, id, { ...APPROVE, rate: "1.00" });
    expect([status, body.code]).toEqual([409, "ALREADY_PROCESSED"]);
  });
});

describe("withdrawals without coins on record", () => {
  it("are those in USDT: they need no rate and show none", async () => {
    const { id } = await pending("USDT", "TRC20");
    expect((await review(staff, id)).quote).toBeNull();
    const answer = await decide(staff, id, { ...APPROVE, rate: "2.00" });
    expect(answer.body.withdrawal).toMatchObject({
      status: "processing",
      payoutAmount: null,
      payoutRate: null,
    });
    expect(await rowOf(id)).toMatchObject(nothing);
  });

  it("are those that were approved before coins were recorded: they are completed as ever", async () => {
    const { user, id } = await pending();
    await decide(staff, id, APPROVE);
    await corrupt(id, "rate_e8 = NULL, rate_source = NULL, rate_at = NULL, payout_e8 = NULL");
    const answer = await decide(staff, id, { action: "complete", transactionHash: newHash() });
    expect(answer.body.withdrawal).toMatchObject({ status: "completed", payoutAmount: null });
    const notice = await toldToUsers.findFirstOrThrow({
      where: { userId: user.id, title: "Withdrawal sent" },
    });
    expect(notice.message).toMatch(/ was sent\. Hash: /);
  });
});

describe("the record", () => {
  it("is whole or not at all", async () => {
    const { id } = await pending();
    await expect(
      asOwner().withdrawal.update({ where: { id }, data: { payoutE8: 1n } }),
    ).rejects.toThrow("withdrawal_payout");
  });

  it.each([
    ["BTC", "BTC"],
    ["USDC", "BEP20"],
  ] as const)("is computed again by the check command, in %s", async (currency, network) => {
    await setRate(currency, 123_456_789n);
    const { id } = await pending(currency, network, "33.333333");
    await decide(staff, id, APPROVE);
    expect(await unpaid()).toEqual([]);
    await corrupt(id, "payout_e8 = payout_e8 + 1");
    expect(await unpaid()).toEqual([expect.stringContaining(id)]);
    await corrupt(id, "payout_e8 = payout_e8 - 1");
  });

  it.each([
    ["USDT", "TRC20", APPROVE],
    ["BTC", "BTC", { action: "reject", adminNotes: "Not today" }],
  ] as const)("has no place in %s without an approved coin", async (currency, network, body) => {
    const { id } = await pending(currency, network);
    await decide(staff, id, body);
    await corrupt(
      id,
      `rate_e8 = 100000000, rate_source = 'fixed', rate_at = now(), payout_e8 = (amount_micro - fee_micro) * 100`,
    );
    expect(await unpaid()).toEqual([expect.stringContaining(id)]);
    await corrupt(id, "rate_e8 = NULL, rate_source = NULL, rate_at = NULL, payout_e8 = NULL");
    expect(await unpaid()).toEqual([]);
  });

  it("is written with the approval and never again, whoever asks", async () => {
    const { id } = await pending();
    await decide(staff, id, APPROVE);
    const change = (text: string) =>
      testDatabase().query(`UPDATE withdrawal SET ${text} WHERE id = '${id}'`);
    const refused = "a withdrawal pays what it was approved with";
    for (const column of ["rate_e8", "payout_e8"]) {
      await expect(change(`${column} = ${column} + 1`)).rejects.toThrow(refused);
    }
    await expect(change("rate_source = 'another'")).rejects.toThrow(refused);
    await expect(change("rate_at = rate_at - interval '1 s'")).rejects.toThrow(refused);
    const none = "rate_e8 = NULL, rate_source = NULL, rate_at = NULL, payout_e8 = NULL";
    await expect(change(none)).rejects.toThrow(refused);
    // As Prisma writes a row whole.
    await change("payout_e8 = payout_e8, rate_e8 = rate_e8, admin_notes = 'Sent soon'");
    await corrupt(id, none);
    await expect(
      change("rate_e8 = 1, rate_source = 'late', rate_at = now(), payout_e8 = 1"),
    ).rejects.toThrow(refused);
  });
});

it("is on the list of what is to be sent from its approval to its completion", async () => {
  await setRate("BTC", BTC_RATE_E8);
  const { id } = await pending();
  const listed = async () => {
    const path = "/api/admin/withdrawals/payouts?limit=100";
    const { body } = await callRoute<PayoutList>(payouts, { token: staff, path });
    return body.payouts.find((payout) => payout.id === id);
  };
  expect(await listed()).toBeUndefined();
  await decide(staff, id, { ...APPROVE, rate: "95000.00" });
  const { payoutAmount, address } = await review(staff, id);
  expect(await listed()).toMatchObject({ amount: payoutAmount, currency: "BTC", address });
  const file = await callRaw(payouts, {
    token: staff,
    path: "/api/admin/withdrawals/payouts?format=csv",
  });
  expect(await file.text()).toContain(`,${payoutAmount},BTC,BTC,${address},`);
  await decide(staff, id, { action: "complete", transactionHash: newHash() });
  expect(await listed()).toBeUndefined();
});
