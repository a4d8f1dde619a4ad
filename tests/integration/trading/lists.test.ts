import { GET as search } from "@/app/api/admin/search/route";
import { GET as adminTrades } from "@/app/api/admin/trades/route";
import { GET as userTrades } from "@/app/api/trades/user/route";
import type { SearchResult } from "@/lib/search/schema";
import { settleOnce } from "@/lib/trading/jobs";
import type { AdminTradesResponse, UserTradesResponse } from "@/lib/trading/schema";
import { sumFinishedDays } from "@/lib/trading/totals";
import { signedInAdmin } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { open, openMarket, type TestTrader, tick, trader, wait } from "./support";

let owner: TestTrader;
let other: TestTrader;

/** The owner won, lost and has one open; somebody else has one open. */
beforeAll(async () => {
  await openMarket();
  [owner, other] = [await trader(), await trader()];
  await tick("4000");
  await open(owner, { amount: "10" });
  await open(owner, { amount: "20", direction: "down" });
  await tick("4000");
  await settleOnce();
  await tick("4001", { after: 59 });
  await wait(1.001);
  await settleOnce();
  await tick("4001");
  await open(owner, { amount: "30" });
  await open(other, { amount: "40" });
});

const mine = (query = "", token = owner.token) =>
  callRoute<UserTradesResponse>(userTrades, { token, path: `/api/trades/user${query}` });

describe("own trades", () => {
  it("come newest first, in pages, and are nobody else's", async () => {
    const first = (await mine("?limit=2")).body;
    const amounts = first.trades.map(({ amount }) => amount);
    expect(amounts).toEqual(["30.000000", "20.000000"]);
    const second = (await mine(`?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second.trades.map(({ amount }) => amount)).toEqual(["10.000000"]);
    expect(second.nextCursor).toBeNull();
    expect((await mine("", other.token)).body.trades).toHaveLength(1);
  });

  it("have a short number each, the same in every answer and file, by which staff find them", async () => {
    const { trades } = (await mine()).body;
    const numbers = trades.map(({ number }) => Number(number));
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(new Set(numbers).size).toBe(3);
    const path = "/api/trades/user?format=csv";
    const csv = await (await callRaw(userTrades, { token: owner.token, path })).text();
    const lines = csv.trim().split("\r\n").slice(1);
    expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(numbers);
    const { token } = await signedInAdmin();
    const found = await callRoute<{ results: SearchResult[] }>(search, {
      token,
      path: `/api/admin/search?q=%23${numbers[0]}`,
    });
    expect(found.body.results).toContainEqual(
      expect.objectContaining({ kind: "trade", id: trades[0]?.id, number: trades[0]?.number }),
    );
  });

  it("can be filtered by type, status and time", async () => {
    const count = async (query: string) => (await mine(query)).body.trades.length;
    expect(await count("?type=option")).toBe(3);
    expect(await count("?type=manual")).toBe(0);
    expect(await count("?status=won")).toBe(1);
    expect(await count("?status=open")).toBe(1);
    const settledAt = (await mine("?status=won")).body.trades[0]?.settledAt ?? "";
    expect(await count(`?to=${encodeURIComponent(settledAt)}`)).toBe(2);
    expect(await count(`?from=${encodeURIComponent(settledAt)}`)).toBe(1);
    expect((await mine("?status=rigged")).status).toBe(422);
    expect((await mine("?cursor=nonsense")).status).toBe(422);
  });

  it("download as CSV under the same filter", async () => {
    const path = "/api/trades/user?status=lost&format=csv";
    const response = await callRaw(userTrades, { token: owner.token, path });
    expect(response.headers.get("content-type")).toContain("text/csv");
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",option,lost,down,,20.000000,USDT,,,0.82,60,4000.00,4001.00,");
    expect(lines[1]).toContain(",-20.000000,");
  });
});

describe("everybody's trades", () => {
  it("are for staff only", async () => {
    expect((await callRoute(adminTrades, { token: owner.token })).status).toBe(403);
    const { token } = await signedInAdmin({ permissions: ["content"] });
    expect((await callRoute(adminTrades, { token })).status).toBe(403);
  });

  it("show owners, price sources and totals over the filter", async () => {
    const { token } = await signedInAdmin();
    const read = async (query: string) =>
      (
        await callRoute<AdminTradesResponse>(adminTrades, {
          token,
          path: `/api/admin/trades${query}`,
        })
      ).body;
    const all = await read("?limit=1");
    expect(all.trades).toHaveLength(1);
    expect(all.totals).toEqual({
      count: 4,
      staked: "100.000000",
      openStake: "70.000000",
      paidOut: "18.200000",
      usersPnl: "-11.800000",
      byStatus: { open: 2, won: 1, lost: 1 },
    });
    const own = await read(`?user=${owner.user.username.toUpperCase()}&status=won`);
    expect(own.totals.count).toBe(1);
    expect(own.trades[0]).toMatchObject({
      user: { id: owner.user.id, username: owner.user.username },
      priceSources: ["exchange0"],
    });
    for (const name of ["user", "userId"]) {
      expect((await read(`?${name}=${other.user.id}`)).totals.count).toBe(1);
    }
    const part = await read(`?user=${owner.user.username.slice(1)}&status=won`);
    expect([part.totals.count, part.trades[0]?.user.id]).toEqual([1, owner.user.id]);
    const down = await read("?direction=down");
    expect([down.trades.length, down.totals.count, down.totals.staked]).toEqual([
      1,
      1,
      "20.000000",
    ]);
    const up = await read("?direction=up&status=open");
    expect([up.trades.length, up.totals.count, up.totals.openStake]).toEqual([2, 2, "70.000000"]);
    expect((await read("?direction=buy")).totals.count).toBe(0);
  });

  it("download as CSV under the same filter, with whose they are", async () => {
    const { token } = await signedInAdmin({ permissions: ["read"] });
    const path = `/api/admin/trades?format=csv&direction=down&user=${owner.user.id}`;
    const lines = (await (await callRaw(adminTrades, { token, path })).text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^${owner.user.id},${owner.user.username},.*,lost,down,`));
  });
});

