/** The market rate behind a deposit's credit and a withdrawal's coins. */

import { getMarketHead, getUsdtRate, type UsdtRate } from "@/lib/market/data";
import { AppError } from "@/lib/platform/errors";
import { formatPriceE8, parseDecimal } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { CURRENCIES } from "./names";
import type { CoinRate, RateQuote } from "./payment-schema";
import { hasMoved, SIMULATED_SUFFIX } from "./rate-rules";

/** What is recorded of a rate: 10^-8 USDT a coin, whose it was and of when. */
export type FrozenRate = { rateE8: bigint; rateSource: string; rateAt: Date };

/**
 * The rate of this moment, to be recorded with a decision.
 * @param shown the rate that the caller looked at, a decimal string; undefined agrees to any
 * @throws AppError RATE_UNAVAILABLE, PRICE_MOVED with the new rate when it is too far from the shown one
 */
export async function freezeRate(currency: string, shown: string | undefined): Promise<FrozenRate> {
  const rate = await getUsdtRate(currency);
  if (!rate) throw new AppError("RATE_UNAVAILABLE");
  const shownE8 = shown === undefined ? null : parseDecimal(shown, 8);
  if (shown !== undefined && shownE8 !== null && hasMoved(shownE8, rate.rateE8)) {
    throw new AppError("PRICE_MOVED", {
      message: text("errors.wallets.theRateMovedFromPleaseReview", {
        shown,
        now: formatPriceE8(rate.rateE8),
      }),
      details: { rate: formatPriceE8(rate.rateE8) },
    });
  }
  const rateSource = rate.simulated ? rate.source + SIMULATED_SUFFIX : rate.source;
  return { rateE8: rate.rateE8, rateSource, rateAt: rate.at };
}

/** A rate as those are shown it who decide by it. */
export function quoteOf({ rateE8, at, source, simulated }: UsdtRate): RateQuote {
  return { rate: formatPriceE8(rateE8), at: at.toISOString(), source, simulated };
}

/** The rates of this moment for estimates: XAUT at the bid of the newest tick that is not too old, the others as recorded. */
export async function listRates(): Promise<CoinRate[]> {
  const rates = await Promise.all(
    CURRENCIES.map(async (currency) => {
      const rate = await (currency === "XAUT" ? goldRate() : getUsdtRate(currency));
      return rate ? [{ currency, ...quoteOf(rate) }] : [];
    }),
  );
  return rates.flat();
}

async function goldRate(): Promise<UsdtRate | null> {
  const head = await getMarketHead();
  if (head === null || head.stale) return null;
  return { rateE8: head.bidE8, at: head.at, source: head.source, simulated: head.simulated };
}

/** The rates of this moment for the requests that wait for a decision, by coin; none where none is known. */
export async function ratesOfPending(
  rows: { status: string; currency: string }[],
): Promise<Map<string, UsdtRate>> {
  const pending = new Set(
    rows.filter(({ status }) => status === "pending").map(({ currency }) => currency),
  );
  const rates = await Promise.all(
    [...pending].map(async (currency) => [currency, await getUsdtRate(currency)] as const),
  );
  return new Map(rates.flatMap(([currency, rate]) => (rate ? [[currency, rate] as const] : [])));
}
