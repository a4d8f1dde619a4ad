import fc from "fast-check";
import { canonicalJson, uuidFrom } from "./hash";

describe("canonicalJson", () => {
  it.each<[string, unknown, string]>([
    ["sorts keys at every depth", { b: 1, a: { d: 2, c: 3 } }, '{"a":{"c":3,"d":2},"b":1}'],
    ["keeps the order of a list", [2, 1, { b: 1, a: 2 }], '[2,1,{"a":2,"b":1}]'],
    ["writes a bigint as text", { amount: 2n ** 63n }, '{"amount":"9223372036854775808"}'],
    ["writes a bigint by itself", 7n, '"7"'],
    ["writes a date in UTC", { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ["leaves out what is undefined", { a: undefined, b: 1 }, '{"b":1}'],
    ["keeps the place of undefined in a list", [undefined, 1], "[null,1]"],
    ["takes undefined as null", undefined, "null"],
    ["keeps null", { a: null }, '{"a":null}'],
    ["escapes", { 'a"': "ü\n" }, '{"a\\"":"ü\\n"}'],
  ])("%s", (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("does not depend on the order in which members were set", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      }),
    );
  });
});

describe("uuidFrom", () => {
  it("gives the same UUID for the same text and another for another", () => {
    expect(uuidFrom("trade:1")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(uuidFrom("trade:1")).toBe(uuidFrom("trade:1"));
    expect(uuidFrom("trade:1")).not.toBe(uuidFrom("trade:2"));
  });
});
