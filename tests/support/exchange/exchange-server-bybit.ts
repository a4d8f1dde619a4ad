import type { Market, Protocol, Quote } from "./exchange-server-protocol";

const intervals: Record<string, number> = {
  "1": 60_000,
  "5": 300_000,
  "15": 900_000,
  "30": 1_800_000,
  "60": 3_600_000,
  "240": 14_400_000,
  D: 86_400_000,
  W: 604_800_000,
};

const MAX_CANDLES = 1000;

/** The unified symbol of an id in a category ("spot" or "linear"). */
function symbolOf(market: Market, category: string, id: string): string | undefined {
  return [...market.quotes.keys()].find(
    (symbol) => idOf(symbol) === id && symbol.includes(":") === (category === "linear"),
  );
}

const idOf = (symbol: string) => symbol.split(":")[0]!.replace("/", "");

function instrument(symbol: string) {
  const [pair, settle] = symbol.split(":");
  const [baseCoin, quoteCoin] = pair!.split("/");
  const common = { symbol: idOf(symbol), baseCoin, quoteCoin, status: "Trading" };
  const priceFilter = { tickSize: "0.01", minPrice: "0.01", maxPrice: "999999" };
  if (settle === undefined) {
    const lotSizeFilter = { basePrecision: "0.0001", quotePrecision: "0.00000001" };
    return { ...common, marginTrading: "none", lotSizeFilter, priceFilter };
  }
  return {
    ...common,
    contractType: "LinearPerpetual",
    settleCoin: settle,
    launchTime: "1585526400000",
    deliveryTime: "0",
    priceScale: "2",
    lotSizeFilter: { qtyStep: "0.001", minOrderQty: "0.001", maxOrderQty: "100" },
    priceFilter,
  };
}

/** As the exchange has it: the ticker of a spot market carries neither bid nor ask on the websocket. */
function ticker(id: string, { bid, ask }: Quote, sides: boolean) {
  return {
    symbol: id,
    lastPrice: bid,
    highPrice24h: ask,
    lowPrice24h: bid,
    prevPrice24h: bid,
    volume24h: "10",
    turnover24h: "40000",
    price24hPcnt: "0.0000",
    ...(sides ? { bid1Price: bid, bid1Size: "1", ask1Price: ask, ask1Size: "1" } : {}),
    ...(sides ? {} : { usdIndexPrice: bid }),
  };
}

function klines(market: Market, symbol: string, query: URLSearchParams) {
  const width = intervals[query.get("interval") ?? ""] ?? 60_000;
  const start = Number(query.get("start") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 200), MAX_CANDLES);
  const rows = market.candles(symbol, width).filter(([time]) => time >= start);
  return (start > 0 ? rows.slice(0, limit) : rows.slice(-limit))
    .reverse()
    .map(([time, o, h, l, c, v]) => [String(time), o, h, l, c, v, v]);
}

/** Bybit v5: https://bybit-exchange.github.io/docs/v5/intro */
export const bybit: Protocol = {
  rest(market, url) {
    const query = url.searchParams;
    const category = query.get("category") ?? "spot";
    const ok = (result: object) => ({ retCode: 0, retMsg: "OK", result, time: market.now() });
    if (url.pathname === "/v5/market/instruments-info") {
      const isAll = query.get("status") === null;
      const list = [...market.quotes.keys()]
        .filter((symbol) => isAll && symbol.includes(":") === (category === "linear"))
        .map(instrument);
      return ok({ category, list });
    }
    const id = query.get("symbol") ?? "";
    const symbol = symbolOf(market, category, id);
    if (symbol === undefined) {
      return { retCode: 10001, retMsg: "Not supported symbols", result: {}, time: market.now() };
    }
    if (url.pathname === "/v5/market/tickers") {
      return ok({ category, list: [ticker(id, market.quotes.get(symbol)!, true)] });
    }
    if (url.pathname === "/v5/market/kline") {
      return ok({ category, symbol: id, list: klines(market, symbol, query) });
    }
    return null;
  },

  message(text, send, subscribe) {
    const { op, args, req_id } = JSON.parse(text) as {
      op: string;
      args?: string[];
      req_id?: string;
    };
    const answer = (ret_msg: string) =>
      send(JSON.stringify({ success: true, ret_msg, conn_id: "d266b541", req_id, op }));
    if (op === "ping") answer("pong");
    if (op !== "subscribe") return;
    answer("");
    for (const topic of args ?? []) subscribe(topic);
  },

  push(market, topic, path) {
    const category = path.endsWith("/spot") ? "spot" : "linear";
    const id = topic.split(".").at(-1)!;
    const quote = market.quotes.get(symbolOf(market, category, id) ?? "");
    if (quote === undefined) return null;
    const ts = market.now();
    if (topic.startsWith("orderbook.")) {
      const data = { s: id, b: [[quote.bid, "1"]], a: [[quote.ask, "1"]], u: 1, seq: 1 };
      return JSON.stringify({ topic, type: "snapshot", ts, data });
    }
    const data = ticker(id, quote, category === "linear");
    return JSON.stringify({ topic, type: "snapshot", ts, cs: 1, data });
  },
};
