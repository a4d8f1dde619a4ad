import type { z } from "zod";
import { POST as store } from "@/app/api/storage/store/route";
import { POST as openTrade } from "@/app/api/trades/route";
import { GET as tradeSettings } from "@/app/api/trades/trade-settings/route";
import { POST as acceptRoute } from "@/app/api/user/accept-risk/route";
import type { riskAcceptanceSchema } from "@/lib/accounts/schema";
import { inputHash } from "@/lib/ledger/rules";
import { prisma } from "@/lib/platform/db";
import { forgetSettings } from "@/lib/settings/data";
import type { TradeSettings } from "@/lib/trading/schema";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { buy, code, giveXaut, quote, sell, trade } from "./spot-support";
import {
  available,
  newKey,
  open,
  openMarket,
  type TestTrader,
  tick,
  trader,
  wait,
} from "./support";

beforeAll(openMarket);
beforeEach(async () => {
  await tick("4000");
});

async function setSetting(key: string, value: string | number | boolean): Promise<void> {
  await asOwner().setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  forgetSettings();
}

afterEach(async () => {
  await asOwner().setting.deleteMany({ where: { key: { not: "optionEntryDelayMs" } } });
  forgetSettings();
});

const configure = (
  { user }: TestTrader,
  config: Partial<{
    optionEnabled: boolean;
    manualEnabled: boolean;
    minAmountMicro: bigint;
    maxAmountMicro: bigint;
    dailyTradeLimit: number;
  }>,
) => asOwner().tradeConfig.create({ data: { userId: user.id, ...config } });

async function refused(owner: TestTrader, changes: Record<string, unknown> = {}) {
  const before = await available(owner);
  const { status, body } = await open(owner, changes);
  expect(await available(owner)).toBe(before);
  return `${status} ${body.code}`;
}

it("keeps the version and the time of the first acceptance of the risks", async () => {
  const { token } = await trader({ risk: false });
  const accept = () =>
    callRoute<z.output<typeof riskAcceptanceSchema>>(acceptRoute, {
      token,
      body: { product: "option" },
    });
  const before = Date.now();
  const { status, body } = await accept();
  expect([status, body.acceptance]).toMatchObject([200, { product: "option", version: 1 }]);
  expect(Date.parse(body.acceptance.acceptedAt)).toBeGreaterThanOrEqual(before);
  expect((await accept()).body.acceptance).toEqual(body.acceptance);
});

