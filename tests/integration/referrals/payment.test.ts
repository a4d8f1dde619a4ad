import { randomBytes, randomUUID } from "node:crypto";
import { deliveries } from "@/deliveries";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { listTransactions } from "@/lib/ledger/transactions/transactions";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma, sql } from "@/lib/platform/db";
import { formatMicro, MICRO } from "@/lib/platform/money";
import { startRelay } from "@/lib/platform/outbox/relay";
import { formatAmount } from "@/lib/platform/ui/format";
import { startReferralLoop } from "@/lib/referrals/jobs";
import { payReferrals, warnIfShort } from "@/lib/referrals/mutations";
import { userIdOf } from "@/lib/sessions/user-id";
import { updateSettings } from "@/lib/site/mutations";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import { processWithdrawal } from "@/lib/withdrawals/processing";
import { createTestAdmin, createTestUser } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { unpost } from "@/tests/support/ledger/ledger-model-fixture";
import { postTransfers } from "@/tests/support/ledger/posting";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { fundHouse, stockHouse } from "../vault/support";
import { invitedBy, payFee, recordPrice, referralFunds, usdtOf } from "./support";

const database = testDatabase();

beforeAll(async () => {
  await stockHouse();
  await fundHouse("referral", "USDT", 10n * MICRO);
});
beforeEach(recordPrice);
afterEach(() => updateSettings(SYSTEM_ACTOR, { referralRate: "0.10", withdrawalFee: "0" }));
afterAll(async () => {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

const dues = () => prisma.referralDue.count();

type Person = { id: string };

/** Notes as many fees of this size, of no trades that there are. */
const makeDue = (referrer: Person, referred: Person, count: number, feeMicro: bigint) =>
  database.query(
    `INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro)
     SELECT 'trade', uuid_v7(), $1, $2, $4 FROM generate_series(1, $3::int)`,
    [referrer.id, referred.id, count, feeMicro.toString()],
  );

describe("commissions", () => {
  it("are a share of each fee, half to even, from the house to the referrer", async () => {
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    const funds = await referralFunds();
    const tradeId = await payFee(bob, 1_999_999n);
    expect(await dues()).toBe(1);
    expect(await usdtOf(ann)).toBe("0.000000");

    expect(await payReferrals()).toBe(1);
    expect(await usdtOf(ann)).toBe("0.200000");
    expect(funds - (await referralFunds())).toBe(200_000n);
    const earning = await prisma.referralEarning.findFirstOrThrow({
      where: { referrerId: ann.id },
    });
    expect(earning).toMatchObject({
      referredId: bob.id,
      sourceType: "trade",
      sourceId: tradeId,
      feeMicro: 1_999_999n,
      earnedMicro: 200_000n,
    });
    const { transactions } = await listTransactions({ userId: ann.id, type: "referral", limit: 5 });
    expect(transactions).toMatchObject([
      {
        event: "referral_commission",
        account: "available",
        amount: "0.200000",
        balanceAfter: "0.200000",
        reference: { type: "referral_earning", id: earning.id },
      },
    ]);
    expect(await payReferrals()).toBe(0);
    expect(await dues()).toBe(0);
  });

  it("follow a withdrawal's fee once it is completed, and no other", async () => {
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "2" });
    const ann = await createTestUser();
    const password = "withdraw me";
    const bob = await invitedBy(ann);
    const { withdrawPasswordHash } = await createTestUser({ withdrawPassword: password });
    await asOwner().user.update({ where: { id: bob.id }, data: { withdrawPasswordHash } });
    const admin = { id: (await createTestAdmin()).id, name: "admin", requestId: "", ip: "" };
    const ask = () =>
      requestWithdrawal(userIdOf(bob.id), randomUUID(), {
        currency: "USDT",
        network: "TRC20",
        address: ADDRESSES.TRC20,
        amount: "100",
        withdrawPassword: password,
      });
    const [sent, refused] = [await ask(), await ask()];
    const decide = (id: string, action: "approve" | "complete" | "reject", hash?: string) =>
      processWithdrawal(admin, id, { action, adminNotes: "checked", transactionHash: hash });
    await decide(refused.id, "reject");
    await decide(sent.id, "approve");
    expect(await dues()).toBe(0);
    await decide(sent.id, "complete", randomBytes(32).toString("hex"));
    expect(await payReferrals()).toBe(1);
    expect(await usdtOf(ann)).toBe("0.200000");
    expect(
      await prisma.referralEarning.findFirstOrThrow({ where: { referrerId: ann.id } }),
    ).toMatchObject({ sourceType: "withdrawal", sourceId: sent.id });
  });

  it("are nobody's where nobody invited, where a commission comes to nothing, or the rate is 0", async () => {
    const ann = await createTestUser();
    await payFee(await invitedBy(null), MICRO);
    expect(await dues()).toBe(0);
    const bob = await invitedBy(ann);
    await payFee(bob, 5n);
    expect([await payReferrals(), await dues()]).toEqual([0, 0]);
    await updateSettings(SYSTEM_ACTOR, { referralRate: "0" });
    await payFee(bob, MICRO);
    expect([await payReferrals(), await dues()]).toEqual([0, 0]);
    expect(await usdtOf(ann)).toBe("0.000000");
  });

  it("never exceed the fee, whatever the rate is set to", async () => {
    await updateSettings(SYSTEM_ACTOR, { referralRate: "3" });
    const ann = await createTestUser();
    await payFee(await invitedBy(ann), MICRO);
    await payReferrals();
    expect(await usdtOf(ann)).toBe("1.000000");
  });

  it("are not paid where referral rewards are off in the referrer's country", async () => {
    const ann = await createTestUser({ country: "United Kingdom", countryCode: "+44" });
    expect(ann.countryIso).toBe("GB");
    await payFee(await invitedBy(ann), MICRO);
    expect([await payReferrals(), await dues()]).toEqual([0, 0]);
    expect(await usdtOf(ann)).toBe("0.000000");
    expect(await prisma.referralEarning.count({ where: { referrerId: ann.id } })).toBe(0);
  });
});

