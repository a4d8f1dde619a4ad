import { parseE8 } from "@/lib/market/rules";

/** The part of a ccxt.pro exchange that the feed uses. */
export type ExchangeClient = {
  id: string;
  has: Record<string, unknown>;
  timeframes: Record<string, unknown> | undefined;
  markets: Record<string, ExchangeMarket> | undefined;
  currencies: object | undefined;
  setMarkets(markets: object, currencies?: object): unknown;
  urls: { api: unknown };
  number: unknown;
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(reload?: boolean): Promise<Record<string, ExchangeMarket>>;
  watchTicker(symbol: string): Promise<Sides>;
  watchBidsAsks(symbols: string[]): Promise<Record<string, Sides>>;
  watchOrderBook(symbol: string, limit?: number): Promise<Book>;
  fetchTicker(symbol: string): Promise<Sides & { last?: unknown }>;
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since?: number,
    limit?: number,
  ): Promise<unknown[][]>;
  close(): Promise<void>;
};

type ExchangeClass = new (options: object) => ExchangeClient;
type ExchangeMarket = { spot?: boolean; linear?: boolean; active?: boolean };
type Sides = { bid?: unknown; ask?: unknown };
type Book = { bids: unknown[][]; asks: unknown[][] };

const REST_TIMEOUT_MS = 5_000;

/** Only what the feed asks for, so that thousands of option contracts are not loaded. */
const marketTypes: Record<string, string[]> = {
  okx: ["spot", "swap"],
  bybit: ["spot", "linear"],
  gate: ["spot", "swap"],
};

/** Loads the library: half a second of a busy thread and 80 MB, so only where live prices are wanted. */
export async function loadExchanges(): Promise<Record<string, ExchangeClass>> {
  const { pro } = await import("ccxt");
  return pro as unknown as Record<string, ExchangeClass>;
}

/**
 * Makes a ccxt exchange. Returns null for an exchange that ccxt doesn't know.
 */
export async function createExchange(
  id: string,
  urls: { rest?: string; ws?: string } = {},
): Promise<ExchangeClient | null> {
  const classes = await loadExchanges();
  if (!Object.hasOwn(classes, id)) return null;
  const exchange = new classes[id]!({
    enableRateLimit: true,
    timeout: REST_TIMEOUT_MS,
    newUpdates: false,
    options: id in marketTypes ? { fetchMarkets: { types: marketTypes[id] } } : {},
  });
  // Prices stay the exchange's own decimal text.
  exchange.number = String;
  // A plain ws:// address needs the agent to be there before the first connection.
  await exchange.loadHttpProxyAgent();
  exchange.urls.api = replaceOrigins(exchange.urls.api, urls);
  return exchange;
}

/** Puts other origins into every address of an exchange; paths stay, since its class reads them. */
function replaceOrigins(node: unknown, urls: { rest?: string; ws?: string }): unknown {
  if (typeof node === "string") {
    const base = /^wss?:/.test(node) ? urls.ws : urls.rest;
    if (base === undefined) return node;
    return node.replace(/^\w+:\/\/[^/]+/, base.replace(/\/+$/, ""));
  }
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, replaceOrigins(value, urls)]),
  );
}

/** Whether the exchange (still) lists the symbol for trading. Markets must be loaded. */
export function listsSymbol(exchange: ExchangeClient, symbol: string): boolean {
  const market = exchange.markets?.[symbol];
  return market !== undefined && market.active !== false;
}

export type QuoteSides = { bidE8: bigint; askE8: bigint };
export type QuoteWatcher = () => Promise<QuoteSides | null>;

/**
 * The ways to be told bid and ask, best first. A ticker of Bybit's spot market has neither, and those of Kraken
 * and Gate come with trades only, which is too seldom for gold.
 */
export function quoteWatchers(exchange: ExchangeClient, symbol: string): QuoteWatcher[] {
  const ticker: QuoteWatcher = async () => sidesOf(await exchange.watchTicker(symbol));
  const bidsAsks: QuoteWatcher = async () =>
    sidesOf((await exchange.watchBidsAsks([symbol]))[symbol]);
  const book =
    (limit?: number): QuoteWatcher =>
    async () => {
      const { bids, asks } = await exchange.watchOrderBook(symbol, limit);
      return sidesOf({ bid: bids[0]?.[0], ask: asks[0]?.[0] });
    };
  const offered = (method: string, watcher: QuoteWatcher) =>
    exchange.has[method] === true ? [watcher] : [];
  if (exchange.id === "bybit") {
    const level1 = offered("watchOrderBook", book(1));
    const isSpot = exchange.markets?.[symbol]?.spot === true;
    return isSpot ? level1 : [...offered("watchTicker", ticker), ...level1];
  }
  const tickerFirst = !["kraken", "gate"].includes(exchange.id);
  return [
    ...(tickerFirst ? offered("watchTicker", ticker) : []),
    ...offered("watchBidsAsks", bidsAsks),
    ...(tickerFirst ? [] : offered("watchTicker", ticker)),
    ...offered("watchOrderBook", book()),
  ];
}

function sidesOf(sides: Sides | undefined): QuoteSides | null {
  const bidE8 = decimalE8(sides?.bid);
  const askE8 = decimalE8(sides?.ask);
  return bidE8 === null || askE8 === null ? null : { bidE8, askE8 };
}

/**
 * A ccxt price in 10^-8 units. Some of its parsers give numbers in spite of `number = String`; with fewer than
 * 16 digits their shortest text is what the exchange sent.
 */
export function decimalE8(value: unknown): bigint | null {
  if (typeof value === "string") return parseE8(value);
  if (typeof value === "number" && Number.isFinite(value)) return parseE8(value.toFixed(8));
  return null;
}
