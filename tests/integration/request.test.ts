import { parseJson, queryObject } from "@/lib/platform/http/request";

const parse = (text: string) => parseJson(new TextEncoder().encode(text));

describe("what a request says", () => {
  it.each([
    ["NUL", '{"a":"\\u0000"}'],
    ["half of a character", '{"a":{"b":["\\ud83d"]}}'],
  ])("is refused with %s, which no text of the database holds", (_name, text) => {
    expect(() => parse(text)).toThrow("The text contains a character that is not allowed");
  });

  it("may hold every whole character", () => {
    expect(parse('{"a":"\\ud83d\\ude00 é \\u0001"}')).toEqual({ a: "😀 é \u0001" });
    expect(queryObject(new URL("http://x/?q=%F0%9F%98%80"))).toEqual({ q: "😀" });
  });

  it("is no JSON where bytes or brackets are missing", () => {
    expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow();
    expect(() => parse("{")).toThrow();
    expect(parse("")).toEqual({});
  });
});