describe("a short house account", () => {
  it("pays the oldest it can, keeps the rest due at its rate, and tells administrators once a day", async () => {
    const admin = await createTestAdmin();
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    const funds = await referralFunds();
    await payFee(bob, funds * 10n - 10n * MICRO);
    await payFee(bob, 50n * MICRO);
    await payFee(bob, MICRO);
    expect(await payReferrals()).toBe(1);
    expect([await dues(), await referralFunds()]).toEqual([2, MICRO]);
    await updateSettings(SYSTEM_ACTOR, { referralRate: "0.01" });
    expect(await payReferrals()).toBe(0);
    await warnIfShort();
    await warnIfShort();
    const alerts = await toldToUsers.findMany({ where: { userId: admin.id } });
    expect(alerts).toMatchObject([
      {
        type: "alert",
        title: "The referral account is short",
        message: "2 commissions (5.10\u00a0USDT) wait until it is funded.",
      },
    ]);
    await fundHouse("referral", "USDT", 10n * MICRO);
    expect(await payReferrals()).toBe(2);
    expect(await referralFunds()).toBe(5_900_000n);
    expect(await dues()).toBe(0);
  });

  it("keeps the rate of their time for all that wait, however many, and tells how much that is", async () => {
    const admin = await createTestAdmin();
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    const funds = await referralFunds();
    await payFee(bob, funds * 10n + 10n * MICRO);
    await makeDue(ann, bob, 1_500, MICRO);
    expect(await payReferrals()).toBe(0);
    expect(await prisma.referralDue.count({ where: { ratePpm: 100_000 } })).toBe(1_501);
    await warnIfShort();
    const total = formatAmount(formatMicro(funds + 151n * MICRO), "USDT");
    expect(await toldToUsers.findMany({ where: { userId: admin.id } })).toMatchObject([
      { message: `1501 commissions (${total}) wait until it is funded.` },
    ]);
    await updateSettings(SYSTEM_ACTOR, { referralRate: "0.01" });
    await fundHouse("referral", "USDT", 152n * MICRO);
    const second = await createTestAdmin();
    // There is enough: they are only not paid yet.
    await warnIfShort();
    expect(await toldToUsers.count({ where: { userId: second.id } })).toBe(0);
    expect(await payReferrals()).toBe(1_501);
    expect(await usdtOf(ann)).toBe(formatMicro(funds + 151n * MICRO));
  });

  it("does not stop anybody from trading", async () => {
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    const funds = await referralFunds();
    await payFee(bob, (funds + MICRO) * 10n);
    expect(await payReferrals()).toBe(0);
    await payFee(bob, MICRO);
    expect(await dues()).toBe(2);
    await fundHouse("referral", "USDT", 100n * MICRO);
    expect(await payReferrals()).toBe(2);
  });
});

