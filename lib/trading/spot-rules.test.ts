import fc from "fast-check";
import type { Position } from "@/lib/market/position-rules";
import { amountToReceive, closedPart, hasMoved, spotFill, spotPrice } from "./spot-rules";

/** A number as an exact fraction, so that the model below rounds nothing. */
type Fraction = { n: bigint; d: bigint };

/** Whether a whole number is the fraction rounded half to even. */
function isHalfEven(value: bigint, { n, d }: Fraction): boolean {
  const twice = 2n * (value * d - n);
  return twice < d && -twice < d ? true : (twice === d || -twice === d) && value % 2n === 0n;
}

const amount = fc.bigInt(1n, 10n ** 13n);
const price = fc.bigInt(10n ** 10n, 10n ** 12n);
const feeRate = fc.bigInt(0n, 50_000n);
const side = fc.constantFrom("buy", "sell" as const);

describe("the price", () => {
  it("is exactly ask and bid without a spread", () => {
    expect(spotPrice("buy", 3_999n, 4_001n, 0n)).toBe(4_001n);
    expect(spotPrice("sell", 3_999n, 4_001n, 0n)).toBe(3_999n);
  });

  it("is never better for the user than ask and bid, and half the spread off the middle at least", () => {
    fc.assert(
      fc.property(price, fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 100_000n), (bid, gap, spread) => {
        const ask = bid + gap;
        const [buy, sell] = [
          spotPrice("buy", bid, ask, spread),
          spotPrice("sell", bid, ask, spread),
        ];
        expect(buy >= ask && sell <= bid).toBe(true);
        const half: Fraction = { n: (bid + ask) * (2_000_000n + spread), d: 4_000_000n };
        expect(buy === ask ? 2n * half.n <= (2n * ask + 1n) * half.d : isHalfEven(buy, half)).toBe(
          true,
        );
      }),
    );
  });
});

