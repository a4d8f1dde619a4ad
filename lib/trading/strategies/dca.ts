import type { z } from "zod";
import { text } from "@/lib/platform/text";
import { intervalField, type ParamFields, paramsSchema } from "./params";
import { buy, type ParamValues, priceText, type Strategy, wait } from "./strategy";

type DcaParams = ParamValues & { purchases: number; every: number };

const fields: ParamFields = {
  interval: intervalField(["1h", "4h", "1d", "1w"], "1d"),
  purchases: {
    kind: "number",
    label: text("strategies.purchases"),
    hint: text("strategies.theAmountSplitIntoManyEqual"),
    min: 2,
    max: 100,
    step: 1,
    default: 20,
    splitsAmount: true,
  },
  every: {
    kind: "number",
    label: text("strategies.candlesBetweenPurchases"),
    hint: text("strategies.n1BuysAtEveryClosedCandle"),
    min: 1,
    max: 30,
    step: 1,
    default: 1,
  },
};

/**
 * Buys for an equal part of the amount every so many candles until the amount is spent, and never
 * sells. A purchase that found no price is not made up for: it comes at the next turn.
 */
export const dca: Strategy<DcaParams> = {
  id: "dca",
  name: text("strategies.regularPurchasesDca"),
  description: text("strategies.descriptions.dca"),
  risk: text("strategies.onceAllBoughtYouCarryWhole"),
  fields,
  schema: paramsSchema(fields) as z.ZodType<DcaParams>,
  lookback: () => 1,
  decide({ params, candles, state, position }) {
    const candle = candles.at(-1);
    const left = params.purchases - position.buys;
    if (!candle || left <= 0) return wait(state);
    const since = state.since === undefined ? params.every : state.since + 1;
    if (since < params.every) return wait({ since });
    const part = left === 1 ? position.cashMicro : position.cashMicro / BigInt(left);
    return buy(
      { since: 0 },
      part,
      text("strategies.purchaseAfterCloseAt", {
        count: position.buys + 1,
        purchases: params.purchases,
        close: priceText(candle.close),
      }),
    );
  },
};
