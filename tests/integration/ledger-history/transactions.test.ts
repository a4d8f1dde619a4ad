import { randomUUID } from "node:crypto";
import { GET as transactions } from "@/app/api/user/transactions/route";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import { balancesOf } from "@/lib/ledger/data";
import { ledgerCurrencies } from "@/lib/ledger/schema";
import type { TransactionDto, TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { formatMicro, MICRO, parseMicro } from "@/lib/platform/money";
import { refund, subscribe } from "@/lib/savings/mutations";
import { userIdOf } from "@/lib/sessions/user-id";
import { convertInVault } from "@/lib/vault/mutations";
import { fund } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { createTestAdmin, createTestUser, signedInUser } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { answered } from "@/tests/support/fills";
import { deposit, hold, tick } from "./support";

/** Every line of the accounts; what changed the wealth is tested beside the months. */
const get = async (token: string, query = "") =>
  callRoute<TransactionList>(transactions, {
    token,
    path: `/api/user/transactions?view=accounts${query.replace("?", "&")}`,
  });

const list = async (token: string, query = "") => (await get(token, query)).body.transactions;
const amounts = (lines: TransactionDto[]) => lines.map(({ amount }) => amount);

async function csv(token: string, query = ""): Promise<{ text: string; response: Response }> {
  const response = await callRaw(transactions, {
    token,
    path: `/api/user/transactions?view=accounts&format=csv${query}`,
  });
  // text() would swallow the byte-order mark.
  return { text: Buffer.from(await response.arrayBuffer()).toString("utf8"), response };
}

/** Support changes a balance, giving a reason. */
async function adjust(userId: string, reason: string): Promise<void> {
  const admin = await createTestAdmin();
  const actor = { id: admin.id, name: admin.username, requestId: "test", ip: "192.0.2.1" };
  await adjustBalance(
    actor,
    userId,
    { amount: "5", operation: "add", currency: "USDT", reason },
    randomUUID(),
  );
}

async function fundTreasury(): Promise<void> {
  await testDatabase().query(
    `SELECT ledger_post('house_funding', 'test-funding', sha256('x'), NULL, ARRAY[-1]::bigint[], ARRAY[-3]::bigint[],
      ARRAY[1000000000]::bigint[])`,
  );
}

/** Cursors of days that no calendar has. */
const NO_DAYS = ["2024-02-31", "0000-01-01"].map((day) =>
  Buffer.from(`${day}T00:00:00.000000Z_1_1`).toString("base64url"),
);

describe("GET /api/user/transactions", () => {
  it("shows every movement with the balance after it, newest first", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "100");
    await hold(user.id, "30");
    const lines = await list(token);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ account: "held", otherAccount: "available" });
    expect(lines[1]).toMatchObject({
      type: "withdrawal",
      event: "withdrawal_hold",
      account: "available",
      otherAccount: "held",
      currency: "USDT",
      amount: "-30.000000",
      balanceAfter: "70.000000",
      reference: { type: "withdrawal" },
      detail: null,
    });
    expect(lines[2]).toMatchObject({
      type: "deposit",
      amount: "100.000000",
      balanceAfter: "100.000000",
      otherAccount: null,
    });
  });

  it("shows nobody else's", async () => {
    const { token } = await signedInUser();
    const other = await createTestUser();
    await deposit(other.id, "100");
    expect(await list(token)).toEqual([]);
  });

  it("pages without gaps or repetitions while movements are added", async () => {
    const { user, token } = await signedInUser();
    for (const amount of ["1", "2", "3", "4", "5"]) await deposit(user.id, amount);
    const first = (await get(token, "?limit=2")).body;
    await deposit(user.id, "6");
    const second = (await get(token, `?limit=2&cursor=${first.nextCursor}`)).body;
    const third = (await get(token, `?limit=2&cursor=${second.nextCursor}`)).body;
    expect([first, second, third].flatMap((page) => amounts(page.transactions))).toEqual(
      ["5", "4", "3", "2", "1"].map((amount) => `${amount}.000000`),
    );
    expect(third.nextCursor).toBeNull();
  });

  it("filters by kind", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "100");
    await hold(user.id, "30");
    expect(amounts(await list(token, "?type=deposit"))).toEqual(["100.000000"]);
    expect(amounts(await list(token, "?type=withdrawal"))).toEqual(["30.000000", "-30.000000"]);
    expect(await list(token, "?type=option")).toEqual([]);
  });

  it("filters by whole days, both included", async () => {
    const { user, token } = await signedInUser();
    const database = testDatabase();
    const days = [
      "2026-03-01T23:59:59.999Z",
      "2026-03-02T00:00:00.000Z",
      "2026-03-02T23:59:59.999Z",
      "2026-03-03T00:00:00.000Z",
    ];
    for (const [index, at] of days.entries()) {
      await database.setClock(new Date(at));
      await deposit(user.id, String(index + 1));
    }
    await database.setClock(null);
    const day = await list(token, "?from=2026-03-02&to=2026-03-02");
    expect(amounts(day)).toEqual(["3.000000", "2.000000"]);
    expect(await list(token, "?from=2026-03-02T23:59:59Z")).toHaveLength(2);
    expect(await list(token, "?to=2026-03-01")).toHaveLength(1);
  });

  it.each([
    "?limit=0",
    "?cursor=zzz",
    ...NO_DAYS.map((cursor) => `?cursor=${cursor}`),
    "?type=bribe",
    "?from=yesterday",
    "?format=xml",
  ])("refuses %s", async (query) => {
    const { token } = await signedInUser();
    expect(await get(token, query)).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
  });

  it("is closed to visitors", async () => {
    expect(await callRoute(transactions)).toMatchObject({ status: 401 });
    expect((await callRaw(transactions, { path: "/?format=csv" })).status).toBe(401);
  });
});

