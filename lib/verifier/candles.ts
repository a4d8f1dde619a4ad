/** Where exchanges publish the candles of a symbol, to compare a quote with: `okx:XAUT/USDT` and the like. */
const CANDLES: { [exchange: string]: (base: string, quote: string, atMs: number) => string } = {
  okx: (base, quote, atMs) =>
    `https://www.okx.com/api/v5/market/history-candles?instId=${base}-${quote}&bar=1m&limit=5&after=${atMs + 120_000}`,
  bitfinex: (base, quote, atMs) =>
    `https://api-pub.bitfinex.com/v2/candles/trade:1m:t${base}:${quote === "USDT" ? "UST" : quote}/hist?sort=1&limit=5&start=${atMs - 120_000}`,
  gate: (base, quote, atMs) =>
    `https://api.gateio.ws/api/v4/spot/candlesticks?currency_pair=${base}_${quote}&interval=1m&from=${Math.floor(atMs / 1000) - 120}&to=${Math.floor(atMs / 1000) + 120}`,
  kraken: (base, quote, atMs) =>
    `https://api.kraken.com/0/public/OHLC?pair=${base}${quote}&interval=1&since=${Math.floor(atMs / 1000) - 120}`,
  bybit: (base, quote, atMs) =>
    `https://api.bybit.com/v5/market/kline?category=linear&symbol=${base}${quote}&interval=1&limit=5&start=${atMs - 120_000}`,
};

/**
 * The address of an exchange's own candles around a moment.
 * @returns null for a source that publishes none, such as a simulated one
 */
export function candlesUrl(source: string, at: string): string | null {
  const [, exchange = "", base = "", quote = ""] =
    /^([a-z0-9]+):([A-Z0-9]+)\/([A-Z0-9]+)(?::[A-Z0-9]+)?$/.exec(source) ?? [];
  const atMs = Math.floor(Date.parse(at) / 60_000) * 60_000;
  if (Number.isNaN(atMs)) return null;
  return CANDLES[exchange]?.(base, quote, atMs) ?? null;
}
