import { GET as approvals } from "@/app/api/admin/approvals/route";
import { GET as audit } from "@/app/api/admin/audit/route";
import { GET as allDeposits } from "@/app/api/admin/deposits/route";
import { GET as allTrades } from "@/app/api/admin/trades/route";
import { GET as allWithdrawals } from "@/app/api/admin/withdrawals/route";
import { GET as chats } from "@/app/api/chat/admin/all/route";
import { GET as ownTrades } from "@/app/api/trades/user/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

const ID = "00000000-0000-0000-0000-000000000000";
const DATED = { allDeposits, allWithdrawals, allTrades, audit, ownTrades, transactions };

let token: string;
beforeAll(async () => {
  token = (await signedInAdmin()).token;
});

const statusOf = async (handler: typeof ownTrades, query: string) =>
  (await callRoute(handler, { token, path: `/api/list?${query}` })).status;

// PostgreSQL knows no year 0, and the first hours of the year 1 are in it elsewhere.
it.each(Object.entries(DATED))(
  "%s take a date that the database does not know",
  async (_, list) => {
    for (const date of [
      "0000-01-01",
      "0000-12-31T23:59:59Z",
      "0001-01-01T00:00:00%2B14:00",
      "9999-12-31",
      "9999-12-31T23:59:59-14:00",
    ]) {
      expect([date, await statusOf(list, `from=${date}`)]).toEqual([date, 200]);
      expect([date, await statusOf(list, `to=${date}`)]).toEqual([date, 200]);
    }
    expect(await statusOf(list, "from=0000-13-01")).toBe(422);
  },
);

it("takes a limit of the amount that no column could hold", async () => {
  for (const list of [allDeposits, allWithdrawals]) {
    for (const name of ["minAmount", "maxAmount"]) {
      expect(await statusOf(list, `${name}=999999999999.99999999`)).toBe(200);
    }
  }
});

it("refuses or ignores a made-up cursor", async () => {
  expect(await statusOf(chats, `cursor=w1_${"-".repeat(36)}`)).toBe(422);
  expect(await statusOf(chats, `cursor=w1_${ID}`)).toBe(200);
  expect(await statusOf(chats, `order=queue&cursor=1_${ID}`)).toBe(200);
  expect(await statusOf(approvals, `cursor=0000-01-01_${ID}`)).toBe(200);
});

it.each(["type=&status=", "cursor=&limit=", "from=&to="])("takes %s for nothing", async (query) => {
  expect(await statusOf(ownTrades, query)).toBe(200);
});

it.each(Object.entries(DATED))("%s refuse a period that ends before it begins", async (_, list) => {
  const answer = (query: string) => callRoute(list, { token, path: `/api/list?${query}` });
  for (const query of [
    "from=2026-11-27&to=2026-11-26",
    "from=2026-11-27T00:00:00Z&to=2026-11-26",
    "from=2026-11-27T10:00:00Z&to=2026-11-27T09:00:00Z",
  ]) {
    const { status, body } = await answer(query);
    expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, ["from"]]);
  }
  expect((await answer("from=2026-11-27&to=2026-11-27")).status).toBe(200);
});
