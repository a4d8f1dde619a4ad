import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { PUT as decideRoute } from "@/app/api/admin/approvals/[id]/process/route";
import { POST as reverseRoute } from "@/app/api/admin/deposits/[id]/reverse/route";
import { GET as getBalance } from "@/app/api/auth/balance/route";
import { GET as mine } from "@/app/api/deposits/user/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import type { BalanceDto } from "@/lib/accounts/schema";
import { reversalAsk } from "@/lib/approvals/asks";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import { decideApproval } from "@/lib/approvals/decisions";
import { orAskColleague } from "@/lib/approvals/mutations";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { getAdminDeposit } from "@/lib/deposits/data";
import { takeBackDeposit } from "@/lib/deposits/reversal";
import type { DepositDto } from "@/lib/deposits/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import type { WealthList } from "@/lib/statements/schema";
import { newHash, reportDeposit } from "@/tests/factories/deposits";
import { createTestAdmin, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { brokenChecks } from "@/tests/support/ledger/ledger-model-fixture";
import { sizedRuns } from "@/tests/support/size";
import { toldToUsers } from "@/tests/support/told";
import { decideDeposit } from "../staff/desk-support";

const database = testDatabase();
const REASON = "Credited to the wrong person";

type Person = Awaited<ReturnType<typeof signedInUser>>;
let staff: Awaited<ReturnType<typeof signedInAdmin>>;
let colleague: string;
let wallet: { id: string };

beforeAll(async () => {
  staff = await signedInAdmin();
  colleague = (await createTestAdmin({ permissions: ["finance"] })).id;
  wallet = await createWalletRow("USDT", "TRC20");
});

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

/** A deposit that was credited. */
async function credited(owner: Person, amount: string, transactionHash = newHash()) {
  const { body } = await reportDeposit(owner.token, wallet, { amount, transactionHash });
  await decideDeposit(staff.token, body.deposit.id, { action: "confirm" });
  return body.deposit.id;
}

/** Takes money from a user as anything may that they do with it. */
const spend = (owner: Person, amount: string) =>
  adjustBalance(
    { id: staff.user.id, name: staff.user.username },
    owner.user.id,
    { amount, operation: "subtract", currency: "USDT", reason: "Something bought" },
    randomUUID(),
  );

const actorOf = (id: string) => ({ id, name: "a member of staff" });
/** Takes it back as one whom nobody approved, or asks a colleague. */
async function ask(id: string, by: string, reason = REASON) {
  const outcome = await orAskColleague(
    actorOf(by),
    randomUUID(),
    await reversalAsk(id, reason),
    () => takeBackDeposit(actorOf(by), id, reason),
  );
  if ("approval" in outcome) return outcome.approval;
  throw new Error("One person alone took a deposit back");
}
/** What two members of staff do together. */
async function reverse(id: string, by = staff.user.id, second = colleague, reason = REASON) {
  const approval = await ask(id, by, reason);
  return decideApproval(actorOf(second), approval.id, { action: "approve" });
}

const balanceOf = async ({ token }: Person) =>
  (await callRoute<BalanceDto>(getBalance, { token })).body.balances;

describe("a deposit that was credited by mistake", () => {
  it("goes back whole where its user still has it, and its owner sees that and why", async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    await reverse(id);
    const balances = await balanceOf(owner);
    expect([balances.USDT.available, balances.owed.USDT]).toEqual(["0.000000", "0.000000"]);
    const { body } = await callRoute<{ deposits: DepositDto[] }>(mine, { token: owner.token });
    expect(body.deposits[0]).toMatchObject({
      status: "reversed",
      creditedUsdt: "100.000000",
      reversal: { reason: REASON, currency: "USDT", taken: "100.000000", owed: "0.000000" },
    });
    const { body: history } = await callRoute<WealthList>(transactions, {
      path: "/api/user/transactions?type=deposit",
      token: owner.token,
    });
    expect(
      history.transactions.map(({ event, changes, detail }) => [event, changes[0]?.amount, detail]),
    ).toEqual([
      ["deposit_reversal", "-100.000000", REASON],
      ["deposit", "100.000000", null],
    ]);
  });

  it("leaves a debt of what was spent, which later deposits pay first and once", async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    await spend(owner, "70");
    await reverse(id);
    expect(await balanceOf(owner)).toMatchObject({
      USDT: { available: "0.000000" },
      owed: { USDT: "70.000000" },
    });
    await credited(owner, "50");
    expect(await balanceOf(owner)).toMatchObject({
      USDT: { available: "0.000000" },
      owed: { USDT: "20.000000" },
    });
    await credited(owner, "50");
    await credited(owner, "10");
    expect(await balanceOf(owner)).toMatchObject({
      USDT: { available: "40.000000" },
      owed: { USDT: "0.000000" },
    });
  });

  it("is owed whole where nothing of it is left", async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    await spend(owner, "100");
    await reverse(id);
    expect((await balanceOf(owner)).owed.USDT).toBe("100.000000");
    expect(await brokenChecks()).toEqual([]);
  });

  it("frees its transaction for whom it belongs to, and happens once", async () => {
    const [wrong, right] = [await signedInUser(), await signedInUser()];
    const hash = newHash();
    const id = await credited(wrong, "100", hash);
    expect(await reverse(id)).toMatchObject({ status: "approved" });
    await expect(reverse(id)).rejects.toMatchObject({ code: "CONFLICT" });
    await credited(right, "100", hash);
    expect((await balanceOf(right)).USDT.available).toBe("100.000000");
  });

  it.each([
    ["somebody without the right", async () => [staff.user.id, (await signedInUser()).user.id]],
    [
      "a colleague of another area",
      async () => [(await createTestAdmin({ permissions: ["users"] })).id, colleague],
    ],
  ])("stays for %s", async (_, people) => {
    const id = await credited(await signedInUser(), "100");
    const [by, second] = await people();
    await expect(reverse(id, by, second)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is asked for by one and taken back by another, never by one alone", async () => {
    const owner = await signedInUser();
    const second = await signedInAdmin({ permissions: ["finance"] });
    const id = await credited(owner, "100");
    const call = (token: string, reason: string) =>
      callRoute<{ approval: ApprovalDto }>(reverseRoute, {
        path: `/api/admin/deposits/${id}/reverse`,
        token,
        params: { id },
        body: { reason },
      });
    expect((await call(staff.token, "oops")).status).toBe(422);
    const asked = await call(staff.token, REASON);
    expect(asked).toMatchObject({
      status: 202,
      body: {
        approval: {
          kind: "deposit.reverse",
          subject: id,
          user: { id: owner.user.id },
          about: { amount: "100.000000", currency: "USDT" },
          valueUsdt: "100.000000",
          reason: REASON,
          requestedBy: { id: staff.user.id },
        },
      },
    });
    const { approval } = asked.body;
    // A colleague who wants the same finds the first request, and is no second person by asking.
    for (const [token, reason] of [
      [staff.token, "The same again"],
      [second.token, "I saw it too"],
    ] as const) {
      expect(await call(token, reason)).toMatchObject({
        status: 202,
        body: { approval: { id: approval.id } },
      });
    }
    expect(await getAdminDeposit(id)).toMatchObject({
      status: "completed",
      reversalRequest: { id: approval.id, by: { id: staff.user.id }, reason: REASON },
    });
    const approve = (token: string) =>
      callRoute<{ approval: ApprovalDto }>(decideRoute, {
        method: "PUT",
        token,
        params: { id: approval.id },
        body: { action: "approve" },
      });
    expect((await approve(staff.token)).status).toBe(403);
    expect((await balanceOf(owner)).USDT.available).toBe("100.000000");
    expect(await approve(second.token)).toMatchObject({
      status: 200,
      body: { approval: { status: "approved", decidedBy: { id: second.user.id } } },
    });
    expect(await getAdminDeposit(id)).toMatchObject({
      status: "reversed",
      reversalRequest: null,
      reversal: { reason: REASON },
    });
    const told = await toldToUsers.findFirstOrThrow({
      where: { userId: owner.user.id, title: "Deposit reversed" },
    });
    expect(told.message).toContain(REASON);
    expect((await call(second.token, REASON)).status).toBe(409);
    const entry = await prisma.auditEntry.findFirstOrThrow({
      where: { action: "deposit.reverse", targetId: id },
    });
    expect(entry).toMatchObject({
      actorId: staff.user.id,
      after: { requestedBy: staff.user.username, approvedBy: second.user.username },
    });
  });

  it("is not taken back by the database for whoever asks it without an approval", async () => {
    const id = await credited(await signedInUser(), "100");
    const press = (by: string) =>
      database.query(`SELECT * FROM deposit_reverse('${id}', '${by}', '${REASON}', NULL, NULL)`);
    await expect(press(staff.user.id)).rejects.toThrow("SECOND_PERSON_NEEDED");
    await ask(id, staff.user.id);
    for (const by of [staff.user.id, colleague]) {
      await expect(press(by)).rejects.toThrow("SECOND_PERSON_NEEDED");
    }
  });

  it("that was asked for before an upgrade goes on to wait, for a colleague to approve", async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    const sqlOf = (name: string) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");
    await database.query(sqlOf("20261127122200_reversal_request"));
    await database.query(`INSERT INTO deposit_reversal_request
      VALUES ('${id}', '${staff.user.id}', '${REASON}', now() - interval '2 days')`);
    await database.query(sqlOf("20261127131100_reversal_approvals").replace(/DROP FUNCTION.*/, ""));
    const asked = await ask(id, colleague, "The same again");
    expect(asked).toMatchObject({
      reason: REASON,
      about: { amount: "100.000000", currency: "USDT" },
      requestedBy: { id: staff.user.id },
    });
    const days = (Date.parse(asked.expiresAt) - Date.parse(asked.createdAt)) / 86_400_000;
    expect(days).toBe(7);
    await decideApproval(actorOf(colleague), asked.id, { action: "approve" });
    expect((await balanceOf(owner)).USDT.available).toBe("0.000000");
  });

  it("stays without a reason, and while it waits", async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    await expect(reverse(id, staff.user.id, colleague, "oops")).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const { body } = await reportDeposit(owner.token, wallet, { amount: "100" });
    await expect(reverse(body.deposit.id)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

it("adds up whatever is credited, spent and taken back: a balance never falls below zero", async () => {
  const amount = fc.bigInt({ min: 10_000_000n, max: 10_000_000_000n });
  const step = fc.oneof(
    fc.record({ does: fc.constant("credit" as const), amount }),
    fc.record({ does: fc.constant("spend" as const), amount }),
    fc.record({ does: fc.constant("reverse" as const), amount, which: fc.nat(5) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const owner = await signedInUser();
      const open: { id: string; amount: bigint }[] = [];
      let [available, owed] = [0n, 0n];
      for (const { does, amount, ...rest } of steps) {
        if (does === "credit") {
          open.push({ id: await credited(owner, formatMicro(amount)), amount });
          const paid = amount < owed ? amount : owed;
          [available, owed] = [available + amount - paid, owed - paid];
        } else if (does === "spend" && available > 0n) {
          const spent = amount < available ? amount : available;
          await spend(owner, formatMicro(spent));
          available -= spent;
        } else if (does === "reverse" && open.length > 0) {
          const which = "which" in rest ? rest.which % open.length : 0;
          const [deposit] = open.splice(which, 1) as [{ id: string; amount: bigint }];
          await reverse(deposit.id);
          const taken = deposit.amount < available ? deposit.amount : available;
          [available, owed] = [available - taken, owed + deposit.amount - taken];
        }
        expect(await balanceOf(owner)).toMatchObject({
          USDT: { available: formatMicro(available) },
          owed: { USDT: formatMicro(owed) },
        });
      }
    }),
    { numRuns: sizedRuns(30) },
  );
});

describe("the check command notices", () => {
  /** Changes what nobody may. */
  const corrupt = (statement: string) =>
    database.query(`SET session_replication_role = replica; ${statement}`);

  beforeAll(async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    await spend(owner, "70");
    await reverse(id);
    await credited(owner, "20");
  });

  it.each([
    ["a debt that was made smaller", "collected_micro = collected_micro + $1", ["reversals"]],
    ["what was taken at once", "taken_micro = taken_micro - $1", ["reversals"]],
    ["what had been credited", "amount_micro = amount_micro + $1", ["reversals"]],
  ])("%s", async (_, change, expected) => {
    const which = "WHERE amount_micro - taken_micro - collected_micro = 50000000";
    const ids = await database.query<{ id: string }>(
      `SELECT deposit_id AS id FROM deposit_reversal ${which}`,
    );
    const change1 = (by: string) =>
      corrupt(
        `UPDATE deposit_reversal SET ${change.replace("$1", by)} WHERE deposit_id = '${ids[0]?.id}'`,
      );
    await change1("1");
    expect(await brokenChecks()).toEqual(expected);
    await change1("(-1)");
    expect(await brokenChecks()).toEqual([]);
  });

  it("a deposit that says it was taken back", async () => {
    const id = await credited(await signedInUser(), "100");
    await corrupt(`UPDATE deposit SET status = 'reversed' WHERE id = '${id}'`);
    expect(await brokenChecks()).toEqual(["reversals"]);
    await corrupt(`UPDATE deposit SET status = 'completed' WHERE id = '${id}'`);
  });
});
