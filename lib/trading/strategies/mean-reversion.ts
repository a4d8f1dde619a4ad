import { BollingerBands, RSI } from "trading-signals";
import type { z } from "zod";
import { text } from "@/lib/platform/text";
import { intervalField, type ParamFields, paramsSchema } from "./params";
import { buy, type ParamValues, priceText, type Strategy, sell, wait } from "./strategy";

type MeanReversionParams = ParamValues & {
  bandPeriod: number;
  deviations: number;
  rsiPeriod: number;
  oversold: number;
};

const fields: ParamFields = {
  interval: intervalField(["1h", "4h", "1d"], "1d"),
  bandPeriod: {
    kind: "number",
    label: text("strategies.bandLength"),
    hint: text("strategies.candlesInAverageThatBandsLie"),
    min: 10,
    max: 50,
    step: 1,
    default: 20,
  },
  deviations: {
    kind: "number",
    label: text("strategies.bandWidth"),
    hint: text("strategies.standardDeviationsBetweenAverageAndBand"),
    min: 1,
    max: 3,
    step: 0.1,
    default: 2,
  },
  rsiPeriod: {
    kind: "number",
    label: text("strategies.rsiLength"),
    hint: text("strategies.candlesInRelativeStrengthIndex"),
    min: 5,
    max: 30,
    step: 1,
    default: 14,
  },
  oversold: {
    kind: "number",
    label: text("strategies.rsiLimit"),
    hint: text("strategies.buysOnlyWhileIndexBelowIt"),
    min: 10,
    max: 45,
    step: 1,
    default: 35,
  },
};

/** Wilder's average keeps (1 − 1/n)^(8n), 0.03%, of where it started. */
const SETTLED_AFTER = 8;

/**
 * Buys all when the close is under the lower Bollinger band and RSI is under its limit, sells all when
 * the close is back at the middle band. Bands: simple average ± deviations × population standard
 * deviation; RSI with Wilder's smoothing; both as in trading-signals.
 */
export const meanReversion: Strategy<MeanReversionParams> = {
  id: "mean-reversion",
  name: text("strategies.rsiAndBollingerMeanReversion"),
  description: text("strategies.descriptions.meanReversion"),
  risk: text("strategies.aFallCanGoOnIt"),
  fields,
  schema: paramsSchema(fields) as z.ZodType<MeanReversionParams>,
  lookback: ({ bandPeriod, rsiPeriod }) => Math.max(bandPeriod, rsiPeriod * SETTLED_AFTER),
  decide({ params, candles, state, position }) {
    const bands = new BollingerBands(params.bandPeriod, params.deviations);
    const strength = new RSI(params.rsiPeriod);
    for (const { close } of candles.slice(-params.bandPeriod)) bands.add(close);
    for (const { close } of candles) strength.add(close);
    const close = candles.at(-1)?.close ?? 0;
    const { lower, middle } = bands.getResultOrThrow();
    const index = strength.getResultOrThrow();
    if (position.holdingMicro > 0n) {
      if (close < middle) return wait(state);
      const reason = text("strategies.backAtAverageCloseAverage", {
        close: priceText(close),
        middle: priceText(middle),
      });
      return sell(state, position.holdingMicro, reason);
    }
    if (close >= lower || index >= params.oversold) return wait(state);
    const reason = text("strategies.sharpFallCloseUnderLowerBand", {
      close: priceText(close),
      lower: priceText(lower),
      value: index.toFixed(1),
    });
    return buy(state, position.cashMicro, reason);
  },
};
