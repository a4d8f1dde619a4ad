import type { z } from "zod";
import { text } from "@/lib/platform/text";
import { intervalField, type ParamFields, paramsSchema } from "./params";
import { buy, type ParamValues, priceText, type Strategy, sell, wait } from "./strategy";

type GridParams = ParamValues & { levels: number; step: number };

const fields: ParamFields = {
  interval: intervalField(["1h", "4h", "1d"], "1h"),
  levels: {
    kind: "number",
    label: text("strategies.levels"),
    hint: text("strategies.theAmountSplitIntoManyLots"),
    min: 2,
    max: 20,
    step: 1,
    default: 6,
    splitsAmount: true,
  },
  step: {
    kind: "number",
    label: text("strategies.step"),
    hint: text("strategies.percentStartingPriceBetweenTwoLevels"),
    min: 0.5,
    max: 5,
    step: 0.1,
    default: 1.5,
  },
};

/**
 * Levels lie `step` percent of the grid's top apart, below it. The top is the highest close since the run
 * held nothing: it rises with the price until the first lot is bought, and stays while a lot is held. A
 * close at or under the next free level buys one lot; a close at or over the level above the lowest
 * filled one sells one lot. At most one lot a candle. Lots held = filled buys − filled sells.
 */
export const grid: Strategy<GridParams> = {
  id: "grid",
  name: text("strategies.grid"),
  description: text("strategies.descriptions.grid"),
  risk: text("strategies.whenPriceKeepsFallingItBought"),
  fields,
  schema: paramsSchema(fields) as z.ZodType<GridParams>,
  lookback: () => 1,
  decide({ params, candles, state, position }) {
    const candle = candles.at(-1);
    if (!candle) return wait(state);
    const lots = position.buys - position.sells;
    const { anchor: top = candle.close } = state;
    if (lots === 0 && candle.close >= top) return wait({ anchor: candle.close });
    const levelPrice = (level: number) => top * (1 - (level * params.step) / 100);
    const close = text("strategies.close", { close: priceText(candle.close) });
    if (lots > 0 && candle.close >= levelPrice(lots - 1)) {
      const lot = position.holdingMicro / BigInt(lots);
      return sell(state, lot, text("strategies.levelSoldOneStepHigher", { lots, close }));
    }
    if (lots < params.levels && candle.close <= levelPrice(lots + 1)) {
      const part = position.cashMicro / BigInt(params.levels - lots);
      return buy(
        state,
        part,
        text("strategies.levelReached", { lots: lots + 1, levels: params.levels, close }),
      );
    }
    return wait(state);
  },
};
