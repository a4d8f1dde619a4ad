import { EMA } from "trading-signals";
import type { z } from "zod";
import { intervalField, type ParamFields, paramsSchema } from "./params";
import { buy, type ParamValues, priceText, type Strategy, sell, wait } from "./strategy";

type EmaParams = ParamValues & { fast: number; slow: number };

const fields: ParamFields = {
  interval: intervalField(["1h", "4h", "1d"], "1d"),
  fast: {
    kind: "number",
    label: "Fast average",
    hint: "Candles in the fast average.",
    min: 5,
    max: 50,
    step: 1,
    default: 20,
  },
  slow: {
    kind: "number",
    label: "Slow average",
    hint: "Candles in the slow average. More than in the fast one.",
    min: 10,
    max: 100,
    step: 1,
    default: 50,
  },
};

const schema = paramsSchema(fields).superRefine((params, context) => {
  const { fast, slow } = params as EmaParams;
  if (fast < slow) return;
  const message = "The slow average needs more candles than the fast one";
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
  name: "EMA crossover",
  description:
    "Follows the trend: buys gold with all of the amount while a fast average of the closing prices is above a slow one, and sells all when it falls below.",
  risk: "In markets without a trend it buys high and sells low again and again, and each turn costs a fee. It always reacts late, so a sudden fall is lost before it sells.",
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
    const values = `fast average ${priceText(fastValue)}, slow average ${priceText(slowValue)}`;
    if (fastValue > slowValue && position.holdingMicro === 0n) {
      return buy(state, position.cashMicro, `The fast average is above the slow one: ${values}`);
    }
    if (fastValue < slowValue && position.holdingMicro > 0n) {
      return sell(
        state,
        position.holdingMicro,
        `The fast average is below the slow one: ${values}`,
      );
    }
    return wait(state);
  },
};
