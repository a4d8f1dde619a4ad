import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { POST as reverseRoute } from "@/app/api/admin/deposits/[id]/reverse/route";
import { GET as getBalance } from "@/app/api/auth/balance/route";
import { GET as mine } from "@/app/api/deposits/user/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import type { BalanceDto } from "@/lib/accounts/schema";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import type { DepositDto, ReviewedDepositDto } from "@/lib/deposits/schema";
import { verifyLedger } from "@/lib/ledger/verify";
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

/** What one member of staff does, as the database sees it. */
const press = (id: string, actor: string, reason = REASON) =>
  database.query<{ o_done: boolean }>(
    `SELECT * FROM deposit_reverse('${id}', '${actor}', '${reason}', NULL, NULL)`,
  );
/** What two members of staff do together. */
async function reverse(id: string, by = staff.user.id, second = colleague, reason = REASON) {
  await press(id, by, reason);
  return press(id, second, reason);
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
    expect(await reverse(id)).toHaveLength(1);
    expect(await reverse(id)).toEqual([]);
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
    await expect(reverse(id, by, second)).rejects.toThrow("FORBIDDEN");
  });

  it("is asked for by one and taken back by another, never by one alone", async () => {
    const owner = await signedInUser();
    const second = await signedInAdmin({ permissions: ["finance"] });
    const id = await credited(owner, "100");
    const call = (token: string, reason: string) =>
      callRoute<{ deposit: ReviewedDepositDto }>(reverseRoute, {
        path: `/api/admin/deposits/${id}/reverse`,
        token,
        params: { id },
        body: { reason },
      });
    expect((await call(staff.token, "oops")).status).toBe(422);
    for (const reason of [REASON, "The same again"]) {
      expect(await call(staff.token, reason)).toMatchObject({
        status: 202,
        body: {
          deposit: {
            status: "completed",
            reversalRequest: { by: { id: staff.user.id }, reason: REASON },
          },
        },
      });
    }
    expect((await balanceOf(owner)).USDT.available).toBe("100.000000");
    expect(await call(second.token, "I saw it too")).toMatchObject({
      status: 200,
      body: {
        deposit: { status: "reversed", reversalRequest: null, reversal: { reason: REASON } },
      },
    });
    const told = await toldToUsers.findFirstOrThrow({
      where: { userId: owner.user.id, title: "Deposit reversed" },
    });
    expect(told.message).toContain(REASON);
    expect((await call(second.token, REASON)).status).toBe(409);
  });

  it("stays without a reason, and while it waits", async () => {
    const owner = await signedInUser();
    const id = await credited(owner, "100");
    await expect(reverse(id, staff.user.id, colleague, "oops")).rejects.toThrow("CONFLICT");
    const { body } = await reportDeposit(owner.token, wallet, { amount: "100" });
    expect(await reverse(body.deposit.id)).toEqual([]);
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