describe("totals over finished days", () => {
  it("are the same before and after the days are summed, for any period", async () => {
    const { token } = await signedInAdmin();
    const periods = [
      "",
      "?type=option",
      "?status=lost",
      "?direction=up",
      "?direction=down&type=option",
    ];
    const days = [0, 1, 2].map((n) => new Date(Date.now() + n * 86_400_000).toISOString());
    for (const from of days) periods.push(`?from=${from.slice(0, 10)}`, `?from=${from}`);
    for (const to of days) periods.push(`?to=${to.slice(0, 10)}`, `?to=${to}&type=option`);
    const all = () =>
      Promise.all(
        periods.map(async (path) => {
          const answer = await callRoute<AdminTradesResponse>(adminTrades, {
            token,
            path: `/api/admin/trades${path}`,
          });
          return [path, answer.body.totals] as const;
        }),
      );
    expect(await sumFinishedDays()).toBe(0);
    await wait(2 * 86_400);
    // A day with an open option is not over.
    expect(await sumFinishedDays()).toBe(0);
    while ((await settleOnce()) > 0);
    const settled = await all();
    expect(await sumFinishedDays()).toBe(2);
    expect(await sumFinishedDays()).toBe(0);
    expect(await all()).toEqual(settled);
    // A trade of today comes on top.
    await tick("4000");
    await open(owner, { amount: "50" });
    const now = new Map(await all());
    expect(now.get("")).toMatchObject({ count: 5, openStake: "50.000000" });
    expect(now.get("?direction=up")).toMatchObject({ count: 4, openStake: "50.000000" });
    expect(now.get("?direction=down&type=option")).toMatchObject({
      count: 1,
      openStake: "0.000000",
    });
  });
});
