import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { aggregateCandles, type Candle, type CandleInterval, intervalMs } from "./candle-rules";
import { parseE8 } from "./rules";

/** What is known of the candles in the folder `recorded`; see its README. */
export const RECORDED_GOLD = {
  instrument: "XAU/USD",
  recordedBy: "OANDA, bid",
  source: "QuantConnect Lean",
  licence: "Apache-2.0",
} as const;

/**
 * The newest recorded candles of gold, oldest first: days reach back 13 years. None for intervals of less than an hour.
 * @param limit at most so many
 */
export async function readRecordedGold(interval: CandleInterval, limit: number): Promise<Candle[]> {
  const width = intervalMs(interval);
  if (width < intervalMs("1h")) return [];
  const recorded = width >= intervalMs("1d") ? "1d" : "1h";
  const lines = await readLines(recorded);
  const rows = lines.slice(-limit * (width / intervalMs(recorded))).map(toCandle);
  return aggregateCandles(rows, interval).slice(-limit);
}

/** The lines of a file, but for the one with the names. */
async function readLines(interval: "1h" | "1d"): Promise<string[]> {
  const file = createReadStream(
    join(process.cwd(), `recorded/xauusd-${interval}-2006-2019.csv.gz`),
  );
  const input = file.pipe(createGunzip());
  file.on("error", (error) => input.destroy(error));
  const lines: string[] = [];
  for await (const line of createInterface({ input })) lines.push(line);
  return lines.slice(1);
}

function toCandle(line: string): Candle {
  const [time, ...prices] = line.split(",");
  const [openE8, highE8, lowE8, closeE8] = prices.map((price) => parseE8(price) ?? 0n);
  return { openTimeMs: Number(time), openE8, highE8, lowE8, closeE8, volumeE8: 0n } as Candle;
}
