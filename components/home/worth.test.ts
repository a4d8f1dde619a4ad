import { shareOf, worthOf } from "./worth";

const balances = {
  USDT: { available: "100.000000", held: "10.000000", escrow: "1.000000" },
  XAUT: { held: "0.000000", available: "0.500000", stored: "0.300000" },
  savings: { USDT: "0.100000", XAUT: "0.150000" },
  ai: { USDT: "0.010000", XAUT: "0.050000" },
  totalUsdt: "4111.110000",
};
const none = {
  USDT: { available: "0.000000", held: "0.000000", escrow: "0.000000" },
  XAUT: { held: "0.000000", available: "0.000000", stored: "0.000000" },
  savings: { USDT: "0.000000", XAUT: "0.000000" },
  ai: { USDT: "0.000000", XAUT: "0.000000" },
  totalUsdt: "0.000000",
};

it("counts every part, at the price of now", () => {
  expect(worthOf(balances, "4000.00").total).toBe("4111.110000");
  expect(worthOf(balances, "4100.00").total).toBe("4211.110000");
});

it("takes one price for both figures: one XAUT is one XAUT whatever it costs", () => {
  const one = {
    ...none,
    XAUT: { held: "0.000000", available: "1.000000", stored: "0.000000" },
    totalUsdt: "4000",
  };
  expect(worthOf(one, "4100.00")).toEqual({ total: "4100.000000", gold: "1.000000" });
});

it.each([
  // 0.000001 XAUT at 0.5 and 1.5 USDT: halves go to the even neighbour, as on the server.
  ["0.50", "0.000000"],
  ["1.50", "0.000002"],
])("rounds half to even at %s", (price, total) => {
  const least = { ...none, XAUT: { held: "0.000000", available: "0.000001", stored: "0.000000" } };
  expect(worthOf(least, price).total).toBe(total);
});

it("has the server's total, known or not, where there is no price", () => {
  expect(worthOf(balances, null)).toEqual({ total: "4111.110000", gold: null });
  expect(worthOf({ ...none, totalUsdt: null }, null)).toEqual({ total: null, gold: null });
});

it("says what share of all an amount is", () => {
  expect(shareOf("250.000000", "1", "1000.000000")).toBe(0.25);
  expect(shareOf("0.125000", "4000.00", "1000.000000")).toBe(0.5);
  expect(shareOf("0.125000", null, "1000.000000")).toBe(0);
  expect(shareOf("0.000000", "1", "0.000000")).toBe(0);
});
