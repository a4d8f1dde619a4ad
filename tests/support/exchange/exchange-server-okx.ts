import type { Market, Protocol, Quote } from "./exchange-server-protocol";

const bars: Record<string, number> = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "30m": 1_800_000,
  "1H": 3_600_000,
  "4H": 14_400_000,
  "1Dutc": 86_400_000,
  "1Wutc": 604_800_000,
};

const MAX_CANDLES = 300;
const idOf = (symbol: string) => symbol.replace("/", "-");
const symbolOf = (id: string | null) => (id ?? "").replace("-", "/");

function instrument(symbol: string) {
  const [baseCcy, quoteCcy] = symbol.split("/");
  return {
    instType: "SPOT",
    instId: idOf(symbol),
    baseCcy,
    quoteCcy,
    settleCcy: "",
    uly: "",
    state: "live",
    tickSz: "0.01",
    lotSz: "0.0001",
    minSz: "0.001",
    listTime: "1600000000000",
  };
}

function ticker(market: Market, id: string, { bid, ask }: Quote) {
  return {
    instType: "SPOT",
    instId: id,
    last: bid,
    lastSz: "0.01",
    askPx: ask,
    askSz: "1.5",
    bidPx: bid,
    bidSz: "2.5",
    open24h: bid,
    high24h: ask,
    low24h: bid,
    volCcy24h: "1000",
    vol24h: "10",
    ts: String(market.now()),
    sodUtc0: bid,
    sodUtc8: bid,
  };
}

function candles(market: Market, query: URLSearchParams) {
  const width = bars[query.get("bar") ?? ""];
  if (width === undefined) return { code: "51000", msg: "Parameter bar error", data: [] };
  const after = Number(query.get("after") ?? Number.POSITIVE_INFINITY);
  const before = Number(query.get("before") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 100), MAX_CANDLES);
  const data = market
    .candles(symbolOf(query.get("instId")), width)
    .filter(([time]) => time < after && time > before)
    .slice(-limit)
    .reverse()
    .map(([time, o, h, l, c, v]) => {
      const confirm = time + width <= market.now() ? "1" : "0";
      return [String(time), o, h, l, c, v, v, v, confirm];
    });
  return { code: "0", msg: "", data };
}

/** OKX v5: https://www.okx.com/docs-v5/en/ */
export const okx: Protocol = {
  rest(market, url) {
    const query = url.searchParams;
    if (url.pathname === "/api/v5/public/instruments") {
      const isSpot = query.get("instType") === "SPOT";
      const data = isSpot ? [...market.quotes.keys()].map(instrument) : [];
      return { code: "0", msg: "", data };
    }
    if (url.pathname === "/api/v5/market/ticker") {
      const quote = market.quotes.get(symbolOf(query.get("instId")));
      if (quote === undefined)
        return { code: "51001", msg: "Instrument ID doesn't exist", data: [] };
      return { code: "0", msg: "", data: [ticker(market, query.get("instId")!, quote)] };
    }
    if (/^\/api\/v5\/market\/(history-)?candles$/.test(url.pathname)) return candles(market, query);
    return null;
  },

  message(text, send, subscribe) {
    if (text === "ping") {
      send("pong");
      return;
    }
    const { op, args } = JSON.parse(text) as {
      op: string;
      args: { channel: string; instId: string }[];
    };
    if (op !== "subscribe") return;
    for (const arg of args) {
      send(JSON.stringify({ event: "subscribe", arg, connId: "a4d3ae55" }));
      if (arg.channel === "tickers") subscribe(arg.instId);
    }
  },

  push(market, topic) {
    const quote = market.quotes.get(symbolOf(topic));
    if (quote === undefined) return null;
    const arg = { channel: "tickers", instId: topic };
    return JSON.stringify({ arg, data: [ticker(market, topic, quote)] });
  },
};
