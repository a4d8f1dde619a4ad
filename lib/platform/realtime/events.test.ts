import { pack, unpack, withFittingText } from "./events";

const event = (n: number, size = 0) => ({ t: "trade", u: `user-${n}`, id: "é".repeat(size) });

describe("realtime payloads", () => {
  it("carries events through a notification unchanged", () => {
    const events = [event(1), { t: "announcement", u: null, text: "hello" }];
    expect(pack(events).flatMap(unpack)).toEqual(events);
  });

  it("splits what does not fit into one notification, losing and reordering nothing", () => {
    const events = Array.from({ length: 200 }, (_, n) => event(n, 40));
    const payloads = pack(events);
    expect(payloads.length).toBeGreaterThan(1);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
    expect(payloads.flatMap(unpack)).toEqual(events);
  });

  it("refuses a single event that the database would refuse", () => {
    expect(() => pack([event(1, 4000)])).toThrow(RangeError);
  });

  it("takes a database function's single object too", () => {
    expect(unpack('{"t":"balance","u":"a"}')).toEqual([{ t: "balance", u: "a" }]);
  });

  it.each(["", "nonsense", "null", "[1]", '{"t":1,"u":null}', '{"t":"x"}'])(
    "ignores %j",
    (text) => {
      expect(unpack(text)).toEqual([]);
    },
  );
});

describe("an event with a text", () => {
  const withText = (text: string) =>
    withFittingText({ t: "notification", u: "user", id: "1", text }, "text");

  it.each(["", "short", "two\nlines", "金".repeat(2_000), "🙂".repeat(1_900)])(
    "carries it whole as long as it fits (%#)",
    (text) => {
      expect(withText(text)).toEqual({ t: "notification", u: "user", id: "1", text });
    },
  );

  it.each(["x".repeat(20_000), "金".repeat(3_000), "🙂".repeat(2_500), "\u0001".repeat(2_000)])(
    "carries as much as the database takes (%#)",
    (text) => {
      const event = withText(text);
      const [payload = "", ...more] = pack([event]);
      expect(more).toEqual([]);
      // Nothing that would still have gone in was left out.
      expect(Buffer.byteLength(payload)).toBeGreaterThan(7_900 - 12);
      const short = String(event.text);
      expect(short.endsWith("…")).toBe(true);
      expect(text.startsWith(short.slice(0, -1))).toBe(true);
      // Half an emoji would be no character.
      expect(Buffer.from(short).toString()).toBe(short);
    },
  );

  it("is refused where everything else is too large already", () => {
    const event = withFittingText({ t: "x", u: "u".repeat(8_000), text: "text" }, "text");
    expect(() => pack([event])).toThrow(RangeError);
  });
});
