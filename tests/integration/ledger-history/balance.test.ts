import { GET as balance } from "@/app/api/auth/balance/route";
import { GET as info } from "@/app/api/user/info/route";
import type { BalanceDto } from "@/lib/accounts/schema";
import type { UserStats } from "@/lib/accounts/user-stats-schema";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { charge, deposit, hold, hourlyCandles, hoursAgo, tick } from "./support";

const get = async (token: string) => (await callRoute<BalanceDto>(balance, { token })).body;

const statsOf = async (token: string) =>
  (await callRoute<{ stats: UserStats; user: { username: string } }>(info, { token })).body;

describe("before the first price", () => {
  it("knows the total of who has USDT only", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "100.5");
    expect(await get(token)).toEqual({
      success: true,
      account: "real",
      balances: {
        USDT: { available: "100.500000", held: "0.000000", escrow: "0.000000" },
        XAUT: { available: "0.000000", held: "0.000000", stored: "0.000000" },
        savings: { USDT: "0.000000", XAUT: "0.000000" },
        ai: { USDT: "0.000000", XAUT: "0.000000" },
        owed: { USDT: "0.000000", XAUT: "0.000000" },
        totalUsdt: "100.500000",
      },
      price: null,
      bid: null,
    });
    expect((await statsOf(token)).stats).toMatchObject({ today: null, history: [] });
  });

  it("knows no total of who has XAUT", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "100.5");
    await deposit(user.id, "0.000001", "XAUT");
    expect((await get(token)).balances.totalUsdt).toBeNull();
  });
});

describe("with a price", () => {
  beforeAll(() => tick(4000));

  it("adds everything up in USDT", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "1000");
    await deposit(user.id, "0.25", "XAUT");
    await hold(user.id, "120");
    const answer = await get(token);
    expect(answer.price).toBe("4000.00");
    expect(answer.balances).toMatchObject({
      USDT: { available: "880.000000", held: "120.000000" },
      XAUT: { available: "0.250000", stored: "0.000000" },
      totalUsdt: "2000.000000",
    });
  });

  it("counts gold with what it would fetch: the bid", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "1", "XAUT");
    const prices = [4000, 3990, 4010].map((price) => `${price}00000000`);
    await testDatabase().query("SELECT record_tick($1, $2, $3, '[]', 1, false)", prices);
    const answer = await get(token);
    expect([answer.price, answer.bid, answer.balances.totalUsdt]).toEqual([
      "4000.00",
      "3990.00",
      "3990.000000",
    ]);
    await tick(4000);
  });

  it("is zero, not unknown, for an account without money", async () => {
    const { token, user } = await signedInUser();
    expect((await get(token)).balances.totalUsdt).toBe("0.000000");
    const answer = await statsOf(token);
    expect(answer.user.username).toBe(user.username);
    expect(answer.stats).toEqual({
      totalTrades: 0,
      openTrades: 0,
      wonTrades: 0,
      lostTrades: 0,
      openStakesUsdt: "0.000000",
      pendingDeposits: 0,
      pendingWithdrawals: 0,
      firstFundedAt: null,
      today: null,
      history: [],
    });
  });

  it("is closed to visitors", async () => {
    for (const handler of [balance, info]) {
      expect(await callRoute(handler)).toMatchObject({ status: 401 });
    }
  });

  it("leaves money paid in and out aside in the day's result", async () => {
    const { user, token } = await signedInUser();
    await deposit(user.id, "1000");
    await charge(user.id, "50");
    const { stats } = await statsOf(token);
    expect(stats.today).toEqual({ changeUsdt: "-50.000000", changePercent: "-5.0000" });
  });

  it("draws no history for less than a day", async () => {
    await hourlyCandles(30, 3900);
    const { user, token } = await signedInUser();
    await hoursAgo(20, () => deposit(user.id, "100"));
    expect((await statsOf(token)).stats.history).toEqual([]);
  });

  it("draws a day from recorded balances and prices", async () => {
    const { user, token } = await signedInUser();
    await hoursAgo(30, () => deposit(user.id, "1", "XAUT"));
    await hoursAgo(2, () => deposit(user.id, "100"));
    const { history } = (await statsOf(token)).stats;
    expect(history).toHaveLength(25);
    expect(history[0]!.totalUsdt).toBe("3900.000000");
    expect(history.at(-1)!.totalUsdt).toBe("4100.000000");
    const times = history.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
