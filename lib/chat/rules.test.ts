import { excerptOf, isBlank, sentKeyOf } from "./rules";

describe("an excerpt", () => {
  it("is one line", () => {
    expect(excerptOf("  one\n\ntwo\tthree ")).toBe("one two three");
  });
  it("is short and ends in whole characters", () => {
    const text = excerptOf(`${"x".repeat(199)}🙂 and more`);
    expect(text).toBe(`${"x".repeat(199)}…`);
    expect(excerptOf("y".repeat(200))).toBe("y".repeat(200));
  });
});

describe("a blank text", () => {
  it.each(["", " \n\t", "\u200B", "\u2060\uFEFF", "\u3164\u2800", "\u202E"])("is %j", (text) => {
    expect(isBlank(text)).toBe(true);
  });
  it.each(["a", ".", "🙂", "👩‍👧", "é", "你好", "\u200Fשלום"])("is not %j", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe("the key that a sender gave", () => {
  it("comes out whole, whatever it contains", () => {
    expect(sentKeyOf("user-1:POST /api/chat/send-message:a:b:c")).toBe("a:b:c");
    expect(sentKeyOf(null)).toBeNull();
  });
});
