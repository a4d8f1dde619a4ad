/** What lines of wealth add up to. Arithmetic only: a year is the sum of its months because both are this. */
import { formatMicro, type Micro, parseMicro } from "@/lib/platform/money";
import type { Figures, KindFigures, MonthDto, WealthLineDto, YearDto } from "./schema";

export const resultTypes = ["option", "trade", "ai", "storage"] as const;
export type ResultType = (typeof resultTypes)[number];

type Both = { USDT: Micro; XAUT: Micro };
type Sums = { lines: number; changes: Both; fees: Both; spread: Micro; result: Micro };

const none = (): Sums => ({
  lines: 0,
  changes: { USDT: 0n, XAUT: 0n },
  fees: { USDT: 0n, XAUT: 0n },
  spread: 0n,
  result: 0n,
});

const microOf = (amount: string | null) => parseMicro(amount ?? "0") ?? 0n;

function add(sums: Sums, line: WealthLineDto): void {
  sums.lines += 1;
  for (const { currency, amount } of line.changes) sums.changes[currency] += microOf(amount);
  for (const { currency, amount } of line.fees) sums.fees[currency] += microOf(amount);
  sums.spread += microOf(line.spread);
  sums.result += microOf(line.result);
}

const both = ({ USDT, XAUT }: Both) => ({ USDT: formatMicro(USDT), XAUT: formatMicro(XAUT) });

const isResult = (type: WealthLineDto["type"]): type is ResultType =>
  resultTypes.some((one) => one === type);

/** Adds lines up, one at a time and in any order, by kind. */
export class Tally {
  readonly #all = none();
  readonly #kinds = new Map<WealthLineDto["type"], Sums>();

  add(line: WealthLineDto): void {
    const kind = this.#kinds.get(line.type) ?? none();
    this.#kinds.set(line.type, kind);
    add(kind, line);
    add(this.#all, line);
  }

  /** All changes of both currencies, in micro-units. */
  get changes(): Readonly<Both> {
    return this.#all.changes;
  }

  figures(): Figures {
    const { lines, changes, fees, spread } = this.#all;
    const resultOf = (type: ResultType) => formatMicro(this.#kinds.get(type)?.result ?? 0n);
    return {
      lines,
      changes: both(changes),
      fees: both(fees),
      spread: formatMicro(spread),
      results: {
        option: resultOf("option"),
        trade: resultOf("trade"),
        ai: resultOf("ai"),
        storage: resultOf("storage"),
      },
    };
  }

  /** By kind, in the order of their names. Only options, trades, strategies and storage have results. */
  kinds(): KindFigures[] {
    return [...this.#kinds]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, { lines, changes, fees, spread, result }]) => ({
        type,
        lines,
        changes: both(changes),
        fees: both(fees),
        spread: formatMicro(spread),
        result: isResult(type) ? formatMicro(result) : null,
      }));
  }
}

/** The years of months that follow each other, newest first as they are. */
export function yearsOf(months: MonthDto[]): YearDto[] {
  const years = new Map<string, MonthDto[]>();
  for (const month of months) {
    const year = month.month.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), month]);
  }
  return [...years].flatMap(([year, own]) => {
    const [newest, oldest] = [own.at(0), own.at(-1)];
    if (!newest || !oldest) return [];
    const sum = (currency: "USDT" | "XAUT") =>
      own.reduce((total, { fees }) => total + microOf(fees[currency]), 0n);
    return {
      year,
      soFar: newest.soFar,
      opening: oldest.opening,
      closing: newest.closing,
      lines: own.reduce((total, { lines }) => total + lines, 0),
      fees: both({ USDT: sum("USDT"), XAUT: sum("XAUT") }),
    };
  });
}
