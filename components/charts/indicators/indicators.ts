import { BollingerBands, EMA, MACD, RSI, SMA } from "trading-signals";
import type { IndicatorChoice } from "./indicator-rules";

/** The values of an indicator at one candle, one for each of its plots; null while too few candles came before. */
export type IndicatorValues = readonly number[] | null;

type Source = { update: (close: number, replace: boolean) => IndicatorValues };

/** An average that starts with the first close says nothing before as many came as it is long. */
function average(moving: EMA | SMA): Source {
  return {
    update: (close, replace) => {
      moving.update(close, replace);
      return moving.isStable ? [moving.getResultOrThrow()] : null;
    },
  };
}

function sourceOf({ kind, params }: IndicatorChoice): Source {
  const [first = 0, second = 0, third = 0] = params;
  switch (kind) {
    case "sma":
      return average(new SMA(first));
    case "ema":
      return average(new EMA(first));
    case "bollinger": {
      const bands = new BollingerBands(first, second);
      return {
        update: (close, replace) => {
          const result = bands.update(close, replace);
          return result && [result.upper, result.middle, result.lower];
        },
      };
    }
    case "rsi": {
      const index = new RSI(first);
      return {
        update: (close, replace) => {
          const result = index.update(close, replace);
          return result === null ? null : [result];
        },
      };
    }
    case "macd": {
      const signal = new EMA(third);
      const macd = new MACD(new EMA(first), new EMA(second), signal);
      return {
        update: (close, replace) => {
          const result = macd.update(close, replace);
          return result && signal.isStable ? [result.macd, result.signal, result.histogram] : null;
        },
      };
    }
  }
}

/**
 * Follows the closes of candles in time order. For drawing and reading only: floating point.
 * @returns `add` takes the close of a finished candle, `peek` that of the one that still runs, as often as it moves
 */
export function followIndicator(choice: IndicatorChoice) {
  const source = sourceOf(choice);
  let isPeeked = false;
  const put = (close: number, isRunning: boolean): IndicatorValues => {
    const values = source.update(close, isPeeked);
    isPeeked = isRunning;
    return values;
  };
  return {
    add: (close: number) => put(close, false),
    peek: (close: number) => put(close, true),
  };
}
