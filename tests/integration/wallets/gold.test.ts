import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { GET as depositsForStaff } from "@/app/api/admin/deposits/route";
import { PUT as processWithdrawal } from "@/app/api/admin/withdrawals/[id]/process/route";
import { GET as withdrawalForStaff } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as withdrawalsForStaff } from "@/app/api/admin/withdrawals/route";
import { GET as positionRoute } from "@/app/api/trades/position/route";
import { GET as ratesRoute } from "@/app/api/wallets/rates/route";
import { PUT as cancelRoute } from "@/app/api/withdrawals/[id]/cancel/route";
import { POST as requestRoute } from "@/app/api/withdrawals/route";
import { GET as termsRoute } from "@/app/api/withdrawals/terms/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { balancesOf } from "@/lib/ledger/data";
import { verifyLedger } from "@/lib/ledger/verify";
import { getOverview } from "@/lib/overview/data";
import { prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import { updateSettings } from "@/lib/site/mutations";
import type { PositionDto } from "@/lib/trading/schema";
import type { CoinRate } from "@/lib/wallets/payment-schema";
import type {
  ReviewedWithdrawalDto,
  WithdrawalDto,
  WithdrawalTerms,
} from "@/lib/withdrawals/schema";
import { reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { toldToUsers } from "@/tests/support/told";
import { open, openMarket, type TestTrader, tick, trader, wait } from "../trading/support";

const PASSWORD = "withdraw me";
const XAUT_CONTRACT = "0x68749665FF8D2d112Fa859AA293F07A622782F38";
const BOUGHT = { type: "manual", direction: undefined, duration: undefined };
const newHash = () => randomBytes(32).toString("hex");

let staff: string;
beforeAll(async () => {
  await openMarket();
  staff = (await signedInAdmin()).token;
});
beforeEach(() => tick("4000"));
afterEach(async () => {
  await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "0" });
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

const owner = () => trader({ withdrawPassword: PASSWORD });
const gold = async (userId: string) => {
  const { available, held, stored } = (await balancesOf(userId)).XAUT;
  return [available, held, stored].map(formatMicro);
};
const reported = async (token: string, amount: string) =>
  reportDeposit(token, await createWalletRow("XAUT", "ERC20"), { amount });
const decideDeposit = (id: string, body: object) =>
  callRoute<{ deposit: AdminDepositDto }>(processDeposit, {
    method: "PUT",
    token: staff,
    params: { id },
    body,
  });
const confirm = (id: string) => decideDeposit(id, { action: "confirm" });

/** A user with deposited gold. */
async function withGold(amount = "1"): Promise<TestTrader> {
  const made = await owner();
  const { body } = await reported(made.token, amount);
  expect((await confirm(body.deposit.id)).status).toBe(200);
  return made;
}

const ask = (token: string, change: object = {}, idempotencyKey?: string) =>
  callRoute<{ withdrawal: WithdrawalDto; code?: string; fee?: string }>(requestRoute, {
    token,
    path: "/api/withdrawals",
    idempotencyKey,
    body: {
      currency: "XAUT",
      network: "ERC20",
      address: ADDRESSES.ERC20,
      amount: "0.5",
      withdrawPassword: PASSWORD,
      ...change,
    },
  });
const asked = async (token: string, change: object = {}) =>
  (await ask(token, change)).body.withdrawal.id;
const step = (id: string, body: object) =>
  callRoute<{ withdrawal: ReviewedWithdrawalDto }>(processWithdrawal, {
    method: "PUT",
    token: staff,
    params: { id },
    body,
  });
const complete = (id: string) => step(id, { action: "complete", transactionHash: newHash() });
const reject = (id: string) => step(id, { action: "reject", adminNotes: "Not today, sorry" });
const takeBack = (token: string, id: string) =>
  callRoute<{ code?: string }>(cancelRoute, { method: "PUT", token, params: { id }, body: {} });
const termsOf = async (token: string, currency = "XAUT") =>
  (
    await callRoute<{ terms: WithdrawalTerms }>(termsRoute, {
      token,
      path: `/api/withdrawals/terms?currency=${currency}`,
    })
  ).body.terms;
const spot = async (who: TestTrader, side: "buy" | "sell", amount: string) => {
  const { status, body } = await open(who, { ...BOUGHT, side, amount });
  expect(status).toBe(201);
  return body.trade;
};
const position = async ({ token }: TestTrader) => {
  const { body } = await callRoute<{ position: PositionDto }>(positionRoute, { token });
  return [body.position.quantity, body.position.cost];
};

describe("gold that comes in", () => {
  it("is credited as gold, one to one, whatever the market does", async () => {
    const { user, token } = await owner();
    const { body } = await reported(token, "1.234567");
    expect(body.deposit).toMatchObject({ amount: "1.234567", credited: null, creditedUsdt: null });
    const list = await callRoute<{ deposits: AdminDepositDto[] }>(depositsForStaff, {
      token: staff,
      path: "/api/admin/deposits?currency=XAUT",
    });
    expect(list.body.deposits[0]).toMatchObject({ id: body.deposit.id, quote: null });
    await wait(60);
    const answer = await confirm(body.deposit.id);
    expect(answer.body.deposit).toMatchObject({
      status: "completed",
      rate: null,
      creditedUsdt: null,
      credited: { currency: "XAUT", amount: "1.234567" },
    });
    expect(await gold(user.id)).toEqual(["1.234567", "0.000000", "0.000000"]);
    expect((await toldToUsers.findFirstOrThrow({ where: { userId: user.id } })).message).toMatch(
      /was credited as 1\.234567\sXAUT/,
    );
    expect((await confirm(body.deposit.id)).status).toBe(409);
  });

  it.each([
    ["seven decimals", "0.1234567"],
    ["nothing", "0"],
    ["less than nothing", "-1"],
    ["USDT", "5 USDT"],
  ])("is refused as %s", async (_, amount) => {
    const { token } = await owner();
    expect((await reported(token, amount)).status).toBe(422);
  });

  it("can't be booked finer than the ledger is, not even by SQL", async () => {
    const { user, token } = await owner();
    const { body } = await reported(token, "1");
    const finer = (by: number) =>
      testDatabase().query(
        `SET session_replication_role = replica; UPDATE deposit SET amount_e8 = amount_e8 + ${by} WHERE id = '${body.deposit.id}';
         RESET session_replication_role`,
      );
    await finer(1);
    expect((await confirm(body.deposit.id)).status).toBe(422);
    expect(await gold(user.id)).toEqual(["0.000000", "0.000000", "0.000000"]);
    await finer(-1);
  });

  it("has no known cost: what was bought is sold first, the rest has no result", async () => {
    const who = await withGold("0.1");
    expect(await position(who)).toEqual(["0.000000", "0.000000"]);
    await spot(who, "buy", "400");
    expect(await position(who)).toEqual(["0.099900", "400.000000"]);
    expect((await spot(who, "sell", "0.0999")).pnl).toBe("-0.799600");
    expect((await spot(who, "sell", "0.1")).pnl).toBeNull();
  });
});

it("has a rate for estimates only: the bid, while it is not too old", async () => {
  const { token } = await owner();
  const goldRate = async () => {
    const { body } = await callRoute<{ rates: CoinRate[] }>(ratesRoute, { token });
    return body.rates.find(({ currency }) => currency === "XAUT")?.rate;
  };
  expect(await goldRate()).toBe("4000.00");
  await wait(11);
  expect(await goldRate()).toBeUndefined();
});

describe("gold that goes out", () => {
  it("is held as gold at once, approved without a price, and sent one to one", async () => {
    const { user, token } = await withGold("1");
    const answer = await ask(token, { amount: "0.500001" });
    expect(answer.status).toBe(201);
    expect(answer.body.withdrawal).toMatchObject({
      currency: "XAUT",
      amount: "0.500001",
      amountCurrency: "XAUT",
      net: "0.500001",
      // 0.500001 at 4,000.
      valueUsdt: "2000.004000",
      payoutAmount: null,
    });
    const { id } = answer.body.withdrawal;
    expect(await gold(user.id)).toEqual(["0.499999", "0.500001", "0.000000"]);
    const { body } = await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(withdrawalForStaff, {
      token: staff,
      params: { id },
    });
    expect(body.withdrawal).toMatchObject({
      quote: null,
      balance: { available: "0.499999", held: "0.500001" },
    });
    expect((await getOverview()).pendingWithdrawals).toMatchObject({
      amountUsdt: "0.000000",
      amountXaut: "0.500001",
    });
    await wait(60);
    expect((await step(id, { action: "approve" })).body.withdrawal.status).toBe("processing");
    expect((await complete(id)).body.withdrawal).toMatchObject({
      status: "completed",
      payoutAmount: null,
      payoutRate: null,
    });
    expect(await gold(user.id)).toEqual(["0.499999", "0.000000", "0.000000"]);
    const told = await toldToUsers.findMany({ where: { userId: user.id, type: "withdrawal" } });
    expect(told.map(({ message }) => message).join()).not.toContain("USDT");
  });

  it("counts towards the limits at the bid, rounded up", async () => {
    const { token } = await withGold("10");
    expect((await ask(token, { amount: "0.002499" })).body).toMatchObject({
      code: "BELOW_MINIMUM_WITHDRAWAL",
    });
    expect((await ask(token, { amount: "2.500001" })).body).toMatchObject({
      code: "EXCEEDS_DAILY_LIMIT",
    });
    expect((await ask(token, { amount: "2" })).status).toBe(201);
    expect(await termsOf(token)).toMatchObject({
      currency: "XAUT",
      available: "8.000000",
      minimum: "0.002500",
      remainingToday: "0.500000",
      price: "4000.00",
    });
    expect((await termsOf(token, "BTC")).remainingToday).toBe("2000.000000");
    // What it counted with stays, whatever the price does.
    await tick("5000");
    expect((await ask(token, { amount: "0.400001" })).body).toMatchObject({
      code: "EXCEEDS_DAILY_LIMIT",
    });
    expect((await ask(token, { amount: "0.4" })).status).toBe(201);
  });

  it("waits for a price, and says the rest in the specification's order", async () => {
    const none = await signedInUser();
    expect((await ask(none.token)).body.code).toBe("WITHDRAW_PASSWORD_NOT_SET");
    const { token } = await withGold("1");
    expect((await ask(token, { withdrawPassword: "another" })).body.code).toBe(
      "WITHDRAW_PASSWORD_INCORRECT",
    );
    expect((await ask(token, { amount: "1.000001" })).body.code).toBe("INSUFFICIENT_BALANCE");
    await wait(11);
    const late = await ask(token);
    expect([late.status, late.body.code]).toEqual([503, "MARKET_STALE"]);
    await tick("4000", { contested: true });
    expect((await ask(token)).body.code).toBe("MARKET_STALE");
    await tick("4000");
    expect((await ask(token)).status).toBe(201);
  });

  it.each([
    ["seven decimals", { amount: "0.1234567" }],
    ["nothing", { amount: "0" }],
    ["an amount in USDT", { amount: "0.5 USDT" }],
    ["another network", { network: "BEP20" }],
    ["the token's own contract", { address: XAUT_CONTRACT }],
    ["a checksum that is wrong", { address: `0x${ADDRESSES.ERC20.slice(2).toUpperCase()}` }],
  ])("refuses %s", async (_, change) => {
    const { user, token } = await withGold("1");
    expect((await ask(token, change)).status).toBe(422);
    expect(await gold(user.id)).toEqual(["1.000000", "0.000000", "0.000000"]);
  });

  it("takes the settings' fee as what is worth as much at the bid, or as reviewed", async () => {
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1" });
    const { user, token } = await withGold("1");
    expect((await termsOf(token)).fee).toBe("0.000250");
    const id = await asked(token, { fee: "0.000251" });
    expect((await ask(token, { fee: "0.000260" })).body).toMatchObject({
      code: "WITHDRAWAL_TERMS_CHANGED",
      fee: "0.000250",
    });
    await step(id, { action: "approve" });
    await complete(id);
    expect(await gold(user.id)).toEqual(["0.500000", "0.000000", "0.000000"]);
    const [fees] = await testDatabase().query<{ sum: string }>(
      "SELECT sum(balance_micro) FROM ledger_account WHERE kind = 'fees' AND currency = 'XAUT'",
    );
    expect(fees?.sum).toBe("251");
  });

  it("gives two at once the balance once", async () => {
    const { user, token } = await withGold("0.75");
    const answers = await Promise.all([ask(token), ask(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await gold(user.id)).toEqual(["0.250000", "0.500000", "0.000000"]);
  });

  it("comes back when it is cancelled while pending, or rejected after its approval", async () => {
    const who = await withGold("0.4");
    await spot(who, "buy", "400");
    const before = await position(who);
    const first = await asked(who.token, { amount: "0.45" });
    expect((await takeBack(who.token, first)).status).toBe(200);
    const second = await asked(who.token, { amount: "0.45" });
    await step(second, { action: "approve" });
    expect((await takeBack(who.token, second)).status).toBe(409);
    expect((await reject(second)).status).toBe(200);
    expect(await gold(who.user.id)).toEqual(["0.499900", "0.000000", "0.000000"]);
    expect(await position(who)).toEqual(before);
  });

  it("takes its cost along when it is sent, what came without one first", async () => {
    const who = await withGold("0.1");
    await spot(who, "buy", "400");
    const id = await asked(who.token, { amount: "0.1333" });
    expect(await position(who)).toEqual(["0.099900", "400.000000"]);
    await step(id, { action: "approve" });
    await complete(id);
    // 0.0333 of 0.0999 is a third.
    expect(await position(who)).toEqual(["0.066600", "266.666667"]);
  });

  it("stands in columns of its own in the staff's file", async () => {
    const { token } = await withGold("1");
    await asked(token, { amount: "0.123456" });
    const answer = await callRaw(withdrawalsForStaff, {
      token: staff,
      path: "/api/admin/withdrawals?format=csv&currency=XAUT",
    });
    const [heading = "", row = ""] = (await answer.text()).replace("\uFEFF", "").split("\r\n");
    const cells = Object.fromEntries(
      heading.split(",").map((name, index) => [name, row.split(",")[index]]),
    );
    expect(cells).toMatchObject({ "Amount (USDT)": "", "Amount (XAUT)": "0.123456" });
  });
});

type Act = { act: "deposit" | "ask" | "cancel" | "send" | "reject" | "buy" | "sell"; part: number };

it("keeps the ledger verified through any history of gold in and out", async () => {
  const acts = fc.array(
    fc.record<Act>({
      act: fc.constantFrom("deposit", "ask", "cancel", "send", "reject", "buy", "sell"),
      part: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 6, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const who = await withGold("0.3");
      let came = 300_000n;
      let sent = 0n;
      const pending: { id: string; micro: bigint }[] = [];
      for (const { act, part } of history) {
        await tick(String(4000 + part));
        const { available } = (await balancesOf(who.user.id)).XAUT;
        const micro = (available * BigInt(part)) / 100n;
        const amount = formatMicro(micro);
        const last = act === "ask" || act === "deposit" ? undefined : pending.pop();
        if (act === "deposit") {
          const { body } = await reported(who.token, formatMicro(BigInt(part)));
          await confirm(body.deposit.id);
          came += BigInt(part);
        } else if (act === "ask") {
          const { status, body } = await ask(who.token, { amount });
          if (status === 201) pending.push({ id: body.withdrawal.id, micro });
        } else if (act === "buy") {
          const { body } = await open(who, { ...BOUGHT, side: "buy", amount: "20" });
          came += BigInt((body.trade?.received ?? "0").replace(".", ""));
        } else if (act === "sell") {
          const { status } = await open(who, { ...BOUGHT, side: "sell", amount });
          if (status === 201) sent += micro;
        } else if (last && act === "cancel") {
          await takeBack(who.token, last.id);
        } else if (last) {
          await step(last.id, { action: "approve" });
          await (act === "send" ? complete(last.id) : reject(last.id));
          if (act === "send") sent += last.micro;
        }
      }
      const { available, held } = (await balancesOf(who.user.id)).XAUT;
      expect(available + held).toBe(came - sent);
      expect((await verifyLedger()).checks.filter(({ differences }) => differences > 0)).toEqual(
        [],
      );
    }),
    { numRuns: 6 },
  );
});

it("finds gold that was credited or counted otherwise", async () => {
  const { token, user } = await withGold("1");
  const real = await asked(token, { amount: "0.1" });
  const wrongs = async (table: string, key: string, column: string, by: number) => {
    const change = (sign: number) =>
      testDatabase().query(
        `SET session_replication_role = replica; UPDATE ${table} SET ${column} = ${column} + ${sign * by} WHERE id = '${key}';
         RESET session_replication_role`,
      );
    await change(1);
    const { checks } = await verifyLedger();
    await change(-1);
    return checks.filter(({ differences }) => differences > 0).map(({ name }) => name);
  };
  const deposit = await prisma.deposit.findFirstOrThrow({
    where: { userId: user.id, currency: "XAUT" },
  });
  expect(await wrongs("withdrawal", real, "value_micro", 1)).toEqual(["values of XAUT"]);
  expect(await wrongs("deposit", deposit.id, "credited_micro", 1)).toEqual(["deposits"]);
});
