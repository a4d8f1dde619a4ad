import fc from "fast-check";
import { transactionTypes } from "@/lib/ledger/transactions/transaction-rules";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { resultTypes, Tally, yearsOf } from "./figures-rules";
import type { MonthDto, WealthLineDto } from "./schema";

const micro = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const amounts = fc.tuple(micro, micro).map(([usdt, xaut]) =>
  [
    { currency: "USDT" as const, amount: formatMicro(usdt) },
    { currency: "XAUT" as const, amount: formatMicro(xaut) },
  ].filter(({ amount }) => amount !== formatMicro(0n)),
);
const line: fc.Arbitrary<WealthLineDto> = fc.record({
  id: fc.constant("id"),
  type: fc.constantFrom(...transactionTypes, "other" as const),
  event: fc.constant("deposit"),
  changes: amounts,
  fees: amounts,
  spread: fc.option(micro.map(formatMicro)),
  result: fc.option(micro.map(formatMicro)),
  prices: fc.constant([]),
  reference: fc.constant(null),
  number: fc.constant(null),
  detail: fc.constant(null),
  createdAt: fc.constant("2026-01-01T00:00:00.000Z"),
});

const tallyOf = (lines: WealthLineDto[]) => {
  const tally = new Tally();
  for (const one of lines) tally.add(one);
  return tally;
};
const sum = (values: (string | null)[]) =>
  formatMicro(values.reduce((total, value) => total + (parseMicro(value ?? "0") ?? 0n), 0n));

/** Every figure of tallies, added up outside of them. */
const added = (tallies: Tally[]) => {
  const all = tallies.map((tally) => tally.figures());
  const both = (part: "changes" | "fees") => ({
    USDT: sum(all.map((one) => one[part].USDT)),
    XAUT: sum(all.map((one) => one[part].XAUT)),
  });
  return {
    lines: all.reduce((total, { lines }) => total + lines, 0),
    changes: both("changes"),
    fees: both("fees"),
    spread: sum(all.map(({ spread }) => spread)),
    results: Object.fromEntries(
      resultTypes.map((type) => [type, sum(all.map(({ results }) => results[type]))]),
    ),
  };
};

it("adds twelve months up to the year, and the kinds to the whole, to the unit", () => {
  const months = fc.array(fc.array(line, { maxLength: 6 }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(months, (parts) => {
      const year = tallyOf(parts.flat());
      expect(year.figures()).toEqual(added(parts.map(tallyOf)));
      const kinds = year.kinds();
      expect(kinds.map(({ type }) => type)).toEqual([...new Set(kinds.map(({ type }) => type))]);
      const { changes, fees, spread, lines } = year.figures();
      expect(sum(kinds.map((kind) => kind.changes.USDT))).toBe(changes.USDT);
      expect(sum(kinds.map((kind) => kind.fees.XAUT))).toBe(fees.XAUT);
      expect(sum(kinds.map((kind) => kind.spread))).toBe(spread);
      expect(kinds.reduce((total, kind) => total + kind.lines, 0)).toBe(lines);
      for (const { type, result } of kinds) {
        expect(result).toBe(
          type in year.figures().results
            ? year.figures().results[type as (typeof resultTypes)[number]]
            : null,
        );
      }
    }),
    { numRuns: 50 },
  );
});

it("knows which months a year is made of", () => {
  const month = (name: string, usdt: [string, string], soFar = false): MonthDto => ({
    month: name,
    soFar,
    opening: { USDT: usdt[0], XAUT: "0.000000" },
    closing: { USDT: usdt[1], XAUT: "0.000000" },
    lines: 2,
    fees: { USDT: "0.100000", XAUT: "0.000001" },
  });
  expect(
    yearsOf([
      month("2027-01", ["3.000000", "4.000000"], true),
      month("2026-12", ["2.000000", "3.000000"]),
      month("2026-11", ["0.000000", "2.000000"]),
    ]),
  ).toMatchObject([
    { year: "2027", soFar: true, opening: { USDT: "3.000000" }, closing: { USDT: "4.000000" } },
    {
      ...{ year: "2026", soFar: false, lines: 4, fees: { USDT: "0.200000", XAUT: "0.000002" } },
      ...{ opening: { USDT: "0.000000" }, closing: { USDT: "3.000000" } },
    },
  ]);
  expect(yearsOf([])).toEqual([]);
});
