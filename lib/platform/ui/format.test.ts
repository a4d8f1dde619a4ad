import * as fc from "fast-check";
import {
  directionOf,
  formatAmount,
  formatDuration,
  formatPercent,
  formatPrice,
  formatRate,
} from "./format";

const S = "\u00a0";

describe("formatAmount", () => {
  it.each([
    ["1234.5", "USDT", `1,234.50${S}USDT`],
    ["1234567.899", "USDT", `1,234,567.89${S}USDT`],
    ["0", "USDT", `0.00${S}USDT`],
    ["0.009999", "USDT", `<0.01${S}USDT`],
    ["-0.001", "USDT", `\u2212<0.01${S}USDT`],
    ["3.1182049", "XAUT", `3.118204${S}XAUT`],
    ["0.1", "BTC", `0.10000000${S}BTC`],
    ["-12.345678", "USDT", `\u221212.35${S}USDT`],
    ["-9.999", "USDT", `\u221210.00${S}USDT`],
    ["-12.340000", "USDT", `\u221212.34${S}USDT`],
    ["-120", "USDT", `\u2212120.00${S}USDT`],
    ["-0.000000", "USDT", `0.00${S}USDT`],
    ["007.5", "USDT", `7.50${S}USDT`],
    ["900719925474099312.34", "USDT", `900,719,925,474,099,312.34${S}USDT`],
  ])("writes %s %s as %s", (value, currency, text) => {
    expect(formatAmount(value, currency)).toBe(text);
  });

  it("shows a dash for what is not known or no decimal", () => {
    for (const value of [null, undefined, "", "abc", "1e5", "1,2"])
      expect(formatAmount(value, "USDT")).toBe("—");
  });

  it("writes plus only on request, and never on zero", () => {
    expect(formatAmount("5", "USDT", { sign: true })).toBe(`+5.00${S}USDT`);
    expect(formatAmount("0", "USDT", { sign: true })).toBe(`0.00${S}USDT`);
    expect(formatAmount("-5", "USDT", { sign: true })).toBe(`\u22125.00${S}USDT`);
  });

  it("keeps every digit when exact, and leaves the unit out on request", () => {
    expect(formatAmount("1.123456", "USDT", { exact: true })).toBe(`1.123456${S}USDT`);
    expect(formatAmount("1.500000", "USDT", { exact: true, unit: false })).toBe("1.50");
  });

  it("never shows more than there is", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10_000n, max: 10n ** 18n }), (micro) => {
        const digits = micro.toString().padStart(7, "0");
        const shown = formatAmount(`${digits.slice(0, -6)}.${digits.slice(-6)}`, "USDT", {
          unit: false,
        });
        const cents = BigInt(shown.replace(/[,.]/g, ""));
        expect(cents).toBe(micro / 10_000n);
      }),
    );
  });
});

describe("prices, percentages and rates", () => {
  it("rounds half away from zero", () => {
    expect(formatPrice("4002.485")).toBe("4,002.49");
    expect(formatPrice("4002.4849")).toBe("4,002.48");
    expect(formatPrice("-0.005")).toBe("\u22120.01");
    expect(formatPrice("999.999")).toBe("1,000.00");
    expect(formatPrice("0.004", { sign: true })).toBe("0.00");
    expect(formatPrice("12.31", { sign: true })).toBe("+12.31");
    expect(formatPrice("3972.105", { exact: true })).toBe("3,972.105");
    expect(formatPrice("3972.10500000", { exact: true })).toBe("3,972.105");
    expect(formatPrice("3972", { exact: true })).toBe("3,972.00");
    expect(formatPrice("1.5", { decimals: 0 })).toBe("2");
    expect(formatPrice(null)).toBe("—");
  });

  it("writes percentages and rates", () => {
    expect(formatPercent("0.68", { sign: true })).toBe("+0.68%");
    expect(formatPercent("-0.314")).toBe("\u22120.31%");
    expect(formatPercent(undefined)).toBe("—");
    expect(formatRate("0.82")).toBe("82%");
    expect(formatRate("0.8250")).toBe("82.5%");
    expect(formatRate("1")).toBe("100%");
  });

  it("reads the direction", () => {
    expect(directionOf("0.01")).toBe("up");
    expect(directionOf("-3")).toBe("down");
    expect(directionOf("0.000")).toBe("flat");
    expect(directionOf(null)).toBe("flat");
  });
});

describe("times", () => {
  it("writes durations", () => {
    expect(formatDuration(42.9)).toBe("00:42");
    expect(formatDuration(900)).toBe("15:00");
    expect(formatDuration(3661)).toBe("1:01:01");
    expect(formatDuration(-5)).toBe("00:00");
  });
});
