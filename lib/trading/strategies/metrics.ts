/**
 * Figures of a tested or live run. Ratios are plain numbers, null where they have no meaning; money
 * stays in micro-units. Sources: W. F. Sharpe, "The Sharpe Ratio" (1994); F. A. Sortino and L. N. Price,
 * "Performance Measurement in a Downside Risk Framework" (1994).
 */
import { DAY_MS } from "@/lib/platform/calendar";
import type { Micro } from "@/lib/platform/money";

export const YEAR_MS = 365.25 * DAY_MS;
/** A rate a year from less than this is an exaggeration. */
const LEAST_ANNUAL_MS = 30 * DAY_MS;

/** End over start, less one: 0.1 is a gain of 10%. */
export function totalReturn(start: number, end: number): number {
  return end / start - 1;
}

/**
 * Compound annual growth rate: (end / start)^(year / period) − 1. Null for less than 30 days, where
 * it would blow a small move up.
 */
export function cagr(start: number, end: number, periodMs: number): number | null {
  if (periodMs < LEAST_ANNUAL_MS) return null;
  return (end / start) ** (YEAR_MS / periodMs) - 1;
}

/** The deepest fall from a peak: max over time of 1 − value / highest value so far. 0 when it never fell. */
export function maxDrawdown(values: readonly number[]): number {
  let peak = Number.NEGATIVE_INFINITY;
  let deepest = 0;
  for (const value of values) {
    peak = Math.max(peak, value);
    deepest = Math.max(deepest, 1 - value / peak);
  }
  return deepest;
}

/** Return of each bar: value / previous value − 1. */
export function barReturns(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value / (values[index] ?? value) - 1);
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Two returns are the least that have a spread; below this spread they count as equal. */
const LEAST_SPREAD = 1e-12;

/**
 * Sharpe ratio a year at a risk-free rate of 0: mean(r) / sample standard deviation(r) × √bars a year.
 * Null when the returns don't vary.
 */
export function sharpe(returns: readonly number[], barsPerYear: number): number | null {
  if (returns.length < 2) return null;
  const average = mean(returns);
  const variance =
    returns.reduce((sum, value) => sum + (value - average) ** 2, 0) / (returns.length - 1);
  const deviation = Math.sqrt(variance);
  return deviation < LEAST_SPREAD ? null : (average / deviation) * Math.sqrt(barsPerYear);
}

/**
 * Sortino ratio a year at a target of 0: mean(r) / √mean(min(r, 0)²) × √bars a year. Null when no bar lost.
 */
export function sortino(returns: readonly number[], barsPerYear: number): number | null {
  if (returns.length < 2) return null;
  const downside = Math.sqrt(mean(returns.map((value) => Math.min(value, 0) ** 2)));
  return downside < LEAST_SPREAD ? null : (mean(returns) / downside) * Math.sqrt(barsPerYear);
}

/** Profits of the round trips that gained over losses of those that lost. Null when none lost. */
export function profitFactor(results: readonly Micro[]): number | null {
  const gained = results.reduce((sum, result) => (result > 0n ? sum + result : sum), 0n);
  const lost = results.reduce((sum, result) => (result < 0n ? sum - result : sum), 0n);
  return lost === 0n ? null : Number(gained) / Number(lost);
}

/** Share of round trips that gained. Null without any. */
export function winRate(results: readonly Micro[]): number | null {
  if (results.length === 0) return null;
  return results.filter((result) => result > 0n).length / results.length;
}

/** What happened to an amount over a stretch of bars. */
export type Track = {
  startMicro: Micro;
  /** Value at the close of each bar, as if all gold were sold there with costs. */
  equityMicro: readonly Micro[];
  /** Gain or loss of each sale against the average cost of what it sold, fees included. */
  results: readonly Micro[];
  fills: number;
  feesMicro: Micro;
};

export type Figures = {
  endMicro: Micro;
  profitMicro: Micro;
  feesMicro: Micro;
  fills: number;
  totalReturn: number;
  cagr: number | null;
  maxDrawdown: number;
  sharpe: number | null;
  sortino: number | null;
  profitFactor: number | null;
  winRate: number | null;
};

/** All figures of a track whose bars, with those that are missing between them, make `periodMs`. */
export function figuresOf(track: Track, periodMs: number): Figures {
  const { startMicro, equityMicro, results, fills, feesMicro } = track;
  const endMicro = equityMicro.at(-1) ?? startMicro;
  const values = [startMicro, ...equityMicro].map(Number);
  const returns = barReturns(values);
  const [start, end] = [Number(startMicro), Number(endMicro)];
  const barsPerYear = (equityMicro.length * YEAR_MS) / periodMs;
  return {
    endMicro,
    profitMicro: endMicro - startMicro,
    feesMicro,
    fills,
    totalReturn: totalReturn(start, end),
    cagr: cagr(start, end, periodMs),
    maxDrawdown: maxDrawdown(values),
    sharpe: sharpe(returns, barsPerYear),
    sortino: sortino(returns, barsPerYear),
    profitFactor: profitFactor(results),
    winRate: winRate(results),
  };
}