describe("a fill", () => {
  it("rounds against the customer: the fee up, what they get down", () => {
    fc.assert(
      fc.property(side, amount, price, feeRate, (which, given, at, rate) => {
        const fill = spotFill(which, given, at, rate);
        const isDown = (value: bigint, n: bigint, d: bigint) =>
          value * d <= n && n < (value + 1n) * d;
        if (which === "buy") expect(fill.grossMicro).toBe(given);
        else expect(isDown(fill.grossMicro, given * at, 100_000_000n)).toBe(true);
        expect(isDown(-fill.feeMicro, -fill.grossMicro * rate, 1_000_000n)).toBe(true);
        const net = fill.grossMicro - fill.feeMicro;
        if (which === "sell") expect(fill.receivedMicro).toBe(net);
        else expect(isDown(fill.receivedMicro, net * 100_000_000n, at)).toBe(true);
      }),
    );
  });

  it("gains nobody a unit at an unchanged price, in whatever steps they come and go", () => {
    const steps = fc.array(fc.record({ which: side, share: fc.bigInt(1n, 1_000n) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, amount, price, feeRate, (all, start, at, rate) => {
        let [usdt, xaut] = [start, 0n];
        const trade = (which: "buy" | "sell", given: bigint) => {
          const { receivedMicro } = spotFill(which, given, at, rate);
          usdt += which === "buy" ? -given : receivedMicro;
          xaut += which === "buy" ? receivedMicro : -given;
        };
        for (const { which, share } of all) {
          const own = which === "buy" ? usdt : xaut;
          if (own > 0n) trade(which, (own * share + 999n) / 1_000n);
        }
        if (xaut > 0n) trade("sell", xaut);
        expect(usdt <= start).toBe(true);
      }),
    );
  });

  it("computes trades of before half to even, as they were", () => {
    const given = [1_500n, 400_100_000_000n, 1_000n] as const;
    expect(spotFill("buy", ...given, 1)).toMatchObject({ feeMicro: 2n });
    expect(spotFill("buy", 100_000_000n, 400_100_000_000n, 1_000n, 1).receivedMicro).toBe(24_969n);
  });

  it.each([
    ["buy", 100_000_000n, { feeMicro: 100_000n, receivedMicro: 24_968n, grossMicro: 100_000_000n }],
    [
      "sell",
      1_000_000n,
      { feeMicro: 4_001_000n, receivedMicro: 3_996_999_000n, grossMicro: 4_001_000_000n },
    ],
    ["buy", 500n, { feeMicro: 1n, receivedMicro: 0n, grossMicro: 500n }],
    ["buy", 1_500n, { feeMicro: 2n, receivedMicro: 0n, grossMicro: 1_500n }],
  ] as const)("%s of %s at 4001 with 0.1%%", (which, given, expected) =>
    expect(spotFill(which, given, 400_100_000_000n, 1_000n)).toEqual(expected),
  );
});

describe("the amount for what one wants to get", () => {
  it("gives at least that, and a little less would not", () => {
    fc.assert(
      fc.property(side, fc.bigInt(1n, 10n ** 10n), price, feeRate, (which, wanted, at, rate) => {
        const given = amountToReceive(which, wanted, at, rate);
        expect(spotFill(which, given, at, rate).receivedMicro >= wanted).toBe(true);
        // One unit of XAUT is worth up to 10,000 of USDT, so that much is the grain of a buy. Two units of it are more
        // than all the rounding of a sale.
        const less = given - (which === "buy" ? at / 100_000_000n + 3n : 2n);
        if (less <= 0n) return;
        const got = spotFill(which, less, at, rate).receivedMicro;
        expect(got <= wanted).toBe(true);
      }),
    );
  });
});

describe("a reviewed price", () => {
  it("stands for 0.1% up and down", () => {
    expect(hasMoved(400_000_000_000n, 400_400_000_000n, "0.001")).toBe(false);
    expect(hasMoved(400_000_000_000n, 400_400_000_001n, "0.001")).toBe(true);
    expect(hasMoved(400_000_000_000n, 399_599_999_999n, "0.001")).toBe(true);
  });
});

describe("average cost", () => {
  type Trade = { side: "buy" | "sell"; amount: bigint; at: bigint };
  const trade: fc.Arbitrary<Trade> = fc.record({
    side,
    amount: fc.bigInt(10_000n, 10n ** 10n),
    at: price,
  });

  it("loses nothing: what was paid is what was sold at cost plus what is left, in any history", () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 40 }), feeRate, (history, rate) => {
        let position: Position = { quantityMicro: 0n, costMicro: 0n };
        // The same as one exact average, which never rounds.
        let exact: Fraction = { n: 0n, d: 1n };
        let [paid, results, proceeds, sales] = [0n, 0n, 0n, 0n];
        for (const item of history) {
          if (item.side === "buy") {
            const { receivedMicro } = spotFill("buy", item.amount, item.at, rate);
            position = {
              quantityMicro: position.quantityMicro + receivedMicro,
              costMicro: position.costMicro + item.amount,
            };
            exact = { n: exact.n + item.amount * exact.d, d: exact.d };
            paid += item.amount;
            continue;
          }
          const { receivedMicro } = spotFill("sell", item.amount, item.at, rate);
          const part = closedPart(position, item.amount, receivedMicro);
          if (part === null) {
            expect(position.quantityMicro).toBe(0n);
            continue;
          }
          sales += 1n;
          const left = position.quantityMicro - part.quantityMicro;
          exact = { n: exact.n * left, d: exact.d * position.quantityMicro };
          position = { quantityMicro: left, costMicro: position.costMicro - part.costMicro };
          proceeds += part.proceedsMicro;
          results += part.pnlMicro;
          expect(part.proceedsMicro <= receivedMicro).toBe(true);
          expect(position.costMicro >= 0n && (left > 0n || position.costMicro === 0n)).toBe(true);
        }
        expect(results).toBe(proceeds - (paid - position.costMicro));
        // Each sale rounds by half a unit at most.
        const error = position.costMicro * exact.d - exact.n;
        expect((error < 0n ? -error : error) * 2n <= sales * exact.d).toBe(true);
      }),
    );
  });

  it("gives no result to XAUT that was not bought", () => {
    expect(closedPart({ quantityMicro: 0n, costMicro: 0n }, 5n, 5n)).toBeNull();
    expect(closedPart({ quantityMicro: 10n, costMicro: 40n }, 20n, 100n)).toEqual({
      quantityMicro: 10n,
      costMicro: 40n,
      proceedsMicro: 50n,
      pnlMicro: 10n,
    });
  });
});
