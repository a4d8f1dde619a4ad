import fc from "fast-check";
import { averageCost, costOf } from "@/lib/market/position-rules";
import { E8_ONE } from "@/lib/platform/money";
import { convert } from "./rules";

const price = fc.bigInt({ min: 1_00000000n, max: 100_000_00000000n });
const micro = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });

it("converts at the price, rounded half to even", () => {
  expect(convert("store", 100_000_000n, 4000_50000000n)).toBe(24_997n);
  expect(convert("retrieve", 24_997n, 3999_50000000n)).toBe(99_975_502n);
  // 0.5 units each: the even neighbour is below the first and above the second.
  expect(convert("retrieve", 1n, 50000000n)).toBe(0n);
  expect(convert("retrieve", 3n, 50000000n)).toBe(2n);
  expect(() => convert("store", 1n, 0n)).toThrow(RangeError);
});

it("there and back at one price gains at most what rounding can", () => {
  fc.assert(
    fc.property(micro, price, (usdt, at) => {
      const gain = convert("retrieve", convert("store", usdt, at), at) - usdt;
      // Half a unit of XAUT, and half a unit of USDT.
      expect(gain * 2n <= at / E8_ONE + 2n).toBe(true);
    }),
  );
});

it("lets cost leave in proportion and exactly, whatever the order of steps", () => {
  const step = fc.record({
    store: fc.boolean(),
    amount: micro,
    share: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), price, (steps, at) => {
      const position = { quantityMicro: 0n, costMicro: 0n };
      let paidIn = 0n;
      let tookOut = 0n;
      const take = (xaut: bigint) => {
        const before = averageCost(position);
        const cost = costOf(position, xaut);
        tookOut += cost;
        position.quantityMicro -= xaut;
        position.costMicro -= cost;
        expect(cost >= 0n && position.costMicro >= 0n).toBe(true);
        const after = averageCost(position);
        if (before === null || after === null) return;
        // One unit of rounding, spread over what is left; and half a unit of each average.
        const drift = after > before ? after - before : before - after;
        expect(drift <= E8_ONE / (2n * position.quantityMicro) + 1n).toBe(true);
      };
      for (const { store, amount, share } of steps) {
        if (store) {
          paidIn += amount;
          position.costMicro += amount;
          position.quantityMicro += convert("store", amount, at);
        } else if (position.quantityMicro > 0n) {
          take((position.quantityMicro * BigInt(share) + 999n) / 1000n);
        }
      }
      if (position.quantityMicro > 0n) take(position.quantityMicro);
      // An empty vault that only dust went into can hold a cost without XAUT; nothing else can.
      if (steps.some(({ store, amount }) => store && convert("store", amount, at) === 0n)) return;
      expect(position).toEqual({ quantityMicro: 0n, costMicro: 0n });
      expect(tookOut).toBe(paidIn);
    }),
  );
});