describe("opening an option is refused", () => {
  it("where options are banned", async () => {
    const owner = await trader({ country: "United Kingdom", countryCode: "+44" });
    expect(await refused(owner)).toBe("403 NOT_AVAILABLE_IN_COUNTRY");
  });

  it("until the risks are accepted, in the version in force", async () => {
    expect(await refused(await trader({ risk: false }))).toBe("403 RISK_NOT_ACCEPTED");
    const owner = await trader();
    await setSetting("riskVersion", 2);
    expect(await refused(owner)).toBe("403 RISK_NOT_ACCEPTED");
  });

  it("when the product is off for the site or for the user", async () => {
    const owner = await trader();
    await configure(owner, { optionEnabled: false });
    expect(await refused(owner)).toBe("403 PRODUCT_DISABLED");
    await setSetting("optionEnabled", false);
    expect(await refused(await trader())).toBe("403 PRODUCT_DISABLED");
  });

  it("outside the site's and the user's limits", async () => {
    const owner = await trader({ usdt: "5000" });
    expect(await refused(owner, { amount: "0.999999" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await refused(owner, { amount: "1000.000001" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    await configure(owner, { minAmountMicro: 20_000_000n, maxAmountMicro: 30_000_000n });
    expect(await refused(owner, { amount: "19.99" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    const message =
      "The trade amount is outside the allowed range: 20.00\u00a0USDT to 30.00\u00a0USDT";
    expect((await open(owner, { amount: "30.01" })).body).toMatchObject({
      code: "TRADE_AMOUNT_OUT_OF_RANGE",
      message,
      errors: { amount: [message] },
      minAmount: "20.000000",
      maxAmount: "30.000000",
    });
    expect((await open(owner, { amount: "30" })).status).toBe(201);
  });

  it("as switched off where the user's limits leave no amount", async () => {
    const owner = await trader({ usdt: "5000" });
    await configure(owner, { minAmountMicro: 2_000_000_000n });
    expect(await refused(owner, { amount: "1000" })).toBe("403 PRODUCT_DISABLED");
    expect(await refused(owner, { amount: "2000" })).toBe("403 PRODUCT_DISABLED");
  });

  it("beyond the money that is there", async () => {
    expect(await refused(await trader({ usdt: "99.999999" }))).toBe("422 INSUFFICIENT_BALANCE");
  });

  it("over the day's limit, the user's own if that is lower", async () => {
    const owner = await trader();
    await configure(owner, { dailyTradeLimit: 1 });
    expect((await open(owner, { amount: "10" })).status).toBe(201);
    expect(await refused(owner, { amount: "10" })).toBe("422 DAILY_TRADE_LIMIT");
  });

  it("when its rate is not the one that was reviewed", async () => {
    const owner = await trader();
    expect(await refused(owner, { payoutRate: "0.9" })).toBe("409 TRADE_TERMS_CHANGED");
    expect((await open(owner, { amount: "10", payoutRate: "0.820" })).status).toBe(201);
  });

  it("when the price is old", async () => {
    const owner = await trader();
    await wait(10.001);
    expect(await refused(owner)).toBe("503 MARKET_STALE");
  });

  it("when the house has reached a cap", async () => {
    const owner = await trader();
    await setSetting("optionCapPerDirection", "50");
    expect(await refused(owner)).toBe("503 HOUSE_LIMIT");
    expect((await open(owner, { amount: "10" })).status).toBe(201);
  });

  it.each([
    ["an unknown duration", { duration: 61 }],
    ["a comma", { amount: "10,5" }],
    ["a seventh decimal", { amount: "10.0000001" }],
    ["zero", { amount: "0" }],
    ["a number", { amount: 10 }],
    ["no direction", { direction: "sideways" }],
    ["an outcome", { status: "won" }],
    ["a price", { entryPrice: "1" }],
  ])("with %s", async (_what, changes) => {
    expect(await refused(await trader(), changes)).toBe("422 VALIDATION");
  });
});

describe("a spot trade is refused", () => {
  beforeEach(() => quote(4000));

  it("when the product is off for the site or for the user", async () => {
    const owner = await trader();
    await configure(owner, { manualEnabled: false });
    expect(await code(buy(owner, "100"))).toBe("403 PRODUCT_DISABLED");
    await setSetting("manualEnabled", false);
    expect(await code(buy(await trader(), "100"))).toBe("403 PRODUCT_DISABLED");
  });

  it("outside the site's and the user's limits, which are in USDT on both sides", async () => {
    const owner = await trader();
    await giveXaut(owner, 1_000_000n);
    expect(await code(buy(owner, "0.99"))).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await code(sell(owner, "0.00025"))).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    await configure(owner, { minAmountMicro: 40_000_000n, maxAmountMicro: 400_000_000n });
    expect(await code(buy(owner, "39.99"))).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await code(sell(owner, "0.01"))).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await code(sell(owner, "0.11"))).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect((await sell(owner, "0.05")).status).toBe(201);
  });

  it("beyond the money that is there", async () => {
    const owner = await trader({ usdt: "99.999999" });
    expect(await code(buy(owner, "100"))).toBe("422 INSUFFICIENT_BALANCE");
    expect(await code(sell(owner, "0.01"))).toBe("422 INSUFFICIENT_BALANCE");
  });

  it("over the day's limit, which options and spot trades share", async () => {
    const owner = await trader();
    await configure(owner, { dailyTradeLimit: 2 });
    expect((await buy(owner, "10")).status).toBe(201);
    expect((await open(owner, { amount: "10" })).status).toBe(201);
    expect(await code(buy(owner, "10"))).toBe("422 DAILY_TRADE_LIMIT");
  });

  it("when the price is old", async () => {
    const owner = await trader();
    await wait(10.001);
    expect(await code(buy(owner, "100"))).toBe("503 MARKET_STALE");
  });

  it.each([
    ["a comma", { amount: "10,5" }],
    ["a seventh decimal", { amount: "10.0000001" }],
    ["zero", { amount: "0" }],
    ["a number", { amount: 10 }],
    ["no side", { side: "up" }],
    ["a price to be filled at", { entryPrice: "1" }],
    ["a limit price that is none", { limitPrice: "1e9" }],
  ])("with %s", async (_what, changes) => {
    const body = { side: "buy", amount: "10", ...changes };
    expect(await code(trade(await trader(), body))).toBe("422 VALIDATION");
  });

  it("without a session", async () => {
    const { status } = await callRoute(openTrade, {
      body: { type: "manual", side: "buy", amount: "10" },
    });
    expect(status).toBe(401);
  });
});

describe("the same key again", () => {
  it("returns the first answer, also after balance, prices and rules have changed", async () => {
    const owner = await trader();
    const key = newKey();
    await tick("4000", { simulated: true });
    const first = await open(owner, {}, key);
    expect(first.body).toMatchObject({ available: "900.000000", trade: { simulated: true } });
    expect((await open(owner, { amount: "10" })).body.available).toBe("890.000000");
    await tick("4000");
    await configure(owner, { optionEnabled: false });
    await setSetting("optionEnabled", false);
    const again = await open(owner, {}, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await available(owner)).toBe("890.000000");
  });

  it("stands for the trade at every other endpoint, too", async () => {
    const owner = await trader();
    const key = newKey();
    expect((await open(owner, {}, key)).status).toBe(201);
    const { status, body } = await callRoute(store, {
      token: owner.token,
      path: "/api/storage/store",
      idempotencyKey: key,
      body: { amount: "20" },
    });
    expect([status, body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  it("is a conflict for another order, or one that was reviewed at another rate", async () => {
    const owner = await trader();
    const key = newKey();
    const first = await open(owner, { payoutRate: "0.82" }, key);
    for (const changes of [{ payoutRate: "0.81" }, {}, { payoutRate: "0.82", amount: "101" }]) {
      const other = await open(owner, changes, key);
      expect(`${other.status} ${other.body.code}`).toBe("409 IDEMPOTENCY_CONFLICT");
    }
    const offered = [{ seconds: 60, payoutRate: "0.85" }];
    await asOwner().setting.create({ data: { key: "optionDurations", value: offered } });
    forgetSettings();
    expect((await open(owner, { payoutRate: "0.820" }, key)).body).toEqual(first.body);
  });

  it("still means the request of a version that knew nothing of reviewed rates", async () => {
    const owner = await trader();
    const { body } = await open(owner);
    const [journal] = await prisma.ledgerJournal.findMany({ where: { resultId: body.trade.id } });
    const order = { direction: "up", amountMicro: 100_000_000n, durationSeconds: 60 };
    expect(Buffer.from(journal?.inputHash ?? [])).toEqual(
      inputHash({ userId: owner.user.id, ...order }),
    );
  });

  it("means nothing to another user", async () => {
    const [one, two] = [await trader(), await trader()];
    const key = newKey();
    const answers = [await open(one, {}, key), await open(two, {}, key)];
    expect(new Set(answers.map(({ body }) => body.trade.id)).size).toBe(2);
  });

  it("opens one option however many send it at once", async () => {
    const owner = await trader();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(owner, {}, key)));
    expect(new Set(answers.map(({ body }) => body.trade.id)).size).toBe(1);
    expect(await available(owner)).toBe("900.000000");
  });
});

it("offers no duration that is paused, and no option while all are", async () => {
  const owner = await trader();
  const offered = async () => {
    const { body } = await callRoute<{ settings: TradeSettings }>(tradeSettings, {
      token: owner.token,
    });
    return {
      ...body.settings.option,
      seconds: body.settings.option.durations.map((d) => d.seconds),
    };
  };
  await setSetting("optionPausedDurations", "60, 300");
  expect((await offered()).seconds).toEqual([30, 120, 900]);
  expect((await open(owner, { duration: 60 })).status).toBe(422);
  expect((await open(owner, { duration: 30 })).status).toBe(201);
  await setSetting("optionPausedDurations", "30,60,120,300,900");
  expect(await offered()).toMatchObject({ enabled: false, seconds: [] });
});

describe("trade-settings", () => {
  const read = async ({ token }: TestTrader) =>
    (await callRoute<{ settings: TradeSettings }>(tradeSettings, { token })).body.settings;

  it("shows the site's rules and what is used of the day", async () => {
    const owner = await trader();
    await open(owner);
    expect(await read(owner)).toEqual({
      option: {
        enabled: true,
        minAmount: "1.000000",
        maxAmount: "1000.000000",
        entryDelayMs: 0,
        durations: [
          { seconds: 30, payoutRate: "0.80" },
          { seconds: 60, payoutRate: "0.82" },
          { seconds: 120, payoutRate: "0.84" },
          { seconds: 300, payoutRate: "0.86" },
          { seconds: 900, payoutRate: "0.88" },
        ],
      },
      manual: {
        enabled: true,
        feeRate: "0.001",
        spread: "0",
        minAmount: "1.000000",
        maxAmount: "50000.000000",
      },
      ai: expect.objectContaining({ enabled: true, minAmount: "50.000000" }),
      dailyTradeLimit: 100,
      dailyTradesUsed: 1,
    });
  });

  it("narrows them to the user's own and never widens them", async () => {
    const owner = await trader();
    await configure(owner, { minAmountMicro: 1n, maxAmountMicro: 50_000_000n, dailyTradeLimit: 7 });
    expect(await read(owner)).toMatchObject({
      option: { minAmount: "1.000000", maxAmount: "50.000000" },
      dailyTradeLimit: 7,
    });
  });

  it("has options off where they are banned", async () => {
    const owner = await trader({ country: "Germany", countryCode: "+49" });
    expect((await read(owner)).option.enabled).toBe(false);
  });
});
