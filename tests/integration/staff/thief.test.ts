import { randomUUID } from "node:crypto";
import { PUT as processApproval } from "@/app/api/admin/approvals/[id]/process/route";
import { GET as rule } from "@/app/api/admin/approvals/rule/route";
import { POST as houseTransfer } from "@/app/api/admin/house/transfers/route";
import { PUT as changePlan } from "@/app/api/admin/savings/[id]/route";
import { PATCH as togglePlan } from "@/app/api/admin/savings/[id]/toggle-status/route";
import { POST as addPlan } from "@/app/api/admin/savings/route";
import { PUT as changeWallet } from "@/app/api/wallets/[id]/route";
import { POST as addWallet } from "@/app/api/wallets/route";
import type { AloneRule, ApprovalDto } from "@/lib/approvals/schema";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import type { Settings } from "@/lib/settings/schema";
import { updateSettings } from "@/lib/site/mutations";
import { formOf, newHash, pngImage, reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { recordTick } from "@/tests/support/ledger/ledger-model-fixture";
import { asOwner } from "@/tests/support/owner";
import { asked, decideDeposit, decideWithdrawal, reported } from "./desk-support";
import { auditOf, availableUsdt, fundTreasury, manageBalance } from "./support";

// Somebody with rights over money who knows every endpoint, alone or with one helper among the users.

const thiefOf = () => signedInAdmin({ permissions: ["finance"] });
const set = (changes: Partial<Settings>) => updateSettings(SYSTEM_ACTOR, changes);

type Waiting = { approval: ApprovalDto };
const call = (handler: RouteHandler, method: string, token: string, body: unknown, id = "") =>
  callRoute<Waiting>(handler, {
    method,
    token,
    params: { id },
    body,
    idempotencyKey: randomUUID(),
  });
const decide = (token: string, { id }: { id: string }, action = "approve", note?: string) =>
  callRoute<Waiting & { message: string }>(processApproval, {
    method: "PUT",
    token,
    params: { id },
    body: { action, note },
  });
/** The request that an answer of any endpoint says waits. */
function waiting(answer: { status: number; body: unknown }): ApprovalDto {
  expect(answer).toMatchObject({ status: 202, body: { approval: { status: "pending" } } });
  return (answer.body as Waiting).approval;
}
const deposit = (amount: string) => reported("USDT", { amount, transactionHash: newHash() });
const confirm = { action: "confirm" };

beforeAll(async () => {
  await fundTreasury();
  await set({ fourEyesThreshold: "1000", withdrawalDailyLimit: "100000" });
});
afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("a thief with rights over money waits for somebody else", () => {
  it("with twelve times a hundred", async () => {
    const { token } = await thiefOf();
    const { user } = await signedInUser();
    const add = { amount: "100", operation: "add", reason: "Opening gift" };
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await manageBalance(token, user.id, add));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 202, 202]);
    expect(await availableUsdt(user.id)).toBe(1_000_000_000n);
  });

  it("with as many at once, for as many users", async () => {
    const { token } = await thiefOf();
    const users = await Promise.all(Array.from({ length: 8 }, () => signedInUser()));
    const add = { amount: "300", operation: "add", reason: "Opening gift" };
    const answers = await Promise.all(users.map(({ user }) => manageBalance(token, user.id, add)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
  });

  it("with an accomplice's deposit, and what comes of it", async () => {
    const { token } = await thiefOf();
    const { deposit: large, user } = await deposit("99999999");
    const approval = waiting(await decideDeposit(token, large.id, confirm));
    expect(approval).toMatchObject({
      kind: "deposit.confirm",
      user: { id: user.id },
      valueUsdt: "99999999.000000",
      about: { number: large.number, amount: "99999999.000000", network: "ERC20" },
    });
    expect(await availableUsdt(user.id)).toBe(0n);
    expect((await decide(token, approval)).status).toBe(403);
  });

  it("with a small deposit that was confirmed, and the withdrawal of it", async () => {
    const { token } = await thiefOf();
    const colleague = await thiefOf();
    const owner = await signedInUser({ withdrawPassword: "withdraw me" });
    const wallet = await createWalletRow("USDT", "ERC20");
    const { body } = await reportDeposit(owner.token, wallet, { amount: "30" });
    expect((await decideDeposit(token, body.deposit.id, confirm)).status).toBe(200);
    const { id } = await asked(owner);
    const approval = waiting(await decideWithdrawal(token, id, { action: "approve" }));
    expect((await decide(colleague.token, approval)).status).toBe(200);
    const row = await prisma.withdrawal.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: "processing" });
    const complete = { action: "complete", transactionHash: newHash().slice(2) };
    waiting(await decideWithdrawal(token, id, complete));
    // Whoever credited nothing does it alone.
    const ended = await prisma.approval.findFirstOrThrow({
      where: { kind: "withdrawal.complete", subject: id },
    });
    expect((await decideWithdrawal(colleague.token, id, complete)).status).toBe(200);
    expect(await prisma.approval.findUniqueOrThrow({ where: { id: ended.id } })).toMatchObject({
      status: "expired",
    });
  });

  it("with a deposit address, new or changed, but not to switch one off", async () => {
    const { token } = await thiefOf();
    const place = { currency: "ETH", network: "ERC20" };
    const address = "0x8ba1f109551bd432803012645ac136ddd64dba72";
    const body = formOf({ ...place, address, password: TEST_PASSWORD, qrImage: await pngImage() });
    const created = waiting(await call(addWallet, "POST", token, body));
    expect(created).toMatchObject({ kind: "wallet.change", valueUsdt: null, about: { address } });
    const shown = await createWalletRow("ETH", "ERC20");
    const change = { address, password: TEST_PASSWORD };
    const changed = waiting(await call(changeWallet, "PUT", token, change, shown.id));
    const label = { label: `Send to ${address}` };
    // One thing waits once.
    expect(waiting(await call(changeWallet, "PUT", token, label, shown.id)).id).toBe(changed.id);
    expect(await prisma.wallet.count({ where: { address } })).toBe(0);
    const off = await call(changeWallet, "PUT", token, { isActive: false }, shown.id);
    expect(off.status).toBe(200);
    waiting(await call(changeWallet, "PUT", (await thiefOf()).token, { isActive: true }, shown.id));
    const colleague = await thiefOf();
    expect((await decide(colleague.token, created)).status).toBe(200);
    const made = await prisma.wallet.findUniqueOrThrow({ where: { id: created.subject } });
    expect(made).toMatchObject({ address, addressConfirmed: true, qrFileId: expect.any(String) });
    // It was switched off since it was asked for.
    const late = await decide(colleague.token, changed);
    expect(late.status).toBe(409);
    expect(await prisma.approval.findUniqueOrThrow({ where: { id: changed.id } })).toMatchObject({
      status: "refused",
    });
  });

  it("with a plan of 100% a day, or any other that can pay much", async () => {
    await recordTick(4000);
    const { token } = await thiefOf();
    const plan = {
      name: "Mine",
      type: "fixed",
      currency: "USDT",
      dailyRate: "0.0001",
      durationDays: 30,
      minAmount: "10",
      capacity: "10000",
    };
    const add = (changes: object) => call(addPlan, "POST", token, { ...plan, ...changes });
    const modest = await add({});
    expect(modest.status).toBe(201);
    const { saving } = modest.body as unknown as { saving: { id: string } };
    waiting(await call(changePlan, "PUT", token, { dailyRate: "1" }, saving.id));
    expect(waiting(await add({ dailyRate: "1", capacity: "1" }))).toMatchObject({
      about: { dailyRate: "1", yearlyRate: "365" },
    });
    // Below the ceiling, but with the 30 of the plan that is there it can pay more than the threshold.
    expect(
      waiting(await add({ dailyRate: "0.00075", durationDays: 13, capacity: "100000" })),
    ).toMatchObject({
      valueUsdt: "975.000000",
    });
    waiting(await add({ capacity: null, type: "flexible", durationDays: null }));
    const closed = await call(togglePlan, "PATCH", token, { isActive: false }, saving.id);
    expect(closed.status).toBe(200);
    const high = await add({ dailyRate: "0.0009", capacity: null });
    const approval = waiting(high);
    expect((await decide((await thiefOf()).token, approval)).status).toBe(200);
    const made = await prisma.savingPlan.findUniqueOrThrow({ where: { id: approval.subject } });
    expect(made).toMatchObject({ name: "Mine", dailyRatePpb: 900_000n });
  });

  it("with a house transfer to the outside, whose key is the approval's", async () => {
    const { token, user } = await thiefOf();
    const body = {
      from: "treasury",
      to: "external",
      currency: "USDT",
      amount: "1000.5",
      reason: "To the bank",
      reference: "Statement 7",
    };
    const key = randomUUID();
    const send = () => callRoute<Waiting>(houseTransfer, { token, body, idempotencyKey: key });
    const approval = waiting(await send());
    expect((await send()).body.approval.id).toBe(approval.id);
    const inside = { ...body, to: "fees" };
    expect((await call(houseTransfer, "POST", token, { ...inside, to: "interest" })).status).toBe(
      201,
    );
    const colleague = await thiefOf();
    expect((await decide(colleague.token, approval)).status).toBe(200);
    const [entry] = await prisma.auditEntry.findMany({
      where: { action: "house.transfer", actorId: user.id },
      orderBy: { seq: "desc" },
    });
    expect(entry?.after).toMatchObject({
      reference: "Statement 7",
      requestedBy: user.username,
      approvedBy: colleague.user.username,
    });
    expect((await send()).body.approval).toMatchObject({ id: approval.id, status: "approved" });
  });

  it("with a colleague of theirs, each below the threshold, for one user", async () => {
    const [one, other] = [await thiefOf(), await thiefOf()];
    const owner = await signedInUser();
    const wallet = await createWalletRow("USDT", "ERC20");
    const ids = [];
    for (const amount of ["600", "601"]) {
      const { body } = await reportDeposit(owner.token, wallet, { amount });
      ids.push(body.deposit.id);
    }
    expect((await decideDeposit(one.token, ids[0]!, confirm)).status).toBe(200);
    const { left } = (
      await callRoute<AloneRule>(rule, {
        token: other.token,
        path: `/api/admin/approvals/rule?userId=${owner.user.id}`,
      })
    ).body;
    expect(left).toBe("400.000000");
    waiting(await decideDeposit(other.token, ids[1]!, confirm));
    expect(await availableUsdt(owner.user.id)).toBe(600_000_000n);
  });
});

