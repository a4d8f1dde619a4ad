import { changeValueMicro, needsApproval } from "./rules";

describe("what a balance change is worth", () => {
  it("is its amount in USDT", () => {
    expect(changeValueMicro("USDT", 5n, null)).toBe(5n);
  });

  it("is XAUT at the price, rounded up", () => {
    expect(changeValueMicro("XAUT", 2_000_000n, 400_000_000_000n)).toBe(8_000_000_000n);
    expect(changeValueMicro("XAUT", 1n, 100_000_001n)).toBe(2n);
  });

  it("is not known without a price", () => {
    expect(changeValueMicro("XAUT", 1n, null)).toBeNull();
  });
});

it.each([
  ["nothing while the threshold is zero", 10n ** 15n, 0n, false],
  ["nothing unknown while it is zero", null, 0n, false],
  ["not what is exactly as much", 100n, 100n, false],
  ["what is a unit more", 101n, 100n, true],
  ["what can't be valued", null, 100n, true],
])("asks for approval of %s", (_name, value, threshold, expected) => {
  expect(needsApproval(value, threshold)).toBe(expected);
});
