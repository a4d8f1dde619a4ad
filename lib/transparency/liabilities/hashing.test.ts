import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { HASH_BYTES, hashInto, Keyed } from "./hashing";

const bytes = (max: number) => fc.uint8Array({ maxLength: max });
const AT = 3;
/** A message in the middle of others' bytes, so that a place is not taken for another. */
const within = (message: Uint8Array) => ({
  bytes: Uint8Array.of(7, ...message, 7),
  from: 1,
  to: 1 + message.length,
});

it("hashes as the runtime does, whatever the length, and writes nothing beside", () => {
  fc.assert(
    fc.property(bytes(200), bytes(64), (message, key) => {
      const out = new Uint8Array(AT + HASH_BYTES + 1).fill(9);
      const expected = (hash: Buffer) => Uint8Array.of(9, 9, 9, ...hash, 9);
      hashInto(within(message), out, AT);
      expect(out).toEqual(expected(createHash("sha256").update(message).digest()));
      const keyed = new Keyed().setKey(within(key));
      for (const text of [message, key]) {
        keyed.hashInto(within(text), out, AT);
        expect(out).toEqual(expected(createHmac("sha256", key).update(text).digest()));
      }
    }),
  );
});

it("knows the lengths at which a block is full", () => {
  for (const length of [0, 55, 56, 63, 64, 119, 120, 128]) {
    const message = new Uint8Array(length).fill(length);
    const out = new Uint8Array(HASH_BYTES);
    hashInto(within(message), out, 0);
    expect(Buffer.from(out)).toEqual(createHash("sha256").update(message).digest());
  }
});

it("refuses a key that would have to be hashed first", () => {
  expect(() => new Keyed().setKey(within(new Uint8Array(65)))).toThrow(RangeError);
});
