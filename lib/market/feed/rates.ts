import { isUsableQuote, medianE8, midE8 } from "@/lib/market/rules";
import { type RateCurrency, rateCurrencies, simulatedRatesE8 } from "./config";
import type { FeedContext } from "./context";
import { decimalE8, listsSymbol } from "./exchange";
import type { LiveSource } from "./source";
import { writeRates } from "./store";
import { pause } from "./timing";

/** Keeps the rates of deposit currencies: the median over the connected exchanges. */
export async function runLiveRates(
  context: FeedContext,
  sources: LiveSource[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const rates = new Map<RateCurrency, bigint>();
    for (const currency of rateCurrencies) {
      const found = await Promise.all(
        sources.map((source) => rateFrom(source, currency, context.maxSpreadPpm())),
      );
      const known = found.filter((rate) => rate !== null);
      if (known.length > 0) rates.set(currency, medianE8(known));
    }
    if (signal.aborted) return;
    await writeRates(context.client, rates, "live", false).catch((error: unknown) =>
      context.emit({ level: "alert", event: "rates_failed", detail: String(error) }),
    );
    // Nobody may have been connected yet.
    await pause(rates.size === 0 ? context.timings.backoffMinMs : context.timings.ratesMs, signal);
  }
}

async function rateFrom(
  source: LiveSource,
  currency: RateCurrency,
  maxSpreadPpm: number,
): Promise<bigint | null> {
  const { exchange } = source;
  if (exchange === null) return null;
  const symbol = [`${currency}/USDT`, `${currency}/USD`].find((name) =>
    listsSymbol(exchange, name),
  );
  if (symbol === undefined) return null;
  try {
    const { bid, ask } = await exchange.fetchTicker(symbol);
    const quote = { bidE8: decimalE8(bid) ?? 0n, askE8: decimalE8(ask) ?? 0n };
    return isUsableQuote(quote, maxSpreadPpm) ? midE8(quote) : null;
  } catch {
    // Its live quotes have their own watchdog and alerts; here the other exchanges stand in.
    return null;
  }
}

/** Keeps the labelled constants fresh while prices are simulated or replayed. */
export async function runSimulatedRates(context: FeedContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const rates = await simulatedRatesE8(context.config);
      await writeRates(context.client, rates, "constant", true);
    } catch (error) {
      context.emit({ level: "alert", event: "rates_failed", detail: String(error) });
    }
    await pause(context.timings.ratesMs, signal);
  }
}
