import fc from "fast-check";
import { convert, type VaultDirection } from "./rules";

const price = fc.bigInt({ min: 1_00000000n, max: 100_000_00000000n });
const micro = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });
const feeRate = fc.bigInt({ min: 0n, max: 50_000n });

it("takes the fee out of the USDT, and rounds against the customer", () => {
  // 99.9 / 4000.5 = 0.0249718...
  expect(convert("store", 100_000_000n, 4000_50000000n, 1_000n)).toEqual({
    feeMicro: 100_000n,
    receivedMicro: 24_971n,
  });
  // 0.024971 x 3999.5 = 99.8715145; fee 0.0998715.
  expect(convert("retrieve", 24_971n, 3999_50000000n, 1_000n)).toEqual({
    feeMicro: 99_872n,
    receivedMicro: 99_771_642n,
  });
  expect(convert("retrieve", 1n, 50000000n, 0n).receivedMicro).toBe(0n);
  expect(() => convert("store", 1n, 0n, 0n)).toThrow(RangeError);
});

it("gains nobody a unit at an unchanged price, in whatever steps they come and go", () => {
  const step = fc.record({
    direction: fc.constantFrom<VaultDirection>("store", "retrieve"),
    share: fc.bigInt({ min: 1n, max: 1_000n }),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      micro,
      price,
      feeRate,
      (steps, start, at, rate) => {
        let [usdt, xaut] = [start, 0n];
        const go = (direction: VaultDirection, given: bigint) => {
          const { receivedMicro } = convert(direction, given, at, rate);
          usdt += direction === "store" ? -given : receivedMicro;
          xaut += direction === "store" ? receivedMicro : -given;
        };
        for (const { direction, share } of steps) {
          const has = direction === "store" ? usdt : xaut;
          if (has > 0n) go(direction, (has * share + 999n) / 1_000n);
        }
        if (xaut > 0n) go("retrieve", xaut);
        expect(usdt <= start).toBe(true);
      },
    ),
  );
});

it("makes no farm of 200 stores and one retrieval, without a fee too", () => {
  let xaut = 0n;
  for (let n = 0; n < 200; n++) {
    xaut += convert("store", 10_003_251n, 2000_00000000n, 0n).receivedMicro;
  }
  expect(convert("retrieve", xaut, 2000_00000000n, 0n).receivedMicro < 200n * 10_003_251n).toBe(
    true,
  );
});
