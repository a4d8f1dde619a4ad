import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { PUT as process } from "@/app/api/admin/approvals/[id]/process/route";
import { GET as list } from "@/app/api/admin/approvals/route";
import { GET as queue } from "@/app/api/admin/queue/route";
import { GET as ownAudit } from "@/app/api/user/audit/route";
import { expireApprovals } from "@/lib/approvals/decisions";
import type { ApprovalDto, ApprovalList } from "@/lib/approvals/schema";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { OwnAuditList } from "@/lib/audit/own-schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { updateSettings } from "@/lib/site/mutations";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { recordTick } from "@/tests/support/ledger/ledger-model-fixture";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { auditOf, availableUsdt, fundTreasury, manageBalance } from "./support";

const setThreshold = (fourEyesThreshold: string) =>
  updateSettings(SYSTEM_ACTOR, { fourEyesThreshold });
const add = (amount: string) => ({ amount, operation: "add", reason: "Opening gift" });

const decide = (token: string | undefined, id: string, body: object, idempotencyKey?: string) =>
  callRoute<{ approval: ApprovalDto }>(process, {
    method: "PUT",
    path: `/api/admin/approvals/${id}/process`,
    params: { id },
    token,
    body,
    idempotencyKey,
  });
const approve = { action: "approve" };
const reject = { action: "reject", note: "Not agreed" };

const listAll = async (token: string, query: string) =>
  (await callRoute<ApprovalList>(list, { token, path: `/api/admin/approvals?${query}` })).body;

/** Asks for a change above the threshold. */
async function requested(change: object = add("250")) {
  const [proposer, colleague, customer] = [
    await signedInAdmin(),
    await signedInAdmin({ permissions: ["finance"] }),
    await signedInUser(),
  ];
  const answer = await manageBalance(proposer.token, customer.user.id, change, randomUUID());
  expect(answer.status).toBe(202);
  const { approval } = answer.body as unknown as { approval: ApprovalDto };
  return { proposer, colleague, customer, approval };
}

