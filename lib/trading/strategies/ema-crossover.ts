import { EMA } from "trading-signals";
import type { z } from "zod";
import { text } from "@/lib/platform/text";
import { intervalField, type ParamFields, paramsSchema } from "./params";
import { buy, type ParamValues, priceText, type Strategy, sell, wait } from "./strategy";

type EmaParams = ParamValues & { fast: number; slow: number };

const fields: ParamFields = {
  interval: intervalField(["1h", "4h", "1d"], "1d"),
  fast: {
    kind: "number",
    label: text("strategies.fastAverage"),
    hint: text("strategies.candlesInFastAverage"),
    min: 5,
    max: 50,
    step: 1,
    default: 20,
  },
  slow: {
    kind: "number",
    label: text("strategies.slowAverage"),
    hint: text("strategies.candlesInSlowAverageMoreThan"),
    min: 10,
    max: 100,
    step: 1,
    default: 50,
  },
};

const schema = paramsSchema(fields).superRefine((params, context) => {
  const { fast, slow } = params as EmaParams;
  if (fast < slow) return;
  const message = text("strategies.theSlowAverageNeedsMoreCandles");
  context.addIssue({ code: "custom", path: ["slow"], message });
}) as unknown as z.ZodType<EmaParams>;

/** After four times its length what an average started from weighs less than 0.04%. */
const SETTLED_AFTER = 4;

/**
 * Holds gold while the fast exponential average of the closes is above the slow one, USDT otherwise.
 * Every decision starts the averages afresh `lookback` candles back, so that a run that was restarted
 * decides as one that was not. EMA as in trading-signals: weight 2 / (n + 1), first value the first close.
 */
export const emaCrossover: Strategy<EmaParams> = {
  id: "ema-crossover",
  name: text("strategies.emaCrossover"),
  description: text("strategies.descriptions.emaCrossover"),
  risk: text("strategies.inMarketsWithoutTrendItBuys"),
  fields,
  schema,
  lookback: ({ slow }) => slow * SETTLED_AFTER,
  decide({ params, candles, state, position }) {
    const fast = new EMA(params.fast);
    const slow = new EMA(params.slow);
    for (const { close } of candles) {
      fast.add(close);
      slow.add(close);
    }
    const [fastValue, slowValue] = [fast.getResultOrThrow(), slow.getResultOrThrow()];
    const values = text("strategies.fastAverageSlowAverage", {
      fastValue: priceText(fastValue),
      slowValue: priceText(slowValue),
    });
    if (fastValue > slowValue && position.holdingMicro === 0n) {
      return buy(
        state,
        position.cashMicro,
        text("strategies.theFastAverageAboveSlowOne", { values }),
      );
    }
    if (fastValue < slowValue && position.holdingMicro > 0n) {
      return sell(
        state,
        position.holdingMicro,
        text("strategies.theFastAverageBelowSlowOne", { values }),
      );
    }
    return wait(state);
  },
};
