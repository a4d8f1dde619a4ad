import { optionOutcome } from "./outcome-rules";
import { houseAccountId, inputHash, tradeKey } from "./rules";

describe("houseAccountId", () => {
  it.each([
    ["external", "USDT", -1],
    ["treasury", "XAUT", -4],
    ["referral", "USDT", -7],
    // Pools have 16 shards each; the id says "any of them".
    ["option_pool", "USDT", -1100],
    ["inventory", "XAUT", -1300],
    ["fees", "USDT", -1400],
  ] as const)("of %s in %s is %i", (kind, currency, id) => {
    expect(houseAccountId(kind, currency)).toBe(id);
  });

  it("refuses an account that the house does not have", () => {
    expect(() => houseAccountId("option_pool", "XAUT")).toThrow(RangeError);
  });
});

describe("inputHash", () => {
  const input = { userId: "u1", amountMicro: 1_000_000n, note: undefined };

  it("is the same for the same input, however it is written", () => {
    const other = { amountMicro: 1_000_000n, userId: "u1" };
    expect(inputHash(other)).toEqual(inputHash(input));
    expect(inputHash(input)).toHaveLength(32);
  });

  it("is another for another amount, and for a null instead of nothing", () => {
    expect(inputHash({ ...input, amountMicro: 1_000_001n })).not.toEqual(inputHash(input));
    expect(inputHash({ ...input, note: null })).not.toEqual(inputHash(input));
  });
});

test("a trade's key belongs to one user", () => {
  expect(tradeKey("u1", "k")).not.toBe(tradeKey("u2", "k"));
});

describe("optionOutcome", () => {
  it.each([
    ["up", 101n, "won"],
    ["up", 99n, "lost"],
    ["up", 100n, "refunded"],
    ["down", 99n, "won"],
    ["down", 101n, "lost"],
    ["down", 100n, "refunded"],
  ] as const)("of %s from 100 to %i is %s", (direction, exit, outcome) => {
    expect(optionOutcome(direction, 100n, exit)).toBe(outcome);
  });
});
