import { GET as adminTrades } from "@/app/api/admin/trades/route";
import { GET as receiptRoute } from "@/app/api/trades/[id]/receipt/route";
import { GET as positionRoute } from "@/app/api/trades/position/route";
import { POST as openTrade } from "@/app/api/trades/route";
import { GET as userTrades } from "@/app/api/trades/user/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import { allowFillWaits, endFillWaits } from "@/lib/ledger/fills/fill-waits";
import { fillOrders } from "@/lib/ledger/fills/fills";
import type { TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { verifyLedger } from "@/lib/ledger/verify";
import type { WealthList } from "@/lib/statements/schema";
import type { SpotReceipt } from "@/lib/trading/receipt-schema";
import type {
  AdminTradesResponse,
  OpenTradeResponse,
  PositionDto,
  UserTradesResponse,
} from "@/lib/trading/schema";
import { signedInAdmin } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { deliverAll } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { buy, code, giveXaut, quote, sell, trade } from "./spot-support";
import { newKey, open, openMarket, type TestTrader, trader, wait } from "./support";

beforeAll(openMarket);

beforeEach(async () => {
  await quote(4000);
});

const readPosition = async ({ token }: TestTrader) =>
  (await callRoute<{ position: PositionDto }>(positionRoute, { token })).body.position;
const readReceipt = ({ token }: { token: string }, id: string) =>
  callRoute<{ receipt: SpotReceipt }>(receiptRoute, { token, params: { id } });

describe("a spot trade", () => {
  it("buys at the ask and sells at the bid, with the fee and the result against the average cost", async () => {
    const owner = await trader();
    const bought = await buy(owner, "100");
    expect(bought.status).toBe(201);
    expect(bought.body).toMatchObject({
      success: true,
      message: "Trade filled",
      available: "900.000000",
      availableXaut: "0.024968",
    });
    expect(bought.body.trade).toMatchObject({
      type: "manual",
      status: "filled",
      side: "buy",
      direction: null,
      amount: "100.000000",
      currency: "USDT",
      received: "0.024968",
      receivedCurrency: "XAUT",
      entryPrice: "4001.00",
      fee: "0.100000",
      pnl: null,
      simulated: false,
    });
    await quote(4100);
    const sold = await sell(owner, "0.024968");
    // 0.024968 x 4099 = 102.343832; fee 0.102343832.
    expect(sold.body.trade).toMatchObject({
      side: "sell",
      amount: "0.024968",
      currency: "XAUT",
      received: "102.241488",
      receivedCurrency: "USDT",
      entryPrice: "4099.00",
      fee: "0.102344",
      pnl: "2.241488",
    });
    expect(sold.body).toMatchObject({ available: "1002.241488", availableXaut: "0.000000" });
  });

  it("rounds its fee up", async () => {
    const owner = await trader();
    const fees = [];
    for (const amount of ["10", "10.0005", "10.0001", "10.0009"]) {
      fees.push((await buy(owner, amount)).body.trade.fee);
    }
    expect(fees).toEqual(["0.010000", "0.010001", "0.010001", "0.010001"]);
  });

  it("notifies its owner and is one line of wealth and each line of the accounts", async () => {
    const owner = await trader();
    await quote(4000, true);
    await buy(owner, "100");
    await deliverAll();
    await deliverAll();
    const told = await toldToUsers.findMany({ where: { userId: owner.user.id } });
    expect(told).toMatchObject([
      {
        type: "manual-trade",
        title: "Trade filled",
        message: expect.stringMatching(
          /^Bought 0\.024968\sXAUT for 100\.00\sUSDT at a simulated 4,001\.00\. Fee 0\.10\sUSDT\. No\. \d+\.$/,
        ),
      },
    ]);
    const { token } = owner;
    const path = "/api/user/transactions?type=trade";
    const wealth = await callRoute<WealthList>(transactions, { token, path });
    expect(wealth.body.transactions).toMatchObject([
      {
        event: "manual_trade",
        detail: "buy",
        changes: [
          { currency: "USDT", amount: "-100.000000" },
          { currency: "XAUT", amount: "0.024968" },
        ],
        fees: [{ currency: "USDT", amount: "0.100000" }],
        prices: ["4001.00"],
        spread: "0.024968",
        reference: { type: "trade" },
      },
    ]);
    const accounts = await callRoute<TransactionList>(transactions, {
      token,
      path: `${path}&view=accounts`,
    });
    const lines = accounts.body.transactions.map(
      ({ detail, account, amount }) => `${detail} ${account} ${amount}`,
    );
    expect(lines.sort()).toEqual([
      "buy available -100.000000",
      "buy available 0.024968",
      "buy held -99.900000",
      "buy held 100.000000",
      "fee held -0.100000",
    ]);
  });

  it("is filled at the fee's rate that was reviewed, or not at all", async () => {
    const owner = await trader();
    const { status, body } = await buy(owner, "100", { feeRate: "0.0005" });
    expect(`${status} ${body.code}`).toBe("409 TRADE_TERMS_CHANGED");
    expect((await buy(owner, "100", { feeRate: "0.001" })).status).toBe(201);
  });

  it("is filled at its limit price or a better one, or not at all", async () => {
    const owner = await trader();
    await giveXaut(owner, 1_000_000n);
    const refusals = [
      await buy(owner, "100", { limitPrice: "4000.99" }),
      await sell(owner, "0.5", { limitPrice: "3999.00000001" }),
    ];
    expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      "409 PRICE_MOVED",
      "409 PRICE_MOVED",
    ]);
    expect((await buy(owner, "100", { limitPrice: "4001" })).status).toBe(201);
    expect((await sell(owner, "0.5", { limitPrice: "3900" })).body.trade.entryPrice).toBe(
      "3999.00",
    );
  });

  it("keeps the average over several buys, and gives other XAUT no cost", async () => {
    const owner = await trader();
    await buy(owner, "100");
    await quote(5000);
    await buy(owner, "100");
    expect(await readPosition(owner)).toEqual({
      available: "0.044944",
      quantity: "0.044944",
      cost: "200.000000",
      averageCost: "4449.98220007",
      realised: "0.000000",
      price: "4999.00",
      value: "224.675056",
      pnl: "24.675056",
    });
    await giveXaut(owner, 1_000_000n);
    const { body } = await sell(owner, "0.044944");
    expect(body.trade.pnl).toBe("24.450380");
    expect((await sell(owner, "0.1")).body.trade.pnl).toBeNull();
    expect(await readPosition(owner)).toMatchObject({
      available: "0.900000",
      quantity: "0.000000",
      averageCost: null,
      realised: "24.450380",
    });
  });
});