beforeAll(async () => {
  await fundTreasury();
  await setThreshold("100");
});

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("a change above the threshold", () => {
  it("waits, moves nothing and is on record", async () => {
    const { approval, customer, proposer } = await requested();
    expect(approval).toMatchObject({
      status: "pending",
      kind: "balance.add",
      about: { amount: "250.000000", currency: "USDT" },
      valueUsdt: "250.000000",
      available: "0.000000",
      requestedBy: { username: proposer.user.username },
      decidedBy: null,
    });
    const days = (Date.parse(approval.expiresAt) - Date.parse(approval.createdAt)) / 86_400_000;
    expect(days).toBe(7);
    expect(await availableUsdt(customer.user.id)).toBe(0n);
    expect(await auditOf(customer.user.id)).toMatchObject([
      { action: "balance.request", after: { USDT: "+250.000000" }, reason: "Opening gift" },
    ]);
  });

  it("is the first request again for a repeated key", async () => {
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    const key = randomUUID();
    const first = await manageBalance(token, user.id, add("500"), key);
    const again = await manageBalance(token, user.id, add("500"), key);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(await prisma.approval.count({ where: { userId: user.id } })).toBe(1);
  });

  it.each([
    ["that waits", "500"],
    ["that was made", "90"],
  ])("%s is not another one with its key, also after the record was lost", async (_, amount) => {
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    const key = randomUUID();
    const first = await manageBalance(token, user.id, add(amount), key);
    const changes = [{ amount: "70" }, { operation: "subtract" }, { currency: "XAUT" }];
    for (const change of [...changes, { reason: "Another reason" }]) {
      await prisma.idempotencyRecord.deleteMany({ where: { key } });
      const other = await manageBalance(token, user.id, { ...add(amount), ...change }, key);
      expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
    }
    const again = await manageBalance(token, user.id, add(amount), key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
  });

  it("asks for nobody about a change that was made before the threshold was lowered", async () => {
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    const key = randomUUID();
    const first = await manageBalance(token, user.id, add("90"), key);
    await prisma.idempotencyRecord.deleteMany({ where: { key } });
    await setThreshold("50");
    const again = await manageBalance(token, user.id, add("90"), key);
    await setThreshold("100");
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it.each([
    ["exactly the threshold", "100", 200],
    ["a unit more", "100.000001", 202],
  ])("%s", async (_name, amount, status) => {
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    expect((await manageBalance(token, user.id, add(amount))).status).toBe(status);
  });

  it("is asked for by its value at the current price in XAUT, and always without one", async () => {
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    const xaut = (amount: string) =>
      manageBalance(token, user.id, { ...add(amount), currency: "XAUT" });
    expect((await xaut("0.000001")).status).toBe(202);
    await recordTick(4000);
    expect((await xaut("0.025")).status).toBe(200);
    const above = await xaut("0.025001");
    expect(above).toMatchObject({ status: 202, body: { approval: { valueUsdt: "100.004000" } } });
  });

  it("asks for nobody while the threshold is zero", async () => {
    await setThreshold("0");
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    const answer = await manageBalance(token, user.id, add("5000"));
    await setThreshold("100");
    expect(answer.status).toBe(200);
  });
});

describe("the second administrator", () => {
  it("approves: the money moves, with both names on record, and both people hear of it", async () => {
    const { approval, customer, colleague, proposer } = await requested();
    const { status, body } = await decide(colleague.token, approval.id, approve);
    expect(status).toBe(200);
    expect(body.approval).toMatchObject({
      status: "approved",
      decidedBy: { username: colleague.user.username },
    });
    expect(await availableUsdt(customer.user.id)).toBe(250_000_000n);
    const names = { requestedBy: proposer.user.username, approvedBy: colleague.user.username };
    expect((await auditOf(customer.user.id)).at(-1)).toMatchObject({
      action: "balance.add",
      actorId: proposer.user.id,
      before: { USDT: "0.000000" },
      after: { USDT: "250.000000", ...names },
    });
    const own = await callRoute<OwnAuditList>(ownAudit, { token: customer.token });
    expect(own.body.entries[0]?.after).toEqual({ USDT: "250.000000" });
    const told = await toldToUsers.findMany({
      where: { userId: { in: [customer.user.id, proposer.user.id] } },
      orderBy: { title: "asc" },
    });
    expect(told.map(({ title }) => title)).toEqual([
      "Balance increased",
      "Your request was approved",
    ]);
    // It stays in a colleague's list when the user is erased.
    expect(told[1]?.message).toBe(
      `Balance change of +250.00\u00a0USDT, by ${colleague.user.username}.`,
    );
  });

  it("decides with one query after the other, as its connection takes them", async () => {
    const { approval, colleague } = await requested();
    const underWay = new Map<Client, number>();
    let most = 0;
    const send = Client.prototype.query;
    const query = jest.spyOn(Client.prototype, "query") as unknown as jest.SpyInstance<
      Promise<unknown> | undefined,
      unknown[],
      Client
    >;
    query.mockImplementation(function (this: Client, ...args: unknown[]) {
      const answer = Reflect.apply(send, this, args) as Promise<unknown> | undefined;
      const note = (change: number) => {
        const count = (underWay.get(this) ?? 0) + change;
        underWay.set(this, count);
        most = Math.max(most, count);
      };
      // Without a promise the pool itself waits for the end of the query.
      if (answer) {
        note(1);
        const ended = () => note(-1);
        answer.then(ended, ended);
      }
      return answer;
    });
    expect((await decide(colleague.token, approval.id, approve)).status).toBe(200);
    expect(most).toBe(1);
  });

  it("rejects with a reason: nothing moves", async () => {
    const { approval, customer, colleague } = await requested();
    const missing = await decide(colleague.token, approval.id, { action: "reject" });
    expect(Object.keys(missing.body.errors ?? {})).toEqual(["note"]);
    const { body } = await decide(colleague.token, approval.id, reject);
    expect(body.approval).toMatchObject({ status: "refused", note: "Not agreed" });
    expect(await availableUsdt(customer.user.id)).toBe(0n);
    expect((await auditOf(customer.user.id)).at(-1)).toMatchObject({
      action: "balance.reject",
      reason: "Not agreed",
    });
    // The form says that the user reads it.
    const own = await callRoute<OwnAuditList>(ownAudit, { token: customer.token });
    expect(own.body.entries[0]).toMatchObject({ action: "balance.reject", reason: "Not agreed" });
  });

  it("is never the one who asked", async () => {
    const { approval, proposer, customer } = await requested();
    for (const body of [approve, reject]) {
      expect((await decide(proposer.token, approval.id, body)).status).toBe(403);
    }
    expect(await availableUsdt(customer.user.id)).toBe(0n);
  });

  it("is never the one whose balance it is", async () => {
    const { token } = await signedInAdmin();
    const target = await signedInAdmin({ permissions: ["finance"] });
    const answer = await manageBalance(token, target.user.id, add("250"));
    const { approval } = answer.body as unknown as { approval: ApprovalDto };
    expect((await decide(target.token, approval.id, approve)).status).toBe(403);
    expect(await availableUsdt(target.user.id)).toBe(0n);
  });

  it("needs the area", async () => {
    const { approval, customer } = await requested();
    const { token } = await signedInAdmin({ permissions: ["read", "users", "settings"] });
    expect((await decide(token, approval.id, approve)).status).toBe(403);
    expect((await decide(customer.token, approval.id, approve)).status).toBe(403);
    expect((await decide(undefined, approval.id, approve)).status).toBe(401);
  });

  it("is one: of many at once exactly one moves the money, and the others learn who", async () => {
    const { approval, customer, colleague } = await requested();
    const others = await Promise.all(Array.from({ length: 4 }, () => signedInAdmin()));
    const answers = await Promise.all(
      [colleague, ...others].map(({ token }) => decide(token, approval.id, approve)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const decider = answers.find(({ status }) => status === 200)?.body.approval.decidedBy;
    const refused = answers.filter(({ status }) => status === 409);
    for (const { body } of refused) {
      expect(body.message).toBe(`This request has already been processed by ${decider?.username}`);
    }
    expect(await availableUsdt(customer.user.id)).toBe(250_000_000n);
  });

  it("gets the first answer again for a repeated key", async () => {
    const { approval, customer, colleague } = await requested();
    const key = randomUUID();
    const first = await decide(colleague.token, approval.id, approve, key);
    const again = await decide(colleague.token, approval.id, approve, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await availableUsdt(customer.user.id)).toBe(250_000_000n);
  });

  it("can't take what is not there: the request goes on waiting", async () => {
    const { approval, colleague, customer } = await requested({
      ...add("250"),
      operation: "subtract",
    });
    const answer = await decide(colleague.token, approval.id, approve);
    expect(answer).toMatchObject({ status: 422, body: { code: "INSUFFICIENT_BALANCE" } });
    const row = await prisma.approval.findUniqueOrThrow({ where: { id: approval.id } });
    expect(row).toMatchObject({ status: "pending", decidedById: null });
    await creditUser(customer.user.id, 300_000_000n);
    expect((await decide(colleague.token, approval.id, approve)).status).toBe(200);
    expect(await availableUsdt(customer.user.id)).toBe(50_000_000n);
  });

  it("does not know what was never asked for, nor what needed nobody", async () => {
    const { token, user } = await signedInAdmin();
    const { user: customer } = await signedInUser();
    expect((await decide(token, randomUUID(), approve)).status).toBe(404);
    const { token: other } = await signedInAdmin();
    await manageBalance(other, customer.id, add("1"));
    const direct = await prisma.balanceAdjustment.findFirstOrThrow({
      where: { userId: customer.id, proposedById: { not: user.id } },
    });
    expect((await decide(token, direct.id, approve)).status).toBe(404);
  });
});

describe("a request that nobody decides on", () => {
  it("expires: it can't be approved any more, and the proposer hears of it", async () => {
    const { approval, colleague, proposer, customer } = await requested();
    await asOwner().approval.update({
      where: { id: approval.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const late = await decide(colleague.token, approval.id, approve);
    expect(late).toMatchObject({ status: 409, body: { message: "This request has expired" } });
    const { approvals } = await listAll(
      colleague.token,
      `userId=${customer.user.id}&status=expired`,
    );
    expect(approvals).toMatchObject([{ id: approval.id, status: "expired" }]);
    await expireApprovals();
    await expireApprovals();
    const row = await prisma.approval.findUniqueOrThrow({ where: { id: approval.id } });
    expect(row.status).toBe("expired");
    const told = await toldToUsers.findMany({ where: { userId: proposer.user.id } });
    expect(told.map(({ title }) => title)).toEqual(["Your request expired"]);
    expect((await auditOf(customer.user.id)).at(-1)).toMatchObject({
      action: "balance.expire",
      actorId: null,
    });
    expect(await availableUsdt(customer.user.id)).toBe(0n);
  });
});

describe("the list", () => {
  it("goes on page by page, under its filters, and is counted", async () => {
    const { user } = await signedInUser();
    const { token } = await signedInAdmin();
    const { token: reader } = await signedInAdmin({ permissions: ["read"] });
    for (const amount of ["101", "102", "103"]) await manageBalance(token, user.id, add(amount));
    await manageBalance(token, user.id, add("1"));
    const first = await listAll(reader, `userId=${user.id}&limit=2`);
    const rest = await listAll(reader, `userId=${user.id}&limit=2&cursor=${first.nextCursor}`);
    expect(await listAll(reader, `cursor=${user.id}`)).toMatchObject({ code: "VALIDATION" });
    expect([...first.approvals, ...rest.approvals].map(({ about }) => about.amount)).toEqual([
      "103.000000",
      "102.000000",
      "101.000000",
    ]);
    expect(rest.nextCursor).toBeNull();
    const oldest = await listAll(reader, `userId=${user.id}&limit=2&order=oldest`);
    const newer = await listAll(
      reader,
      `userId=${user.id}&limit=2&order=oldest&cursor=${oldest.nextCursor}`,
    );
    expect([...oldest.approvals, ...newer.approvals].map(({ about }) => about.amount)).toEqual([
      "101.000000",
      "102.000000",
      "103.000000",
    ]);
    const waiting = await listAll(reader, "status=pending&limit=100");
    const { body } = await callRoute<{ queue: { approvals: number } }>(queue, { token: reader });
    expect(body.queue.approvals).toBe(waiting.approvals.length);
  });
});
