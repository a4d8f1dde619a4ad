/**
 * Trees of sums in the format of BitMEX's proof of liabilities, whose own tool checks them: each balance is split into
 * leaves that only its owner can tell from others', and the root commits to the sum of all. Numbers are 8 bytes, little
 * end first.
 */
import { createHmac, hash, randomFillSync } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";

const HASH_BYTES = 32;
/** Their tool checks the way from a leaf to its root, so there has to be one. */
const MIN_LEAVES = 2;
/** After so many hashes the process does something else for a moment: some 5 ms. */
const STRIDE = 2_048;
const RANDOM_BYTES = 65_536;

/** Who is owed what: a nonce of 32 bytes each, for this tree alone, and micro-units. */
export type Shares = { count: number; nonces: Uint8Array; micro: BigUint64Array };

type Row = { hashes: Uint8Array; micro: BigUint64Array };
export type LiabilityTree = {
  leaves: number;
  root: Uint8Array;
  totalMicro: bigint;
  /** From the leaves up. */
  rows: Row[];
};

const pool = Buffer.alloc(RANDOM_BYTES);
let used = RANDOM_BYTES;

function randomBytes(count: number): number {
  if (used + count > RANDOM_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return used - count;
}

/** Below a limit of 32 bits. One is as likely as another but for one part in 65,536. */
const randomBelow = (limit: number): number => pool.readUIntBE(randomBytes(6), 6) % limit;

/** From 1 up to a limit. One is as likely as another but for one part in 2 ^ 64. */
function randomUpTo(limit: bigint): bigint {
  const at = randomBytes(16);
  return 1n + (((pool.readBigUInt64BE(at) << 64n) | pool.readBigUInt64BE(at + 8)) % limit);
}

/** Two parts at random; what can't be divided is one of them. */
function split(micro: bigint): [bigint, bigint] {
  if (micro < 2n) return [micro, 0n];
  const part = randomUpTo(micro - 1n);
  return [part, micro - part];
}

/** The numbers below a count in a random order. */
async function shuffled(count: number): Promise<Uint32Array> {
  const places = Uint32Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n -= 1) {
    const other = randomBelow(n + 1);
    const own = places[n] as number;
    places[n] = places[other] as number;
    places[other] = own;
    if (n % (STRIDE * 16) === 0) await breathe();
  }
  return places;
}

const newRow = (length: number): Row => ({
  hashes: new Uint8Array(length * HASH_BYTES),
  micro: new BigUint64Array(length),
});

function leafCount({ count, micro }: Shares): number {
  let owed = 0;
  for (let n = 0; n < count; n += 1) if (micro[n]) owed += 1;
  let leaves = MIN_LEAVES;
  while (leaves < owed * 2) leaves *= 2;
  return leaves;
}

/** Two leaves for each share, in random places; those that are left are worth nothing and nobody's. */
async function leafRow(shares: Shares): Promise<Row> {
  const places = await shuffled(leafCount(shares));
  const row = newRow(places.length);
  const message = Buffer.alloc(16);
  let next = 0;
  for (let n = 0; n < shares.count; n += 1) {
    const micro = shares.micro[n] as bigint;
    if (micro === 0n) continue;
    const nonce = shares.nonces.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES);
    for (const part of split(micro)) {
      const place = places[next] as number;
      message.writeBigUInt64LE(part, 0);
      message.writeBigUInt64LE(BigInt(place), 8);
      row.hashes.set(createHmac("sha256", nonce).update(message).digest(), place * HASH_BYTES);
      row.micro[place] = part;
      next += 1;
      if (next % STRIDE === 0) await breathe();
    }
  }
  for (const place of places.subarray(next)) {
    randomFillSync(row.hashes, place * HASH_BYTES, HASH_BYTES);
  }
  return row;
}

async function rowAbove({ hashes, micro }: Row): Promise<Row> {
  const row = newRow(micro.length / 2);
  const message = Buffer.alloc(2 * (HASH_BYTES + 8));
  for (let n = 0; n < row.micro.length; n += 1) {
    for (const side of [0, 1]) {
      const [from, at] = [n * 2 + side, side * (HASH_BYTES + 8)];
      message.set(hashes.subarray(from * HASH_BYTES, (from + 1) * HASH_BYTES), at);
      message.writeBigUInt64LE(micro[from] as bigint, at + HASH_BYTES);
    }
    row.hashes.set(hash("sha256", message, "buffer"), n * HASH_BYTES);
    row.micro[n] = (micro[n * 2] as bigint) + (micro[n * 2 + 1] as bigint);
    if (n % STRIDE === 0) await breathe();
  }
  return row;
}

/** The tree over shares; of nobody's where nothing is owed. Some 90 bytes a leaf are kept for each row and those above it. */
export async function buildTree(shares: Shares): Promise<LiabilityTree> {
  const rows = [await leafRow(shares)];
  for (let top = rows[0] as Row; top.micro.length > 1; ) {
    top = await rowAbove(top);
    rows.push(top);
  }
  const [leaves, top] = [rows[0] as Row, rows.at(-1) as Row];
  return {
    leaves: leaves.micro.length,
    root: top.hashes,
    totalMicro: top.micro[0] as bigint,
    rows,
  };
}

/** The file of a tree, in pieces: its number, then a line for each node, from the root down. */
export async function* treeFile({ rows }: LiabilityTree, height: bigint): AsyncGenerator<Buffer> {
  let text = `block_height:${height}\n`;
  for (const { hashes, micro } of rows.toReversed()) {
    const bytes = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength);
    for (let n = 0; n < micro.length; n += 1) {
      text += `${bytes.toString("hex", n * HASH_BYTES, (n + 1) * HASH_BYTES)},${micro[n]}\n`;
      if (n % STRIDE !== STRIDE - 1) continue;
      yield Buffer.from(text, "latin1");
      text = "";
      await breathe();
    }
  }
  yield Buffer.from(text, "latin1");
}
