import { pack, unpack } from "./events";

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
