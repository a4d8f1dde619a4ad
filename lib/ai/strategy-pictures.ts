/** A made-up price: waves, a trend and one sharp fall, so that each strategy has something to do. */
export const PICTURE_PRICES: readonly number[] = Array.from({ length: 90 }, (_, i) => {
  const fall = i >= 50 && i < 60 ? -16 * Math.sin(((i - 50) / 10) * Math.PI) : 0;
  return 40 + i * 0.15 + 12 * Math.sin(i / 8) + 3 * Math.sin(i / 2.3) + fall;
});

/** What a strategy does at one candle of the picture. */
export type PictureMark = { at: number; isBuy: boolean };
export type Picture = { marks: PictureMark[]; lines: (number | null)[][] };

const DCA_EVERY = 12;
const GRID_STEP = 7;
const BAND = 14;
const BAND_WIDTH = 1.6;

/** An exponential average. */
function averageOf(prices: readonly number[], length: number): number[] {
  const weight = 2 / (length + 1);
  let last = prices[0] ?? 0;
  return prices.map((price) => {
    last += weight * (price - last);
    return last;
  });
}

function crossover(prices: readonly number[]): Picture {
  const [fast, slow] = [averageOf(prices, 5), averageOf(prices, 18)];
  const isAbove = prices.map((_, at) => (fast[at] ?? 0) > (slow[at] ?? 0));
  const marks = isAbove.flatMap((isBuy, at) =>
    at > 0 && isBuy !== isAbove[at - 1] ? [{ at, isBuy }] : [],
  );
  // The first act is a purchase: there is nothing to sell before.
  return { marks: marks.slice(marks.findIndex(({ isBuy }) => isBuy)), lines: [fast, slow] };
}

function regular(prices: readonly number[]): Picture {
  const marks = prices.flatMap((_, at) => (at % DCA_EVERY === 4 ? [{ at, isBuy: true }] : []));
  return { marks, lines: [] };
}

function grid(prices: readonly number[]): Picture {
  const marks: PictureMark[] = [];
  const lots: number[] = [];
  let top = prices[0] ?? 0;
  prices.forEach((price, at) => {
    if (lots.length === 0) top = Math.max(top, price);
    const last = lots.at(-1);
    if (price <= (last ?? top) - GRID_STEP) {
      lots.push(price);
      marks.push({ at, isBuy: true });
    } else if (last !== undefined && price >= last + GRID_STEP) {
      lots.pop();
      marks.push({ at, isBuy: false });
      if (lots.length === 0) top = price;
    }
  });
  return { marks, lines: [] };
}

function reversion(prices: readonly number[]): Picture {
  const windows = prices.map((_, at) => (at < BAND ? null : prices.slice(at - BAND, at)));
  const middle = windows.map((part) => part && part.reduce((sum, one) => sum + one, 0) / BAND);
  const low = windows.map((part, at) => {
    const mean = middle[at];
    if (!part || mean == null) return null;
    const spread = part.reduce((sum, one) => sum + (one - mean) ** 2, 0) / BAND;
    return mean - BAND_WIDTH * Math.sqrt(spread);
  });
  const marks: PictureMark[] = [];
  let holds = false;
  prices.forEach((price, at) => {
    const [floor, mean] = [low[at], middle[at]];
    if (floor == null || mean == null || (holds ? price < mean : price >= floor)) return;
    holds = !holds;
    marks.push({ at, isBuy: holds });
  });
  return { marks, lines: [middle, low] };
}

/** How each strategy would act on the picture's prices, by its id. */
export const pictures: Record<string, (prices: readonly number[]) => Picture> = {
  "ema-crossover": crossover,
  dca: regular,
  grid,
  "mean-reversion": reversion,
};