describe("what waits", () => {
  it("is done in the name of the one who asked, with both names, and is nobody's twice", async () => {
    const [proposer, colleague] = [await thiefOf(), await thiefOf()];
    const { deposit: large, user } = await deposit("5000");
    const approval = waiting(await decideDeposit(proposer.token, large.id, confirm));
    // A colleague who confirms it too finds what waits.
    const second = waiting(await decideDeposit(colleague.token, large.id, confirm));
    expect([second.id, second.requestedBy.id]).toEqual([approval.id, proposer.user.id]);
    const answers = await Promise.all([
      decide(colleague.token, approval),
      decide(colleague.token, approval),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await availableUsdt(user.id)).toBe(5_000_000_000n);
    const row = await prisma.deposit.findUniqueOrThrow({ where: { id: large.id } });
    expect(row.processedById).toBe(proposer.user.id);
    expect((await auditOf(user.id)).at(-1)).toMatchObject({
      action: "deposit.confirm",
      actorId: proposer.user.id,
      after: { requestedBy: proposer.user.username, approvedBy: colleague.user.username },
    });
  });

  it("ends with what it is about, and can't be approved any more", async () => {
    const [proposer, colleague] = [await thiefOf(), await thiefOf()];
    const { deposit: large } = await deposit("5000");
    const approval = waiting(await decideDeposit(proposer.token, large.id, confirm));
    const reject = { action: "reject", adminNotes: "Nothing arrived" };
    expect((await decideDeposit(colleague.token, large.id, reject)).status).toBe(200);
    expect(await decide(colleague.token, approval)).toMatchObject({
      status: 409,
      body: {
        code: "ALREADY_PROCESSED",
        message: "What this request is about has changed meanwhile: the request has ended",
      },
    });
  });

  it("is refused as ever while the account is on hold, and goes on waiting", async () => {
    const [proposer, colleague] = [await thiefOf(), await thiefOf()];
    const { id, user } = await asked();
    await set({ fourEyesThreshold: "1" });
    const approval = waiting(await decideWithdrawal(proposer.token, id, { action: "approve" }));
    await set({ fourEyesThreshold: "1000" });
    await asOwner().user.update({
      where: { id: user.id },
      data: { withdrawalsHeldUntil: new Date(Date.now() + 3_600_000) },
    });
    expect(await decide(colleague.token, approval)).toMatchObject({
      status: 409,
      body: { code: "ACCOUNT_ON_HOLD" },
    });
    const row = await prisma.approval.findUniqueOrThrow({ where: { id: approval.id } });
    expect(row.status).toBe("pending");
  });

  it("credits a transaction once more only with a reason and a second person, whatever the threshold", async () => {
    await set({ fourEyesThreshold: "0" });
    const [proposer, colleague] = [await thiefOf(), await thiefOf()];
    const transactionHash = newHash();
    const [first, again] = [
      await reported("USDT", { transactionHash }),
      await reported("USDT", { transactionHash }),
    ];
    await decideDeposit(proposer.token, first.deposit.id, confirm);
    const plain = await decideDeposit(proposer.token, again.deposit.id, confirm);
    expect([plain.status, plain.body.code]).toEqual([409, "TRANSACTION_ALREADY_CREDITED"]);
    const overrideReason = "The first was credited to the wrong person";
    const approval = waiting(
      await decideDeposit(proposer.token, again.deposit.id, { ...confirm, overrideReason }),
    );
    expect(approval).toMatchObject({
      reason: overrideReason,
      valueUsdt: "1.000000",
      about: { repeatsTransaction: true, transactionHash },
    });
    expect((await decide(colleague.token, approval)).status).toBe(200);
    await set({ fourEyesThreshold: "1000" });
    expect(await availableUsdt(again.user.id)).toBe(1_000_000n);
    const row = await prisma.deposit.findUniqueOrThrow({ where: { id: again.deposit.id } });
    expect(row).toMatchObject({ status: "completed", repeatsTransaction: true });
  });
});
