import { e8 } from "@/components/market/position-quote";
import type { Tolerance } from "@/lib/market/position-rules";
import type { PriceResponse } from "@/lib/market/schema";
import {
  E8_ONE,
  formatMicro,
  formatPriceE8,
  mulDivCeil,
  mulDivFloor,
  parseMicro,
} from "@/lib/platform/money";
import { ratePpm } from "@/lib/trading/rules";
import type { TradeSettings } from "@/lib/trading/schema";
import {
  amountToReceive,
  hasMoved as priceHasMoved,
  type SpotSide,
  spotFill,
  spotPrice,
} from "@/lib/trading/spot-rules";

/** What a site charges: rates as decimal strings. */
export type SpotTerms = Pick<TradeSettings["manual"], "feeRate" | "spread">;

/** What one gives and what one gets, by side. */
export const currenciesOf = {
  buy: { given: "USDT", received: "XAUT" },
  sell: { given: "XAUT", received: "USDT" },
} as const;

/** What one XAUT costs a buyer or brings a seller right now; null without a quote. */
export function currentPrice(
  side: SpotSide,
  price: PriceResponse | null,
  { spread }: SpotTerms,
): string | null {
  if (!price?.bid || !price.ask) return null;
  return formatPriceE8(spotPrice(side, e8(price.bid), e8(price.ask), ratePpm(spread)));
}

/** A trade at a price, as the server computes it: decimal strings. */
export type SpotQuote = { gross: string; fee: string; received: string };

/** Null without a price or a usable amount, and when nothing would be left. */
export function quoteSpot(
  side: SpotSide,
  amount: string | null,
  price: string | null,
  { feeRate }: SpotTerms,
): SpotQuote | null {
  const given = amount === null ? null : parseMicro(amount);
  if (given === null || given <= 0n || price === null) return null;
  const fill = spotFill(side, given, e8(price), ratePpm(feeRate));
  if (fill.receivedMicro <= 0n) return null;
  return {
    gross: formatMicro(fill.grossMicro),
    fee: formatMicro(fill.feeMicro),
    received: formatMicro(fill.receivedMicro),
  };
}

/** The amount to give for what is wanted; null without a price or a usable amount. */
export function givenFor(
  side: SpotSide,
  wanted: string | null,
  price: string | null,
  { feeRate }: SpotTerms,
): string | null {
  const micro = wanted === null ? null : parseMicro(wanted);
  if (micro === null || micro <= 0n || price === null) return null;
  return formatMicro(amountToReceive(side, micro, e8(price), ratePpm(feeRate)));
}

/** How much XAUT an amount of USDT is at a price, before any fee; null without a price. */
export function goldFor(usdt: string, price: string | null, round: "up" | "down"): string | null {
  const micro = parseMicro(usdt);
  if (micro === null || price === null || e8(price) <= 0n) return null;
  return formatMicro((round === "up" ? mulDivCeil : mulDivFloor)(micro, E8_ONE, e8(price)));
}

/** Whether the price is too far from the reviewed one to go on without asking again. */
export const hasMoved = (reviewed: string, now: string, tolerance: Tolerance): boolean =>
  priceHasMoved(e8(reviewed), e8(now), tolerance);
