/**
 * Trees of sums in the format of BitMEX's proof of liabilities, whose own tool checks them: each balance is split into
 * leaves that only its owner can tell from others', and the root commits to the sum of all. Numbers are 8 bytes, little
 * end first.
 */
import { randomFillSync } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { HASH_BYTES, hashInto, Keyed } from "./hashing";

/** A hash and micro-units, in the form in which two beside each other are hashed. */
const NODE_BYTES = HASH_BYTES + 8;
/** Their tool checks the way from a leaf to its root, so there has to be one. */
const MIN_LEAVES = 2;
/** After so many hashes the process does something else for a moment: some 5 ms. */
const STRIDE = 2_048;
const RANDOM_BYTES = 65_536;

/** Who is owed what: a nonce of 32 bytes each, for this tree alone, and micro-units. */
export type Shares = { count: number; nonces: Uint8Array; micro: BigUint64Array };

export type LiabilityTree = {
  leaves: number;
  root: Uint8Array;
  totalMicro: bigint;
  /** Its nodes, 40 bytes each, from the leaves up. */
  rows: Buffer[];
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

const microAt = (row: Buffer, node: number): bigint =>
  row.readBigUInt64LE(node * NODE_BYTES + HASH_BYTES);

function leafCount({ count, micro }: Shares): number {
  let owed = 0;
  for (let n = 0; n < count; n += 1) if (micro[n]) owed += 1;
  let leaves = MIN_LEAVES;
  while (leaves < owed * 2) leaves *= 2;
  return leaves;
}

/** Two leaves for each share, in random places; those that are left are worth nothing and nobody's. */
async function leafRow(shares: Shares): Promise<Buffer> {
  const places = await shuffled(leafCount(shares));
  const row = Buffer.alloc(places.length * NODE_BYTES);
  const keyed = new Keyed();
  const message = Buffer.alloc(16);
  const whole = { bytes: message, from: 0, to: message.length };
  let next = 0;
  for (let n = 0; n < shares.count; n += 1) {
    const micro = shares.micro[n] as bigint;
    if (micro === 0n) continue;
    keyed.setKey({ bytes: shares.nonces, from: n * HASH_BYTES, to: (n + 1) * HASH_BYTES });
    for (const part of split(micro)) {
      const place = places[next] as number;
      message.writeBigUInt64LE(part, 0);
      message.writeUInt32LE(place, 8);
      keyed.hashInto(whole, row, place * NODE_BYTES);
      row.writeBigUInt64LE(part, place * NODE_BYTES + HASH_BYTES);
      next += 1;
      if (next % STRIDE === 0) await breathe();
    }
  }
  for (const place of places.subarray(next)) {
    const at = randomBytes(HASH_BYTES);
    pool.copy(row, place * NODE_BYTES, at, at + HASH_BYTES);
  }
  return row;
}

async function rowAbove(row: Buffer): Promise<Buffer> {
  const above = Buffer.alloc(row.length / 2);
  const pair = { bytes: row, from: 0, to: 0 };
  for (let n = 0; n * NODE_BYTES < above.length; n += 1) {
    const at = n * NODE_BYTES;
    [pair.from, pair.to] = [at * 2, (at + NODE_BYTES) * 2];
    hashInto(pair, above, at);
    above.writeBigUInt64LE(microAt(row, n * 2) + microAt(row, n * 2 + 1), at + HASH_BYTES);
    if (n % STRIDE === 0) await breathe();
  }
  return above;
}

/** The tree over shares; of nobody's where nothing is owed. Some 90 bytes a leaf are kept for each row and those above it. */
export async function buildTree(shares: Shares): Promise<LiabilityTree> {
  const leaves = await leafRow(shares);
  const rows = [leaves];
  for (let top = leaves; top.length > NODE_BYTES; ) {
    top = await rowAbove(top);
    rows.push(top);
  }
  const top = rows.at(-1) as Buffer;
  return {
    leaves: leaves.length / NODE_BYTES,
    root: top.subarray(0, HASH_BYTES),
    totalMicro: microAt(top, 0),
    rows,
  };
}

const HEX = Buffer.from("0123456789abcdef", "latin1");
/** A hash in hex, a comma, a number of 64 bits and the end of the line. */
const MAX_LINE = HASH_BYTES * 2 + 1 + 20 + 1;

/** Writes the line of a node. @returns where it ends */
function writeLine(out: Buffer, start: number, row: Buffer, node: number): number {
  let end = start;
  for (let at = node * NODE_BYTES; at < node * NODE_BYTES + HASH_BYTES; at += 1) {
    const byte = row[at] as number;
    out[end] = HEX[byte >> 4] as number;
    out[end + 1] = HEX[byte & 15] as number;
    end += 2;
  }
  end += out.write(`,${microAt(row, node)}\n`, end, "latin1");
  return end;
}

/** The file of a tree, in pieces: its number, then a line for each node, from the root down. */
export async function* treeFile({ rows }: LiabilityTree, height: bigint): AsyncGenerator<Buffer> {
  yield Buffer.from(`block_height:${height}\n`, "latin1");
  for (const row of rows.toReversed()) {
    const count = row.length / NODE_BYTES;
    for (let node = 0; node < count; ) {
      const out = Buffer.allocUnsafe(Math.min(STRIDE, count - node) * MAX_LINE);
      let end = 0;
      for (; end + MAX_LINE <= out.length && node < count; node += 1) {
        end = writeLine(out, end, row, node);
      }
      yield out.subarray(0, end);
      await breathe();
    }
  }
}