describe("exactly once", () => {
  it("with several workers and new fees at the same time", async () => {
    const referrers = await Promise.all([createTestUser(), createTestUser(), createTestUser()]);
    const payers = await Promise.all(referrers.flatMap((one) => [invitedBy(one), invitedBy(one)]));
    const fees = payers.flatMap((payer) => [1, 2, 3, 4, 5].map((n) => [payer, n] as const));
    await recordPrice();
    const work = fees.map(([payer, n]) => payFee(payer, BigInt(n) * 10_000n));
    const workers = Array.from({ length: 6 }, () => payReferrals());
    await Promise.all([...work, ...workers]);
    await payReferrals();
    for (const referrer of referrers) {
      expect(await usdtOf(referrer)).toBe("0.030000");
      expect(await prisma.referralEarning.count({ where: { referrerId: referrer.id } })).toBe(10);
    }
    expect(await dues()).toBe(0);
  });

  it("also when a source becomes due again", async () => {
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    const tradeId = await payFee(bob, MICRO);
    await payReferrals();
    await database.query(
      `INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro)
       VALUES ('trade', $1, $2, $3, 1000000)`,
      [tradeId, ann.id, bob.id],
    );
    expect([await payReferrals(), await dues()]).toEqual([0, 0]);
    expect(await usdtOf(ann)).toBe("0.100000");
  });

  it("and not at all when the worker dies before it is done", async () => {
    const ann = await createTestUser();
    await payFee(await invitedBy(ann), MICRO);
    await sql
      .begin(async (tx) => {
        await tx`SELECT * FROM pay_referrals(100000, '{}'::text[], 10)`;
        throw new Error("killed");
      })
      .catch(() => undefined);
    expect([await dues(), await usdtOf(ann)]).toEqual([1, "0.000000"]);
    expect(await payReferrals()).toBe(1);
    expect(await usdtOf(ann)).toBe("0.100000");
  });

  it("works through more than one batch", async () => {
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    await makeDue(ann, bob, 2_500, 1_000n);
    expect(await payReferrals()).toBe(2500);
    expect(await usdtOf(ann)).toBe("0.250000");
  });
});

describe("news", () => {
  const notes = (userId: string) =>
    toldToUsers.findMany({ where: { userId, type: "referral" }, orderBy: { id: "asc" } });

  it("tell each payment once and leave nothing out", async () => {
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    await payReferrals();
    await deliverAll();
    await payFee(bob, MICRO);
    await payReferrals();
    await deliverAll();
    expect(await notes(ann.id)).toHaveLength(1);
    await payFee(bob, 2n * MICRO);
    await payFee(bob, 3n * MICRO);
    await payReferrals();
    await deliverAll();
    await deliverAll();
    expect((await notes(ann.id)).map(({ message }) => message)).toEqual([
      "You received 0.10\u00a0USDT from 1 fee of people you invited.",
      "You received 0.50\u00a0USDT from 2 fees of people you invited.",
    ]);
  });

  it("come with the payment, seconds after the fee", async () => {
    const ann = await createTestUser();
    const bob = await invitedBy(ann);
    const loops = [1, 2].flatMap(() => [startReferralLoop(), startRelay(deliveries)]);
    await payFee(bob, MICRO);
    await until("the referrer was told", async () => (await notes(ann.id)).length > 0);
    await Promise.all(loops.map((loop) => loop.stop()));
    expect(await usdtOf(ann)).toBe("0.100000");
    expect(await notes(ann.id)).toHaveLength(1);
  });
});

describe("the application's role", () => {
  it.each([
    "INSERT INTO referral_earning SELECT * FROM referral_earning",
    "UPDATE referral_earning SET earned_micro = 0",
    "DELETE FROM referral_earning",
    "INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro) SELECT 'trade', uuid_v7(), referrer_id, referred_id, 1 FROM referral_earning",
    "DELETE FROM referral_due",
    "INSERT INTO referral_news (referrer_id, payments, earned_micro) VALUES (uuid_v7(), 1, 1)",
  ])("may not: %s", async (statement) => {
    await expect(sql.unsafe(statement)).rejects.toThrow("permission denied");
  });

  it("has the verify command notice an earning that was changed", async () => {
    const corrupt = (change: string) =>
      database.query(
        `SET session_replication_role = replica; UPDATE referral_earning SET earned_micro = earned_micro ${change}`,
      );
    await corrupt("- 1");
    const { checks } = await verifyLedger();
    expect(checks.filter((check) => check.differences > 0).map(({ name }) => name)).toEqual([
      "commissions",
    ]);
    await corrupt("+ 1");
  });

  it("has the verify command notice an earning that was paid twice", async () => {
    const { id, referrerId, earnedMicro } = await prisma.referralEarning.findFirstOrThrow({
      orderBy: { id: "asc" },
    });
    await postTransfers({
      kind: "referral_commission",
      key: "again",
      actorId: null,
      transfers: [
        {
          from: { house: "referral", currency: "USDT" },
          to: { user: referrerId, kind: "available", currency: "USDT" },
          amountMicro: earnedMicro,
        },
      ],
      reference: { type: "referral_earning", id },
    });
    const { checks } = await verifyLedger();
    expect(checks.filter((check) => check.differences > 0).map(({ name }) => name)).toEqual([
      "commissions",
    ]);
    await unpost("again");
  });
});
