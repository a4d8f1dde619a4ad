import { randomBytes, randomUUID } from "node:crypto";
import { PUT as process } from "@/app/api/admin/withdrawals/[id]/process/route";
import { GET as adminList } from "@/app/api/admin/withdrawals/route";
import { POST as openTrade } from "@/app/api/trades/route";
import { PUT as cancel } from "@/app/api/withdrawals/[id]/cancel/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { balancesOf } from "@/lib/ledger/data";
import { listHouseAccounts } from "@/lib/ledger/house";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { userIdOf } from "@/lib/sessions/user-id";
import { updateSettings } from "@/lib/site/mutations";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import type { AdminWithdrawalDto, WithdrawalDto } from "@/lib/withdrawals/schema";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";

const PASSWORD = "withdraw me";
const newHash = () => randomBytes(32).toString("hex");

type Processed = { withdrawal: AdminWithdrawalDto; status?: string };
const decide = (token: string, id: string, body: object) =>
  callRoute<Processed>(process, { method: "PUT", token, params: { id }, body });
const takeBack = (token: string, id: string) =>
  callRoute<{ withdrawal: WithdrawalDto }>(cancel, { method: "PUT", token, params: { id } });
const usdt = async (userId: string) => (await balancesOf(userId)).USDT;
const houseUsdt = async (kind: string) =>
  (await listHouseAccounts(prisma)).find((row) => row.kind === kind && row.currency === "USDT")
    ?.balanceMicro ?? 0n;