describe("a spot receipt", () => {
  it("holds everything that recomputes amounts and result", async () => {
    const owner = await trader();
    await buy(owner, "100");
    await giveXaut(owner, 1_000_000n);
    await quote(4100);
    const { body } = await sell(owner, "0.049938");
    await quote(4200);
    const { receipt } = (await readReceipt(owner, body.trade.id)).body;
    expect(receipt).toMatchObject({
      kind: "spot",
      trade: body.trade,
      entryTick: {
        id: body.trade.entryTickId,
        bid: "4099.00",
        ask: "4101.00",
        sources: [{ source: "exchange0" }],
      },
      arithmetic: {
        spread: "0.00",
        price: "4099.00",
        gross: "204.695862",
        feeRate: "0.001",
        fee: "0.204696",
        received: "204.491166",
        closed: {
          positionQuantity: "0.024968",
          positionCost: "100.000000",
          averageCost: "4005.126562",
          quantity: "0.024968",
          cost: "100.000000",
          proceeds: "102.241488",
          pnl: "2.241488",
        },
      },
    });
    const after = BigInt(receipt.tickAfterEntry?.id ?? 0) - BigInt(receipt.entryTick?.id ?? 0);
    expect(after).toBe(1n);
    // The first tick after the order, and none before it that was after the order.
    expect(receipt.tickBeforeEntry && receipt.tickBeforeEntry.at <= receipt.openedAt).toBe(true);
    expect(receipt.entryTick && receipt.openedAt < receipt.entryTick.at).toBe(true);
  });

  it("is for its owner and for staff only", async () => {
    const [owner, stranger, admin] = [await trader(), await trader(), await signedInAdmin()];
    const { id } = (await buy(owner, "10")).body.trade;
    expect((await readReceipt(stranger, id)).status).toBe(404);
    expect((await readReceipt(admin, id)).status).toBe(200);
  });
});

