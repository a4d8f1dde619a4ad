import { randomUUID } from "node:crypto";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { creditUser } from "@/tests/factories/deposits";
import { createTestUser, signedInAdmin } from "@/tests/factories/users";
import { toldToUsers } from "@/tests/support/told";
import { auditOf, availableUsdt, fundTreasury, manageBalance } from "./support";

const add = (amount: string) => ({ amount, operation: "add", reason: "A good reason" });
const subtract = (amount: string) => ({ amount, operation: "subtract", reason: "A good reason" });

async function staffAndUser(balanceMicro = 0n) {
  const [{ user: admin, token }, user] = [await signedInAdmin(), await createTestUser()];
  if (balanceMicro > 0n) await creditUser(user.id, balanceMicro);
  return { admin, token, user };
}

beforeAll(fundTreasury);

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("PUT /api/admin/users/{id}/manage-balance", () => {
  it("adds and subtracts, answers with before and after, and is recorded", async () => {
    const { admin, token, user } = await staffAndUser(10_000_000n);
    const added = await manageBalance(token, user.id, add("5.25"));
    expect(added.body).toMatchObject({ before: "10.000000", after: "15.250000", currency: "USDT" });
    const taken = await manageBalance(token, user.id, subtract("0.000001"));
    expect(taken.body).toMatchObject({ before: "15.250000", after: "15.249999" });
    expect(await auditOf(user.id)).toMatchObject([
      {
        action: "balance.add",
        actorId: admin.id,
        before: { USDT: "10.000000" },
        after: { USDT: "15.250000" },
        reason: "A good reason",
      },
      { action: "balance.subtract", before: { USDT: "15.250000" }, after: { USDT: "15.249999" } },
    ]);
  });

  it("changes XAUT and leaves USDT alone", async () => {
    const { token, user } = await staffAndUser(1_000_000n);
    const { body } = await manageBalance(token, user.id, { ...add("0.5"), currency: "XAUT" });
    expect(body).toMatchObject({ currency: "XAUT", before: "0.000000", after: "0.500000" });
    expect(await availableUsdt(user.id)).toBe(1_000_000n);
  });

  it("never goes below zero", async () => {
    const { token, user } = await staffAndUser(1_000_000n);
    const answer = await manageBalance(token, user.id, subtract("1.000001"));
    expect(answer).toMatchObject({ status: 422, body: { code: "INSUFFICIENT_BALANCE" } });
    expect(await availableUsdt(user.id)).toBe(1_000_000n);
    expect(await auditOf(user.id)).toEqual([]);
  });

  it("refuses oneself", async () => {
    const { admin, token } = await staffAndUser();
    expect((await manageBalance(token, admin.id, add("1"))).status).toBe(403);
    expect((await manageBalance(token, admin.id.toUpperCase(), add("1"))).status).toBe(403);
    expect(await availableUsdt(admin.id)).toBe(0n);
  });

  it("says when the treasury does not hold as much", async () => {
    const { token, user } = await staffAndUser();
    const answer = await manageBalance(token, user.id, add("2000000"));
    expect(answer).toMatchObject({
      status: 503,
      body: { code: "HOUSE_LIMIT", message: "The treasury does not hold this amount" },
    });
  });

  it("does not know nobody", async () => {
    const { token } = await staffAndUser();
    expect((await manageBalance(token, randomUUID(), add("1"))).status).toBe(404);
  });

  it.each([
    ["zero", { amount: "0" }, "amount"],
    ["a negative amount", { amount: "-1" }, "amount"],
    ["a seventh decimal", { amount: "1.0000001" }, "amount"],
    ["a comma", { amount: "1,5" }, "amount"],
    ["a number instead of text", { amount: 1 }, "amount"],
    ["an unknown operation", { operation: "set" }, "operation"],
    ["an unknown currency", { currency: "BTC" }, "currency"],
    ["no reason", { reason: undefined }, "reason"],
    ["a reason of four characters", { reason: " why? " }, "reason"],
    ["a reason of blanks", { reason: "        " }, "reason"],
  ])("refuses %s", async (_name, change, field) => {
    const { token, user } = await staffAndUser(5_000_000n);
    const answer = await manageBalance(token, user.id, { ...add("1"), ...change });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect(await availableUsdt(user.id)).toBe(5_000_000n);
  });

  it("happens once for a repeated key, and not at all for the key with another body", async () => {
    const { token, user } = await staffAndUser();
    const key = randomUUID();
    const first = await manageBalance(token, user.id, add("4"), key);
    const again = await manageBalance(token, user.id, add("4"), key);
    expect(again.body).toEqual(first.body);
    const other = await manageBalance(token, user.id, add("5"), key);
    expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(await availableUsdt(user.id)).toBe(4_000_000n);
    expect(await auditOf(user.id)).toHaveLength(1);
    expect(await toldToUsers.count({ where: { userId: user.id } })).toBe(1);
  });

  it("answers a repetition as the first time where that answer was lost and the money has moved on", async () => {
    const { token, user } = await staffAndUser();
    const key = randomUUID();
    const first = await manageBalance(token, user.id, add("100"), key);
    await prisma.idempotencyRecord.deleteMany({ where: { key } });
    await manageBalance(token, user.id, subtract("60"));
    const again = await manageBalance(token, user.id, add("100"), key);
    expect(again.body).toEqual(first.body);
    expect(again.body).toMatchObject({ before: "0.000000", after: "100.000000" });
    expect(await availableUsdt(user.id)).toBe(40_000_000n);
  });

  it("happens once for a repeated key that comes with another spelling of the path", async () => {
    const { token, user } = await staffAndUser();
    const key = randomUUID();
    const first = await manageBalance(token, user.id, add("4"), key);
    expect((await manageBalance(token, user.id.toUpperCase(), add("4"), key)).body).toEqual(
      first.body,
    );
    expect(await availableUsdt(user.id)).toBe(4_000_000n);
    const stored = await prisma.idempotencyRecord.findMany({ where: { key } });
    expect(stored.map(({ route }) => route)).toEqual([
      `PUT /api/admin/users/${user.id}/manage-balance`,
    ]);
  });

  it("lets one of two through when both would take the same money", async () => {
    const { token, user } = await staffAndUser(100_000_000n);
    const { token: colleague } = await signedInAdmin();
    const answers = await Promise.all([
      manageBalance(token, user.id, subtract("60")),
      manageBalance(colleague, user.id, subtract("60")),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await availableUsdt(user.id)).toBe(40_000_000n);
    expect(await auditOf(user.id)).toMatchObject([
      { before: { USDT: "100.000000" }, after: { USDT: "40.000000" } },
    ]);
  });

  it("adds up when many change one balance at once", async () => {
    const { token, user } = await staffAndUser();
    const { token: colleague } = await signedInAdmin();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        manageBalance(n % 2 ? token : colleague, user.id, add("1")),
      ),
    );
    expect(answers.map(({ body }) => body.after).sort()).toEqual(
      Array.from({ length: 8 }, (_, n) => `${n + 1}.000000`),
    );
    expect(await availableUsdt(user.id)).toBe(8_000_000n);
  });
});
