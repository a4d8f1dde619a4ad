import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { midE8, parseE8 } from "@/lib/market/rules";

/** A recorded price file, one entry a quote, in file order. */
export type ReplayQuotes = {
  timesMs: Float64Array;
  bidsE8: BigInt64Array;
  asksE8: BigInt64Array;
};

type Row = { timeMs: number; values: bigint[] };

/** What a file needs; other columns, in whatever order, are left alone. */
const TICK_COLUMNS = ["time_ms", "bid", "ask"];
const CANDLE_COLUMNS = ["time_ms", "open", "high", "low", "close"];
const MAX_ROWS = 20_000_000;
const DEFAULT_CANDLE_MS = 60_000;

/**
 * Reads a CSV or CSV.gz file of quotes (`time_ms,bid,ask`) or candles (`time_ms,open,high,low,close`), with or
 * without further columns. A candle becomes four quotes, a quarter of its length apart: open, then low and high (the one nearer the open first), close; bid equals ask.
 * Throws a one-line message that names the file and line for anything it can't use.
 */
export async function readReplayFile(path: string): Promise<ReplayQuotes> {
  const rows: Row[] = [];
  const isCandles = await readRows(path, rows);
  if (rows.length === 0) throw new Error(`${path} holds no prices`);
  return isCandles ? quotesOfCandles(rows) : quotesOfTicks(path, rows);
}

async function readRows(path: string, rows: Row[]): Promise<boolean> {
  const file = createReadStream(path);
  const input = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => {
    if (input !== file) input.destroy(error);
  });
  let columns: number[] | null = null;
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() === "") continue;
    if (columns === null) {
      columns = readHeader(path, text);
      continue;
    }
    rows.push(readRow(path, line, text, columns, rows.at(-1)));
    if (rows.length > MAX_ROWS) throw new Error(`${path} has more than ${MAX_ROWS} rows`);
  }
  return columns?.length === CANDLE_COLUMNS.length;
}

const cellsOf = (text: string) => text.split(",").map((cell) => cell.trim());

/** Where the columns of a tick or candle file stand. */
function readHeader(path: string, text: string): number[] {
  const names = cellsOf(text.replace(/^\uFEFF/, ""));
  const needed = [TICK_COLUMNS, CANDLE_COLUMNS].find((columns) =>
    columns.every((column) => names.includes(column)),
  );
  if (!needed) {
    const [ticks, candles] = [TICK_COLUMNS.join(), CANDLE_COLUMNS.join()];
    throw new Error(`${path}: the first line must name the columns ${ticks} or ${candles}`);
  }
  return needed.map((column) => names.indexOf(column));
}

function readRow(path: string, line: number, text: string, columns: number[], previous?: Row): Row {
  const cells = cellsOf(text);
  const [time = "", ...prices] = columns.map((column) => cells[column] ?? "");
  const timeMs = time === "" ? Number.NaN : Number(time);
  const values = prices.map((price) => parseE8(price) ?? 0n);
  const isSound = Number.isSafeInteger(timeMs) && values.every((value) => value > 0n);
  if (!isSound) throw new Error(`${path}:${line}: not a price row: ${text.slice(0, 80)}`);
  if (previous !== undefined && timeMs < previous.timeMs) {
    throw new Error(`${path}:${line}: goes back in time`);
  }
  return { timeMs, values };
}

function quotesOfTicks(path: string, rows: Row[]): ReplayQuotes {
  const crossed = rows.findIndex((row) => row.values[0]! > row.values[1]!);
  if (crossed >= 0) throw new Error(`${path}: bid above ask in price row ${crossed + 1}`);
  return {
    timesMs: Float64Array.from(rows, (row) => row.timeMs),
    bidsE8: BigInt64Array.from(rows, (row) => row.values[0]!),
    asksE8: BigInt64Array.from(rows, (row) => row.values[1]!),
  };
}

function quotesOfCandles(rows: Row[]): ReplayQuotes {
  const widths = rows.slice(1).map((row, index) => row.timeMs - rows[index]!.timeMs);
  const positive = widths.filter((width) => width > 0);
  const width = positive.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const stepMs = (Number.isFinite(width) ? width : DEFAULT_CANDLE_MS) / 4;
  const times: number[] = [];
  const prices: bigint[] = [];
  for (const { timeMs, values } of rows) {
    const [open, high, low, close] = values as [bigint, bigint, bigint, bigint];
    const path = high - open <= open - low ? [open, high, low, close] : [open, low, high, close];
    path.forEach((price, quarter) => {
      times.push(timeMs + quarter * stepMs);
      prices.push(price);
    });
  }
  const pricesE8 = BigInt64Array.from(prices);
  return { timesMs: Float64Array.from(times), bidsE8: pricesE8, asksE8: pricesE8 };
}

/** How many ticks one pass of the file makes: see `replayIndex`. */
export function replayLength(quotes: ReplayQuotes, stepMs: number): number {
  const first = quotes.timesMs[0]!;
  const last = quotes.timesMs[quotes.timesMs.length - 1]!;
  return Math.ceil((last - first) / stepMs) + 1;
}

/**
 * The row that tick number `run` (0 first) of a pass plays: the last one that is no later than the first row's
 * time plus `run * stepMs`. So tick 0 plays the first row's moment, and the last tick the last row.
 */
export function replayIndex(quotes: ReplayQuotes, run: number, stepMs: number): number {
  const positionMs = quotes.timesMs[0]! + run * stepMs;
  let low = 0;
  let high = quotes.timesMs.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (quotes.timesMs[middle]! <= positionMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The highest and lowest middle of bid and ask from one row to another, both included. */
export function replayRange(quotes: ReplayQuotes, from: number, to: number) {
  let [highE8, lowE8] = [0n, 0n];
  for (let row = from; row <= to; row += 1) {
    const priceE8 = midE8({ bidE8: quotes.bidsE8[row]!, askE8: quotes.asksE8[row]! });
    if (priceE8 > highE8) highE8 = priceE8;
    if (lowE8 === 0n || priceE8 < lowE8) lowE8 = priceE8;
  }
  return { highE8, lowE8 };
}