describe("lists", () => {
  it("show spot trades to their owner and to staff, with sums in USDT, and in CSV", async () => {
    const owner = await trader();
    await buy(owner, "100");
    await sell(owner, "0.01");
    const own = await callRoute<UserTradesResponse>(userTrades, {
      token: owner.token,
      path: "/api/trades/user?type=manual&status=filled",
    });
    expect(own.body.trades.map(({ side }) => side)).toEqual(["sell", "buy"]);
    const csv = await callRaw(userTrades, {
      token: owner.token,
      path: "/api/trades/user?format=csv",
    });
    const [header = "", first = ""] = (await csv.text()).trim().split("\r\n");
    const cell = (name: string) => first.split(",")[header.split(",").indexOf(name)];
    expect(
      ["Side", "Amount", "Currency", "Received", "Received currency", "Fee"].map(cell),
    ).toEqual(["sell", "0.010000", "XAUT", "39.950010", "USDT", "0.039990"]);
    const { token } = await signedInAdmin();
    const { body } = await callRoute<AdminTradesResponse>(adminTrades, {
      token,
      path: `/api/admin/trades?user=${owner.user.id}`,
    });
    expect(body.totals).toMatchObject({
      count: 2,
      staked: "100.000000",
      paidOut: "39.950010",
      byStatus: { filled: 2 },
    });
    expect(body.totals.usersPnl).toBe(body.trades[0]?.pnl);
    expect(body.trades[0]).toMatchObject({ priceSources: ["exchange0"], received: "39.950010" });
  });
});

describe("the same key again", () => {
  it("fills once however many send it at once, and later, when all has changed", async () => {
    const owner = await trader();
    const key = newKey();
    const body = { side: "buy", amount: "100" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => trade(owner, body, key)));
    await quote(9000);
    await sell(owner, "0.01");
    await asOwner().tradeConfig.create({ data: { userId: owner.user.id, manualEnabled: false } });
    answers.push(await trade(owner, body, key));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.trade))).size).toBe(1);
    await deliverAll();
    expect(await toldToUsers.count({ where: { userId: owner.user.id } })).toBe(2);
  });

  it("gets the state of now: waiting, filled, or why it is void", async () => {
    const owner = await trader();
    const [filled, moved, missing] = [newKey(), newKey(), newKey()];
    const once = (key: string, body: object) =>
      callRoute<OpenTradeResponse>(openTrade, {
        token: owner.token,
        idempotencyKey: key,
        path: "/api/trades",
        body: { type: "manual", side: "buy", amount: "100", ...body },
      });
    endFillWaits();
    const first = await once(filled, {});
    expect([first.status, first.body.trade.status, first.body.available]).toEqual([
      202,
      "pending",
      "900.000000",
    ]);
    expect((await once(filled, {})).status).toBe(202);
    expect((await once(moved, { limitPrice: "4001" })).status).toBe(202);
    allowFillWaits();
    await quote(4001);
    await fillOrders();
    expect((await once(filled, {})).body.trade).toMatchObject({
      id: first.body.trade.id,
      status: "filled",
      entryPrice: "4002.00",
    });
    expect(await code(once(moved, { limitPrice: "4001" }))).toBe("409 PRICE_MOVED");
    endFillWaits();
    expect((await once(missing, {})).status).toBe(202);
    allowFillWaits();
    await wait(10.001);
    await fillOrders();
    expect(await code(once(missing, {}))).toBe("409 NO_PRICE");
    const list = await callRoute<UserTradesResponse>(userTrades, {
      token: owner.token,
      path: "/api/trades/user?type=manual&status=void",
    });
    expect(list.body.trades.map(({ voidReason }) => voidReason)).toEqual([
      "NO_PRICE",
      "PRICE_MOVED",
    ]);
    await deliverAll();
    const told = await toldToUsers.findMany({ where: { userId: owner.user.id } });
    expect(told.map(({ title }) => title).sort()).toEqual([
      "Order not filled",
      "Order not filled",
      "Trade filled",
    ]);
  });

  it("is a conflict for another order, one reviewed at another rate and an option included", async () => {
    const owner = await trader();
    const key = newKey();
    await trade(owner, { side: "buy", amount: "100", feeRate: "0.001" }, key);
    const others = [
      await trade(owner, { side: "buy", amount: "100" }, key),
      await trade(owner, { side: "buy", amount: "100", feeRate: "0.002" }, key),
      await trade(owner, { side: "buy", amount: "101" }, key),
      await trade(owner, { side: "sell", amount: "100" }, key),
      await open(owner, {}, key),
    ];
    expect(others.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(5).fill("409 IDEMPOTENCY_CONFLICT"),
    );
    const same = { side: "buy", amount: "100", feeRate: "0.0010" };
    expect((await trade(owner, same, key)).status).toBe(201);
  });

  it("lets two tabs spend a balance once", async () => {
    const owner = await trader({ usdt: "150" });
    const answers = await Promise.all([buy(owner, "100"), buy(owner, "100")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

it("leaves a ledger that verifies", async () => {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});
