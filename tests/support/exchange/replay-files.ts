import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/** One quote of a price file; prices as decimal text. */
export type ReplayRow = { timeMs: number; bid: string; ask: string };

/** Writes a price file for MARKET_REPLAY_FILE, compressed when the name ends in .gz, and returns its path. */
export function writeReplayFile(rows: ReplayRow[], name = "prices.csv"): string {
  return writeFile(name, ["time_ms,bid,ask", ...rows.map((r) => `${r.timeMs},${r.bid},${r.ask}`)]);
}

/**
 * A file that plays the given prices one a tick, in order, at speed 1 and the given tick spacing. Bid and ask
 * equal the price, so the recorded ticks are exactly these.
 */
export function replayFileOfPrices(prices: string[], tickMs = 1_000): string {
  return writeReplayFile(
    prices.map((price, index) => ({ timeMs: index * tickMs, bid: price, ask: price })),
  );
}

/** Writes a candle file, `time_ms,open,high,low,close,volume`. */
export function writeCandleFile(rows: (string | number)[][]): string {
  return writeFile("candles.csv", [
    "time_ms,open,high,low,close,volume",
    ...rows.map((row) => row.join(",")),
  ]);
}

function writeFile(name: string, lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), "prices-")), name);
  const text = `${lines.join("\n")}\n`;
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(text) : text);
  return path;
}

const RECORDED = resolve(
  __dirname,
  "../../../shared/data/xauusd_oanda_ticks_2014-05-02_1200-1500utc_nfp.csv.gz",
);

/** Recorded gold ticks where the data folder is present, otherwise a small compressed file of the same form. */
export function goldTicksFile(): string {
  if (existsSync(RECORDED)) return RECORDED;
  const rows = Array.from({ length: 5_000 }, (_, index): ReplayRow => {
    const cents = 128_640 + Math.round(120 * Math.sin(index / 90)) + (index % 7);
    const text = (value: number) => (value / 100).toFixed(2);
    return { timeMs: 1_399_032_000_010 + index * 87, bid: text(cents), ask: text(cents + 27) };
  });
  return writeReplayFile(rows, "ticks.csv.gz");
}
