/**
 * SHA-256 (FIPS 180-4) of millions of short messages, read from and written to places in large arrays. A library's makes
 * several objects for each message, which takes longer than the hashing. Runs anywhere.
 */
export const HASH_BYTES = 32;
const BLOCK_BYTES = 64;
const WORDS = HASH_BYTES / 4;

const FIRST = Int32Array.of(
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab],
  0x5be0cd19,
);
const ROUNDS = Int32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4],
  ...[0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe],
  ...[0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f],
  ...[0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7],
  ...[0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc],
  ...[0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b],
  ...[0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116],
  ...[0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7],
  0xc67178f2,
);

const schedule = new Int32Array(64);
const state = new Int32Array(WORDS);
const tail = new Uint8Array(BLOCK_BYTES * 2);

/** Takes the 64 bytes from `at` on into the state. */
function compress(state: Int32Array, bytes: Uint8Array, at: number): void {
  const w = schedule;
  for (let n = 0; n < 16; n += 1) {
    const from = at + n * 4;
    w[n] =
      ((bytes[from] as number) << 24) |
      ((bytes[from + 1] as number) << 16) |
      ((bytes[from + 2] as number) << 8) |
      (bytes[from + 3] as number);
  }
  for (let n = 16; n < 64; n += 1) {
    const x = w[n - 15] as number;
    const y = w[n - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[n] = ((w[n - 16] as number) + s0 + (w[n - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let n = 0; n < 64; n += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[n] as number) + (w[n] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/** Some bytes of a larger array. */
export type Span = { bytes: Uint8Array; from: number; to: number };

/** Ends a hash that has taken `before` bytes, a whole number of blocks, and writes it. */
function finish(
  begun: Int32Array,
  before: number,
  message: Span,
  out: Uint8Array,
  at: number,
): void {
  const { bytes, from, to } = message;
  state.set(begun);
  let next = from;
  for (; to - next >= BLOCK_BYTES; next += BLOCK_BYTES) compress(state, bytes, next);
  const rest = to - next;
  tail.fill(0);
  for (let n = 0; n < rest; n += 1) tail[n] = bytes[next + n] as number;
  tail[rest] = 0x80;
  const end = rest < BLOCK_BYTES - 8 ? BLOCK_BYTES : BLOCK_BYTES * 2;
  const bits = (before + to - from) * 8;
  for (let n = 1, left = bits; left > 0; n += 1, left = Math.floor(left / 256)) {
    tail[end - n] = left % 256;
  }
  for (let block = 0; block < end; block += BLOCK_BYTES) compress(state, tail, block);
  for (let n = 0; n < HASH_BYTES; n += 1) {
    out[at + n] = (state[n >> 2] as number) >>> (24 - (n & 3) * 8);
  }
}

/** Writes the SHA-256 of a message to the 32 bytes from `at` on. */
export const hashInto = (message: Span, out: Uint8Array, at: number): void =>
  finish(FIRST, 0, message, out, at);

/** HMAC-SHA-256 (RFC 2104) of many messages by one key after the other. */
export class Keyed {
  private readonly inner = new Int32Array(WORDS);
  private readonly outer = new Int32Array(WORDS);
  private readonly pad = new Uint8Array(BLOCK_BYTES);
  private readonly own = new Uint8Array(HASH_BYTES);
  private readonly ownSpan: Span = { bytes: this.own, from: 0, to: HASH_BYTES };

  private begin(hash: Int32Array, { bytes, from, to }: Span, byte: number): void {
    this.pad.fill(byte);
    for (let n = from; n < to; n += 1) this.pad[n - from] = byte ^ (bytes[n] as number);
    hash.set(FIRST);
    compress(hash, this.pad, 0);
  }

  /** @param key a block of 64 bytes at most. @throws RangeError for a longer one */
  setKey(key: Span): this {
    if (key.to - key.from > BLOCK_BYTES) throw new RangeError("a key is longer than a block");
    this.begin(this.inner, key, 0x36);
    this.begin(this.outer, key, 0x5c);
    return this;
  }

  /** Writes the code of a message to the 32 bytes from `at` on. */
  hashInto(message: Span, out: Uint8Array, at: number): void {
    finish(this.inner, BLOCK_BYTES, message, this.own, 0);
    finish(this.outer, BLOCK_BYTES, this.ownSpan, out, at);
  }
}
