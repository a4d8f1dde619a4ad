import { formatE8, formatPriceE8 } from "@/lib/platform/money";
import type { CandleInterval } from "./candle-rules";
import type { CandleRow, CurrentPrice, MarketHead } from "./data";
import { changePercent, MARKET_SYMBOL } from "./rules";
import type { Kline, KlineResponse, PriceResponse } from "./schema";

const priceText = (valueE8: bigint | null | undefined) =>
  valueE8 === null || valueE8 === undefined ? null : formatPriceE8(valueE8);

/** A candle as the API writes it. */
function toKline(row: CandleRow): Kline {
  return {
    time: Math.floor(row.openTime.getTime() / 1000),
    open: formatPriceE8(row.openE8),
    high: formatPriceE8(row.highE8),
    low: formatPriceE8(row.lowE8),
    close: formatPriceE8(row.closeE8),
    volume: row.volume,
  };
}

/** The chart's answer. It is simulated as soon as one of its candles or the current price is. */
export function toKlineResponse(
  interval: CandleInterval,
  rows: CandleRow[],
  head: MarketHead | null,
): KlineResponse {
  return {
    symbol: MARKET_SYMBOL,
    interval,
    source: head?.source ?? null,
    simulated: head?.simulated === true || rows.some((row) => row.simulated),
    stale: head?.stale ?? true,
    klines: rows.map(toKline),
  };
}

/** The current price's answer. Before the first tick every price is null and the market is stale. */
export function toPriceResponse(current: CurrentPrice): PriceResponse {
  const { head } = current;
  return {
    price: priceText(head?.priceE8),
    bid: priceText(head?.bidE8),
    ask: priceText(head?.askE8),
    change24h: head === null ? null : changePercent(head.priceE8, current.price24hAgoE8),
    price24hAgo: priceText(current.price24hAgoE8),
    high24h: priceText(current.high24hE8),
    low24h: priceText(current.low24hE8),
    volume24h: formatE8(current.volume24hE8),
    source: head?.source ?? null,
    sources: head?.sources ?? [],
    simulated: head?.simulated ?? false,
    stale: head?.stale ?? true,
    contested: head?.contested ?? false,
    at: head?.at.toISOString() ?? null,
    seq: head?.seq.toString() ?? null,
  };
}