async function pending(admin = false) {
  const signedIn = admin
    ? await signedInAdmin({ withdrawPassword: PASSWORD })
    : await signedInUser({ withdrawPassword: PASSWORD });
  await creditUser(signedIn.user.id, 500_000_000n);
  const { id } = await requestWithdrawal(userIdOf(signedIn.user.id), randomUUID(), {
    currency: "USDT",
    network: "TRC20",
    address: ADDRESSES.TRC20,
    amount: "200",
    withdrawPassword: PASSWORD,
  });
  return { ...signedIn, id };
}

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("processing a withdrawal", () => {
  it("goes from pending over processing to completed, and pays amount and fee out of held", async () => {
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1.25" });
    const { user, id } = await pending();
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "0" });
    await deliverAll();
    const admin = await signedInAdmin();
    const [external, fees] = [await houseUsdt("external"), await houseUsdt("fees")];

    const approved = await decide(admin.token, id, { action: "approve" });
    expect(approved.body.withdrawal).toMatchObject({ status: "processing", processedAt: null });
    expect((await usdt(user.id)).held).toBe(200_000_000n);

    const transactionHash = newHash();
    const done = await decide(admin.token, id, { action: "complete", transactionHash });
    expect(done.body.withdrawal).toMatchObject({
      status: "completed",
      transactionHash,
      net: "198.750000",
      processedBy: { id: admin.user.id },
      balance: { available: "300.000000", held: "0.000000" },
    });
    expect(await usdt(user.id)).toMatchObject({ available: 300_000_000n, held: 0n });
    expect((await houseUsdt("external")) - external).toBe(198_750_000n);
    expect((await houseUsdt("fees")) - fees).toBe(1_250_000n);

    const notices = await toldToUsers.findMany({
      where: { userId: user.id },
      orderBy: { createdAt: "asc" },
    });
    expect(notices.map(({ title }) => title)).toEqual([
      "Withdrawal requested",
      "Withdrawal approved",
      "Withdrawal sent",
    ]);
    expect(notices[2]?.message.replaceAll("\u00a0", " ")).toContain(
      " of 200.00 USDT was sent less the fee of 1.25 USDT as 198.75 USDT. Hash: ",
    );
    const audit = await prisma.auditEntry.findMany({
      where: { targetId: id },
      orderBy: { seq: "asc" },
    });
    expect(audit.map(({ action }) => action)).toEqual([
      "withdrawal.approve",
      "withdrawal.complete",
    ]);
  });

  it.each([["pending"], ["processing"]])(
    "releases the amount of a rejected %s one",
    async (state) => {
      const { user, id } = await pending();
      const admin = await signedInAdmin();
      if (state === "processing") await decide(admin.token, id, { action: "approve" });
      const answer = await decide(admin.token, id, {
        action: "reject",
        adminNotes: "Wrong address",
      });
      expect(answer.body.withdrawal).toMatchObject({
        status: "failed",
        adminNotes: "Wrong address",
      });
      expect(await usdt(user.id)).toMatchObject({ available: 500_000_000n, held: 0n });
    },
  );

  it.each([[{}], [{ adminNotes: "" }], [{ adminNotes: "no" }]])(
    "is not rejected without a reason: %j",
    async (note) => {
      const { id } = await pending();
      const admin = await signedInAdmin();
      const { status, body } = await decide(admin.token, id, { action: "reject", ...note });
      expect([status, body.errors]).toEqual([
        422,
        { adminNotes: ["The reason needs at least 5 characters"] },
      ]);
    },
  );

  it("keeps who approved apart from who completed", async () => {
    const { id } = await pending();
    const [first, second] = [await signedInAdmin(), await signedInAdmin()];
    const approved = await decide(first.token, id, { action: "approve" });
    expect(approved.body.withdrawal).toMatchObject({
      approvedBy: { id: first.user.id },
      completedBy: null,
    });
    const transactionHash = newHash();
    const done = await decide(second.token, id, { action: "complete", transactionHash });
    expect(done.body.withdrawal).toMatchObject({
      approvedBy: { id: first.user.id },
      completedBy: { id: second.user.id },
    });
  });

  it("lets no money leave an account that is switched off or on hold, and gives it back", async () => {
    const admin = await signedInAdmin();
    for (const data of [
      { isActive: false },
      { withdrawalsHeldUntil: new Date(Date.now() + 3_600_000) },
    ]) {
      const { user, id } = await pending();
      const waiting = await pending();
      await decide(admin.token, waiting.id, { action: "approve" });
      for (const { user: each } of [{ user }, waiting])
        await asOwner().user.update({ where: { id: each.id }, data });
      const transactionHash = newHash();
      const refused = [
        await decide(admin.token, id, { action: "approve" }),
        await decide(admin.token, waiting.id, { action: "complete", transactionHash }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
        [409, "ACCOUNT_ON_HOLD"],
        [409, "ACCOUNT_ON_HOLD"],
      ]);
      const reject = { action: "reject", adminNotes: "Fraud under review" };
      expect((await decide(admin.token, id, reject)).status).toBe(200);
    }
  });

  it("completes only what was approved, with a hash as staff paste it", async () => {
    const { id } = await pending();
    const admin = await signedInAdmin();
    const transactionHash = newHash();
    const early = await decide(admin.token, id, { action: "complete", transactionHash });
    expect([early.status, early.body.code]).toEqual([409, "CONFLICT"]);
    await decide(admin.token, id, { action: "approve" });
    const bare = await decide(admin.token, id, { action: "complete" });
    expect([bare.status, bare.body.message]).toEqual([422, "Please enter the transaction hash"]);
    const words = { action: "complete", transactionHash: "two words" };
    expect((await decide(admin.token, id, words)).status).toBe(422);
    const given = `0x${transactionHash.toUpperCase()}`;
    const done = await decide(admin.token, id, {
      action: "complete",
      transactionHash: ` ${given} `,
    });
    expect([done.status, done.body.withdrawal.transactionHash]).toEqual([200, transactionHash]);
  });

  it("decides once when two of staff decide at once", async () => {
    const { user, id } = await pending();
    const admins = await Promise.all([signedInAdmin(), signedInAdmin()]);
    await decide(admins[0].token, id, { action: "approve" });
    const answers = await Promise.all([
      decide(admins[0].token, id, { action: "complete", transactionHash: newHash() }),
      decide(admins[1].token, id, { action: "reject", adminNotes: "Suspicious" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409);
    const winner = admins[answers.findIndex(({ status }) => status === 200)];
    expect(loser?.body.message).toMatch(
      `This request has already been processed by ${winner?.user.username} on `,
    );
    const { available, held } = await usdt(user.id);
    expect(held).toBe(0n);
    expect(available).toBe(answers[0].status === 200 ? 300_000_000n : 500_000_000n);
  });

  it("is not rejected by who has not seen that it was approved: coins may be on their way", async () => {
    const { user, id } = await pending();
    const [first, second] = await Promise.all([signedInAdmin(), signedInAdmin()]);
    await decide(first.token, id, { action: "approve" });
    const reject = { action: "reject", adminNotes: "Suspicious" };
    const stale = await decide(second.token, id, { ...reject, seenStatus: "pending" });
    expect([stale.status, stale.body.code]).toEqual([409, "ALREADY_PROCESSED"]);
    expect(stale.body.message).toContain(first.user.username);
    expect((await usdt(user.id)).held).toBe(200_000_000n);
    const aware = await decide(second.token, id, { ...reject, seenStatus: "processing" });
    expect(aware.body.withdrawal.status).toBe("failed");
    expect(await usdt(user.id)).toMatchObject({ available: 500_000_000n, held: 0n });
  });

  it("is not for one's own withdrawal", async () => {
    const { token, id } = await pending(true);
    expect((await decide(token, id, { action: "approve" })).status).toBe(403);
  });

  it("is for staff of the area only, and finds nothing that is not there", async () => {
    const { id, token } = await pending();
    const support = await signedInAdmin({ permissions: ["support"] });
    const admin = await signedInAdmin();
    for (const bearer of [token, support.token]) {
      expect((await decide(bearer, id, { action: "approve" })).status).toBe(403);
    }
    expect((await decide(admin.token, randomUUID(), { action: "approve" })).status).toBe(404);
    expect((await decide(admin.token, id, { action: "pay" })).status).toBe(422);
  });
});

describe("cancelling", () => {
  it("gives the amount back while it is pending, once", async () => {
    const { user, token, id } = await pending();
    const answer = await takeBack(token, id);
    expect([answer.status, answer.body.withdrawal.status]).toEqual([200, "cancelled"]);
    expect(await usdt(user.id)).toMatchObject({ available: 500_000_000n, held: 0n });
    expect((await takeBack(token, id)).body.code).toBe("ALREADY_PROCESSED");
    const admin = await signedInAdmin();
    const late = await decide(admin.token, id, { action: "approve" });
    expect(late.body.message).toMatch("This request has already been processed by its owner on ");
    expect((await usdt(user.id)).available).toBe(500_000_000n);
  });

  it("is told quietly in the session that cancelled, and in a dialog everywhere else", async () => {
    const { user, token, id } = await pending();
    const session = await prisma.session.findFirstOrThrow({ where: { userId: user.id } });
    const { heard, stop } = await hearEvents();
    await takeBack(token, id);
    const told = () => heard.find(({ title }) => title === "Withdrawal cancelled");
    await until("it is told", () => told() !== undefined);
    await stop();
    expect(told()).toMatchObject({ u: user.id, by: session.id });
    expect(told()).not.toHaveProperty("quiet");
  });

  it("is too late once it was approved", async () => {
    const { user, token, id } = await pending();
    const admin = await signedInAdmin();
    await decide(admin.token, id, { action: "approve" });
    const answer = await takeBack(token, id);
    expect([answer.status, answer.body.code]).toEqual([409, "ALREADY_PROCESSED"]);
    expect((await usdt(user.id)).held).toBe(200_000_000n);
  });

  it("and approving at once: exactly one of them happens", async () => {
    const admin = await signedInAdmin();
    for (let round = 0; round < 5; round += 1) {
      const { user, token, id } = await pending();
      const [taken, approved] = await Promise.all([
        takeBack(token, id),
        decide(admin.token, id, { action: "approve" }),
      ]);
      expect([taken.status, approved.status].sort()).toEqual([200, 409]);
      const row = await prisma.withdrawal.findUniqueOrThrow({ where: { id } });
      expect(row.status).toBe(taken.status === 200 ? "cancelled" : "processing");
      expect((await usdt(user.id)).held).toBe(taken.status === 200 ? 0n : 200_000_000n);
    }
  });
});

describe("the staff's list", () => {
  it("finds a withdrawal with the balances to check it against", async () => {
    const { user, id } = await pending();
    const admin = await signedInAdmin();
    const path = `/api/admin/withdrawals?status=pending&search=${user.email}`;
    const answer = await callRoute<{ withdrawals: AdminWithdrawalDto[] }>(adminList, {
      token: admin.token,
      path,
    });
    expect(answer.body.withdrawals).toMatchObject([
      { id, user: { id: user.id }, balance: { available: "300.000000", held: "200.000000" } },
    ]);
  });
});

describe("a key", () => {
  /** The next answer gets lost after what it is about was committed, as when the server dies then. */
  const loseAnswer = () =>
    jest
      .spyOn(prisma.idempotencyRecord, "updateMany")
      .mockRejectedValueOnce(Object.assign(new Error("gone"), { code: "ECONNRESET" }));
  afterEach(() => jest.restoreAllMocks());

  it("gets the first answer again when one takes a withdrawal back", async () => {
    const { token, id } = await pending();
    const idempotencyKey = randomUUID();
    const again = () =>
      callRoute<{ withdrawal: WithdrawalDto }>(cancel, {
        method: "PUT",
        path: `/api/withdrawals/${id}/cancel`,
        token,
        params: { id },
        idempotencyKey,
      });
    loseAnswer();
    expect((await again()).status).toBe(503);
    for (let n = 0; n < 2; n++) {
      expect(await again()).toMatchObject({
        status: 200,
        body: { withdrawal: { id, status: "cancelled" } },
      });
    }
  });

  it("gets the answer to a decision that was made and never told", async () => {
    const { id } = await pending();
    const { token } = await signedInAdmin();
    const idempotencyKey = randomUUID();
    const approve = (action = "approve") =>
      callRoute<Processed>(process, {
        method: "PUT",
        path: `/api/admin/withdrawals/${id}/process`,
        token,
        params: { id },
        body: { action, ...(action === "reject" ? { adminNotes: "Not today" } : {}) },
        idempotencyKey,
      });
    loseAnswer();
    expect((await approve()).status).toBe(503);
    for (let n = 0; n < 2; n++) {
      expect(await approve()).toMatchObject({
        status: 200,
        body: { withdrawal: { status: "processing" } },
      });
    }
    expect((await approve("reject")).body.code).toBe("IDEMPOTENCY_CONFLICT");
  });

  it("stands for one request, whatever its endpoint", async () => {
    const { token, id } = await pending();
    const keyed = (idempotencyKey: string) => ({ token, idempotencyKey });
    const body = { type: "option", direction: "up", amount: "5", duration: 30 };
    const takeBackWith = (key: string) =>
      callRoute(cancel, {
        ...keyed(key),
        method: "PUT",
        path: `/api/withdrawals/${id}/cancel`,
        params: { id },
      });
    const trade = (key: string) =>
      callRoute(openTrade, { ...keyed(key), path: "/api/trades", body });
    expect((await takeBackWith("fresh")).status).toBe(200);
    expect((await trade("fresh")).body.code).toBe("IDEMPOTENCY_CONFLICT");
    const other = { ...keyed("fresh"), method: "PUT", path: "/api/withdrawals/x/cancel" };
    expect((await callRoute(cancel, { ...other, params: { id: randomUUID() } })).status).toBe(409);
  });
});
