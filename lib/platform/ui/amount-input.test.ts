import { cleanAmount, commaReadings, pointReadings } from "@/lib/platform/money/typed-amount";
import {
  checkAmount,
  fillableAmount,
  plainAmount,
  readAmount,
  typedAmount,
  withoutUnit,
} from "./amount-input";
import { addDecimal, compareDecimal, percentOf, subtractDecimal } from "./decimal";

describe("readAmount", () => {
  it.each([
    ["100", "100"],
    [" 100.50 ", "100.50"],
    ["1,200.5", "1200.5"],
    ["1,234,567", "1234567"],
    [".5", "0.5"],
    ["5.", "5"],
    ["0012", "12"],
    ["1.1234560", "1.123456"],
    ["12.5000000", "12.500000"],
    ["1,234.56", "1234.56"],
    ["１２．５", "12.5"],
    ["1\u00a0234.56", "1234.56"],
    ["1\u2009234\u2009567", "1234567"],
    ["\u200b12\u2060.5\ufeff", "12.5"],
  ])("reads %s as %s", (text, value) => {
    expect(readAmount(text, 6)).toEqual({ ok: true, value });
  });

  it.each([
    ["", "empty"],
    ["1200,99", "comma"],
    ["1,2", "comma"],
    ["12,00,000", "comma"],
    ["1,200,5", "comma"],
    [",5", "comma"],
    ["0,025", "comma"],
    ["0,500", "comma"],
    ["000,001", "comma"],
    ["0,025.5", "comma"],
    ["012,500", "comma"],
    ["０,０２５", "comma"],
    ["1,２００", "either"],
    ["12,345", "either"],
    ["0，025", "comma"],
    ["1.234,56", "comma"],
    ["+5", "format"],
    ["10²", "format"],
    ["½", "format"],
    ["12 34", "format"],
    ["12 USDT", "format"],
    ["99999999999999999999", "tooLarge"],
    ["1e5", "format"],
    ["-5", "format"],
    ["1.2.3", "format"],
    ["٣", "format"],
    ["1.1234567", "decimals"],
  ])("refuses %s: %s", (text, problem) => {
    expect(readAmount(text, 6)).toEqual({ ok: false, problem });
  });
});

/** Runs on a page of a language. */
function on<T>(locale: string, work: () => T): T {
  const holder = globalThis as { __pageLocale?: { getStore(): { locale: string } } };
  holder.__pageLocale = { getStore: () => ({ locale }) };
  try {
    return work();
  } finally {
    delete holder.__pageLocale;
  }
}

describe("where a point groups thousands", () => {
  it.each(["de", "es"])("refuses in %s what can be a thousand or one", (locale) => {
    for (const text of ["1.000", "12.345", "999.999", " 1.000\u00a0"]) {
      const refused = { ok: false, problem: "point" };
      expect([text, on(locale, () => readAmount(text, 6))]).toEqual([text, refused]);
      // What is asked for anyway is no amount to the API, which would take it for one.
      expect(on(locale, () => typedAmount(text, 6))).toBe("");
    }
  });

  it.each(["de", "es"])("reads in %s as elsewhere what can only be one", (locale) => {
    for (const [text, value] of [
      ["1000", "1000"],
      ["0.500", "0.500"],
      ["1.50", "1.50"],
      ["1.0000", "1.0000"],
      ["4012.345", "4012.345"],
      ["1,234.567", "1234.567"],
    ] as const)
      expect([text, on(locale, () => readAmount(text, 6))]).toEqual([text, { ok: true, value }]);
    for (const text of ["1,5", "1.000,50", "1.000.000", "1,000"])
      expect([text, on(locale, () => readAmount(text, 6).ok)]).toEqual([text, false]);
  });

  it("leaves no doubt in English", () => {
    expect(on("en", () => readAmount("1.000", 6))).toEqual({ ok: true, value: "1.000" });
  });

  it("reads what the site fills in", () => {
    for (const amount of ["1.234", "120.559", "0.123", "1000", "1.500000"])
      expect(on("de", () => readAmount(fillableAmount(amount), 6).ok)).toBe(true);
    expect(fillableAmount("1.234")).toBe("1.234");
  });

  it("names both readings as they can be written", () => {
    expect(["1.000", "1.500", "12.345"].map(pointReadings)).toEqual([
      { whole: "1000", decimal: "1" },
      { whole: "1500", decimal: "1.5" },
      { whole: "12345", decimal: "12.3450" },
    ]);
  });
});

describe("checkAmount", () => {
  const limits = { min: "10", max: "1000", available: "500.5" };

  it.each([
    ["0", "zero"],
    ["9.999999", "belowMin"],
    ["1000.01", "aboveMax"],
    ["500.500001", "aboveAvailable"],
  ])("refuses %s: %s", (text, problem) => {
    expect(checkAmount(text, 6, limits)).toEqual({ ok: false, problem });
  });

  it("accepts the limits themselves, but not an exclusive one", () => {
    expect(checkAmount("10", 6, limits).ok).toBe(true);
    expect(checkAmount("500.50", 6, limits).ok).toBe(true);
    expect(checkAmount("10", 6, { moreThan: "10" })).toEqual({
      ok: false,
      problem: "belowMin",
    });
    expect(checkAmount("10.000001", 6, { moreThan: "10" }).ok).toBe(true);
  });
});

describe("decimal strings", () => {
  it("compares and computes exactly", () => {
    expect(compareDecimal("0.1", "0.10")).toBe(0);
    expect(compareDecimal("-1", "0.5")).toBeLessThan(0);
    expect(addDecimal("0.1", "0.2")).toBe("0.3");
    expect(subtractDecimal("1", "1.000001")).toBe("-0.000001");
    expect(subtractDecimal("5", "5")).toBe("0");
    expect(percentOf("12.31", "3990.17")).toBe("0.3085");
    expect(percentOf("-1", "4")).toBe("-25.0000");
    expect(percentOf("1", "0")).toBeNull();
  });
});

it("knows an order by its amount, however that was typed", () => {
  expect(["50", "50.00", "50.10", "0.000100", "100"].map(plainAmount)).toEqual([
    "50",
    "50",
    "50.1",
    "0.0001",
    "100",
  ]);
});

describe("what is typed with an amount", () => {
  it("is left out where it is the field's own currency", () => {
    expect(withoutUnit("1,234.56 USDT", "USDT")).toBe("1234.56");
    expect(withoutUnit("xaut\u00a00.5", "XAUT")).toBe("0.5");
    expect(withoutUnit("5 BTC", "USDT")).toBeNull();
    expect(withoutUnit("12,345 USDT", "USDT")).toBeNull();
    expect(withoutUnit("5", "USDT")).toBeNull();
  });

  it("is said in both readings where its comma leaves a doubt", () => {
    expect(commaReadings(cleanAmount("12,345"))).toEqual({ whole: "12345", decimal: "12.345" });
    expect(commaReadings(cleanAmount("1.234,56"))).toEqual({ decimal: "1234.56" });
    expect(commaReadings(cleanAmount("0,025"))).toEqual({ decimal: "0.025" });
    expect(commaReadings(cleanAmount("1,234.56"))).toBeNull();
  });
});