describe("a move between two of one's own accounts", () => {
  /** Puts 100 USDT into savings and takes it back; the plan is of this call. */
  async function saveAndRefund(userId: string): Promise<void> {
    const { id: savingId } = await createPlanRow();
    const { id } = await subscribe(userIdOf(userId), { savingId, amount: "100" }, randomUUID());
    await refund(userIdOf(userId), id, randomUUID());
  }

  it("is a line of each of them, both ways", async () => {
    await fundInterest(100n * MICRO);
    const { user, token } = await signedInUser();
    await deposit(user.id, "1000");
    await hold(user.id, "30", "released");
    await saveAndRefund(user.id);
    await hold(user.id, "40", "settled");
    const lines = (await list(token)).map(
      ({ event, account, otherAccount, amount, balanceAfter }) =>
        [event, account, otherAccount ?? "outside", amount, balanceAfter].join(" "),
    );
    expect(lines.toReversed()).toEqual([
      "deposit available outside 1000.000000 1000.000000",
      "withdrawal_hold available held -30.000000 970.000000",
      "withdrawal_hold held available 30.000000 30.000000",
      "withdrawal_release held available -30.000000 0.000000",
      "withdrawal_release available held 30.000000 1000.000000",
      "saving_subscribe available savings -100.000000 900.000000",
      "saving_subscribe savings available 100.000000 100.000000",
      "saving_refund savings available -100.000000 0.000000",
      "saving_refund available savings 100.000000 1000.000000",
      "withdrawal_hold available held -40.000000 960.000000",
      "withdrawal_hold held available 40.000000 40.000000",
      "withdrawal_settle held outside -40.000000 0.000000",
    ]);
    expect((await csv(token, "&type=savings")).text).toMatch(
      /saving_refund,available,savings,100\.000000,USDT,1000\.000000,/,
    );
  });

  it("lets the lines of each account add up to its balance", async () => {
    await fundInterest(100n * MICRO);
    for (const currency of ledgerCurrencies) {
      await fund({ house: "inventory", currency }, 10_000n * MICRO);
    }
    await tick(4_000);
    const { user, token } = await signedInUser();
    const { id } = user;
    await deposit(id, "1000");
    await deposit(id, "0.5", "XAUT");
    await hold(id, "30", "released");
    await answered(
      convertInVault(
        userIdOf(id),
        "store",
        { amount: "123.456789", currency: "USDT" },
        randomUUID(),
      ),
    );
    await saveAndRefund(id);
    await hold(id, "40.000001", "settled");
    await answered(
      convertInVault(
        userIdOf(id),
        "retrieve",
        { amount: "0.012345", currency: "USDT" },
        randomUUID(),
      ),
    );
    await convertInVault(
      userIdOf(id),
      "retrieve",
      { amount: "0.001", currency: "XAUT" },
      randomUUID(),
    );
    await hold(id, "50");
    const lines: TransactionDto[] = [];
    let cursor = "";
    do {
      const { body } = await get(token, `?limit=2${cursor}`);
      lines.push(...body.transactions);
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    } while (cursor);
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    const balances = await balancesOf(id);
    for (const currency of ledgerCurrencies) {
      for (const [account, balance] of Object.entries(balances[currency])) {
        let sum = 0n;
        for (const line of lines.toReversed()) {
          if (line.account !== account || line.currency !== currency) continue;
          sum += parseMicro(line.amount)!;
          expect(line.balanceAfter).toBe(formatMicro(sum));
        }
        expect([currency, account, sum]).toEqual([currency, account, balance]);
      }
    }
  });
});

describe("the CSV file", () => {
  beforeAll(fundTreasury);

  it("holds the filtered movements as spreadsheets want them", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "1234.5");
    await hold(user.id, "30");
    const { text, response } = await csv(token, "&type=withdrawal");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(
      /filename="transactions-[\d-]{10}\.csv"/,
    );
    const [header, held, line, ...rest] = text.trimEnd().split("\r\n");
    expect(header).toBe(
      "\uFEFFTime (UTC),Type,Event,Account,Other account,Amount,Currency,Balance after,Detail,Reference,Id",
    );
    expect(held).toMatch(/,withdrawal_hold,held,available,30\.000000,USDT,30\.000000,/);
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,withdrawal,withdrawal_hold,available,held,-30\.000000,USDT,1204\.500000,,withdrawal:[\w-]+,/,
    );
    expect(rest).toEqual([]);
  });

  it("never carries a formula", async () => {
    const { user, token } = await signedInUser();
    await adjust(user.id, '=HYPERLINK("https://example.com","Refund")');
    expect((await csv(token)).text).toContain(`"'=HYPERLINK(""https://example.com"",""Refund"")"`);
    expect((await list(token))[0]).toMatchObject({
      type: "adjustment",
      detail: '=HYPERLINK("https://example.com","Refund")',
    });
  });

  it("holds more than a page", async () => {
    const { user, token } = await signedInUser();
    for (let n = 0; n < 105; n += 1) await deposit(user.id, "1");
    const { text } = await csv(token);
    expect(text.trimEnd().split("\r\n")).toHaveLength(106);
  });
});
