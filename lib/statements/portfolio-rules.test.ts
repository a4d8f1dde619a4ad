import fc from "fast-check";
import { E8_ONE, formatMicro, MICRO, parseMicro } from "@/lib/platform/money";
import { portfolioOf, type StepChange, stepsOf } from "./portfolio-rules";

const NOW = new Date("2026-11-28T10:07:00Z");
const before = (days: number) => new Date(+NOW - days * 86_400_000);
const nothing = {
  usdt: 0n,
  xaut: 0n,
  paidUsdt: 0n,
  paidXaut: 0n,
  feeUsdt: 0n,
  feeXaut: 0n,
  interestUsdt: 0n,
  interestXaut: 0n,
  commission: 0n,
  option: 0n,
};

it.each([
  ["day", before(300), 900, 96, "2026-11-27T10:15:00.000Z"],
  ["day", before(0.1), 900, 11, "2026-11-28T07:30:00.000Z"],
  ["month", before(300), 14_400, 180, "2026-10-29T12:00:00.000Z"],
  ["year", before(4_000), 86_400, 365, "2025-11-29T00:00:00.000Z"],
  ["year", before(2), 86_400, 3, "2026-11-26T00:00:00.000Z"],
  ["all", before(0), 900, 1, "2026-11-28T10:00:00.000Z"],
  ["all", before(1), 900, 97, "2026-11-27T10:00:00.000Z"],
  ["all", before(30), 14_400, 181, "2026-10-29T08:00:00.000Z"],
  ["all", before(300), 86_400, 301, "2026-02-01T00:00:00.000Z"],
] as const)("cuts a %s since %s", (period, firstAt, seconds, count, from) => {
  const steps = stepsOf(period, firstAt, NOW);
  expect({ ...steps, from: steps.from.toISOString() }).toMatchObject({ seconds, count, from });
});

it("cuts ten years into steps of whole days that a drawing has room for", () => {
  const { seconds, count } = stepsOf("all", before(3_652), NOW);
  expect([seconds % 86_400, count <= 368, count > 300]).toEqual([0, true, true]);
});

const steps = { ...stepsOf("year", before(2), NOW) };
const gold = (usdt: number) => BigInt(usdt) * E8_ONE;

it("works back from what is owned now, and counts what was paid in as no result", () => {
  const line = portfolioOf({
    period: "year",
    steps,
    now: NOW,
    owned: { usdtMicro: 590n * MICRO, xautMicro: MICRO },
    changes: [
      { ...nothing, step: 0, usdt: 5_000n * MICRO, paidUsdt: 5_000n * MICRO },
      // Bought one at 4,000 with a fee of 4, and withdrew 400.
      {
        ...nothing,
        step: 1,
        usdt: -4_404n * MICRO,
        xaut: MICRO,
        paidUsdt: -400n * MICRO,
        feeUsdt: 4n * MICRO,
      },
      { ...nothing, step: 2, usdt: -6n * MICRO, option: -6n * MICRO },
    ],
    prices: [null, null, gold(4_010), gold(4_050)],
  });
  expect(line.points.map(({ value, paid }) => [value, paid])).toEqual([
    ["0.000000", "0.000000"],
    ["5000.000000", "5000.000000"],
    ["4606.000000", "-400.000000"],
    ["4640.000000", "0.000000"],
  ]);
  expect(line.points.at(-1)?.at).toBe(NOW.toISOString());
  expect(line.result).toEqual({
    change: "40.000000",
    percent: "0.8000",
    options: "-6.000000",
    interest: "0.000000",
    commission: "0.000000",
    fees: "-4.000000",
    gold: "50.000000",
  });
});

it("has no value where gold had no price, and no result from there", () => {
  const line = portfolioOf({
    period: "year",
    steps,
    now: NOW,
    owned: { usdtMicro: 0n, xautMicro: MICRO },
    changes: [{ ...nothing, step: 2, xaut: MICRO, paidXaut: MICRO }],
    prices: [null, null, null, null],
  });
  expect(line.points.map(({ value }) => value)).toEqual(["0.000000", "0.000000", "0.000000", null]);
  expect(line.result).toBeNull();
});

it("has parts that add up to the change for every history", () => {
  const micro = fc.bigInt(-(10n ** 12n), 10n ** 12n);
  const change = fc.record<Omit<StepChange, "step">>({
    usdt: micro,
    xaut: micro,
    paidUsdt: micro,
    paidXaut: micro,
    feeUsdt: micro,
    feeXaut: micro,
    interestUsdt: micro,
    interestXaut: micro,
    commission: micro,
    option: micro,
  });
  const price = fc.bigInt(1n, 10n ** 13n);
  fc.assert(
    fc.property(
      fc.tuple(change, change, change),
      fc.array(price, { minLength: 4, maxLength: 4 }),
      (all, prices) => {
        const changes = all.map((one, step) => ({ ...one, step }));
        const owned = { usdtMicro: 10n ** 15n, xautMicro: 10n ** 15n };
        const { points, result } = portfolioOf({
          period: "year",
          steps,
          now: NOW,
          owned,
          changes,
          prices,
        });
        if (!result) throw new Error("every price is there");
        const { percent: _, change: whole, ...parts } = result;
        const sum = (texts: string[]) =>
          texts.reduce(
            (total, text) =>
              total + (parseMicro(text.replace("-", "")) ?? 0n) * (text.startsWith("-") ? -1n : 1n),
            0n,
          );
        expect(formatMicro(sum(Object.values(parts)))).toBe(whole);
        const paid = sum(points.map((point) => point.paid));
        const worth = (text: string | null | undefined) => sum([text ?? ""]);
        expect(worth(points.at(-1)?.value) - worth(points[0]?.value) - paid).toBe(sum([whole]));
      },
    ),
  );
});
