/** Checks a published tree of liabilities and finds one's own part of it. Runs in browsers, where it keeps 40 bytes a node. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { concat } from "../log/bytes";
import { HASH_BYTES, hashInto, Keyed } from "./hashing";

/** A hash and micro-units, in the form in which two beside each other are hashed. */
const NODE_BYTES = HASH_BYTES + 8;
const FIRST_CAPACITY = 1_024;
/** What no ledger holds: the sums of its format are of 64 bits and must not begin anew. */
const MAX_MICRO = 2n ** 63n - 1n;
const HEX_DIGITS = HASH_BYTES * 2;
const MAX_DIGITS = 19;
const [NEWLINE, COMMA, ZERO] = [10, 44, 48];
const MAX_LINE = 256;

/** A file that is no tree, or not the one that its root stands for; the message says which line. */
export class BadTree extends Error {}

export type FoundInTree = {
  height: bigint;
  /** In hex. */
  root: string;
  totalMicro: bigint;
  leaves: number;
  /** What the leaves of the nonce come to. */
  ownMicro: bigint;
  ownLeaves: number;
};

/** By a character of hex in lower case its value; others have 16. */
const HEX = new Uint8Array(256).fill(16);
for (const [value, digit] of [..."0123456789abcdef"].entries()) HEX[digit.charCodeAt(0)] = value;

/** All nodes from the root down, as they were read so far. */
class Nodes {
  count = 0;
  bytes = new Uint8Array(FIRST_CAPACITY * NODE_BYTES);
  private view = new DataView(this.bytes.buffer);

  microAt(node: number): bigint {
    return this.view.getBigUint64(node * NODE_BYTES + HASH_BYTES, true);
  }

  hasHash(node: number, hash: Uint8Array): boolean {
    const at = node * NODE_BYTES;
    for (let n = 0; n < HASH_BYTES; n += 1) if (this.bytes[at + n] !== hash[n]) return false;
    return true;
  }

  /** Takes a line in. @throws BadTree for what is no node */
  add(text: Uint8Array, from: number, to: number): void {
    if (this.count * NODE_BYTES === this.bytes.length) {
      const { bytes } = this;
      this.bytes = new Uint8Array(bytes.length * 2);
      this.bytes.set(bytes);
      this.view = new DataView(this.bytes.buffer);
    }
    const at = this.count * NODE_BYTES;
    const micro = microIn(text, from + HEX_DIGITS + 1, to);
    let wrong = text[from + HEX_DIGITS] === COMMA && micro <= MAX_MICRO ? 0 : 16;
    for (let n = 0; n < HASH_BYTES; n += 1) {
      const high = HEX[text[from + n * 2] as number] as number;
      const low = HEX[text[from + n * 2 + 1] as number] as number;
      wrong |= high | low;
      this.bytes[at + n] = high * 16 + low;
    }
    if (wrong >= 16) throw new BadTree(`line ${this.count + 2} is no node of a tree`);
    this.view.setBigUint64(at + HASH_BYTES, micro, true);
    this.count += 1;
  }
}

/** The number that some bytes are the digits of, without needless zeros; more than a ledger holds where they are none. */
function microIn(text: Uint8Array, from: number, to: number): bigint {
  const isOne = to > from && to - from <= MAX_DIGITS && (text[from] !== ZERO || to - from === 1);
  if (!isOne) return MAX_MICRO + 1n;
  // Of more than 15 digits a plain number is not exact.
  let [first, rest] = [0, 0];
  for (let n = from; n < to; n += 1) {
    const digit = (text[n] as number) - ZERO;
    if (digit < 0 || digit > 9) return MAX_MICRO + 1n;
    if (to - n > 9) first = first * 10 + digit;
    else rest = rest * 10 + digit;
  }
  return first === 0 ? BigInt(rest) : BigInt(first) * 1_000_000_000n + BigInt(rest);
}

function heightIn(line: Uint8Array): bigint {
  const [, digits] =
    /^block_height:(0|[1-9]\d{0,17})$/.exec(new TextDecoder("latin1").decode(line)) ?? [];
  if (digits === undefined) throw new BadTree("the first line does not say the height");
  return BigInt(digits);
}

async function readNodes(
  file: AsyncIterable<Uint8Array>,
): Promise<{ height: bigint; nodes: Nodes }> {
  const nodes = new Nodes();
  let height: bigint | undefined;
  const take = (text: Uint8Array, from: number, to: number) => {
    if (height === undefined) height = heightIn(text.subarray(from, to));
    else nodes.add(text, from, to);
  };
  let rest = new Uint8Array();
  for await (const chunk of file) {
    const text = rest.length > 0 ? concat(rest, chunk) : chunk;
    let from = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, from)) {
      take(text, from, end);
      from = end + 1;
    }
    rest = text.slice(from);
    if (rest.length > MAX_LINE) throw new BadTree(`line ${nodes.count + 2} does not end`);
  }
  // The last line ends in a newline or not.
  if (rest.length > 0) take(rest, 0, rest.length);
  const isWhole = Number.isInteger(Math.log2(nodes.count + 1));
  if (height === undefined || nodes.count < 3 || !isWhole) {
    throw new BadTree("the tree is not whole");
  }
  return { height, nodes };
}

/** @throws BadTree for a node that is not the sum and hash of the two under it */
function checkSums(nodes: Nodes): void {
  const hash = new Uint8Array(HASH_BYTES);
  const pair = { bytes: nodes.bytes, from: 0, to: 0 };
  for (let parent = 0; parent < (nodes.count - 1) / 2; parent += 1) {
    const child = parent * 2 + 1;
    [pair.from, pair.to] = [child * NODE_BYTES, (child + 2) * NODE_BYTES];
    hashInto(pair, hash, 0);
    const isSum = nodes.microAt(child) + nodes.microAt(child + 1) === nodes.microAt(parent);
    if (!isSum || !nodes.hasHash(parent, hash)) {
      throw new BadTree(`line ${parent + 2} is not the sum of the two under it`);
    }
  }
}

function findOwn(nodes: Nodes, nonce: Uint8Array) {
  const first = (nodes.count - 1) / 2;
  const keyed = new Keyed().setKey({ bytes: nonce, from: 0, to: nonce.length });
  const hash = new Uint8Array(HASH_BYTES);
  const message = new Uint8Array(16);
  const whole = { bytes: message, from: 0, to: message.length };
  const view = new DataView(message.buffer);
  const own = { ownMicro: 0n, ownLeaves: 0 };
  for (let index = 0; first + index < nodes.count; index += 1) {
    const micro = nodes.microAt(first + index);
    view.setBigUint64(0, micro, true);
    view.setUint32(8, index, true);
    keyed.hashInto(whole, hash, 0);
    if (!nodes.hasHash(first + index, hash)) continue;
    own.ownMicro += micro;
    own.ownLeaves += 1;
  }
  return own;
}

/**
 * Works a whole tree out anew and adds up the leaves that a nonce shows.
 * @param file its bytes
 * @throws BadTree
 */
export async function checkTree(
  file: AsyncIterable<Uint8Array>,
  nonce: Uint8Array,
): Promise<FoundInTree> {
  const { height, nodes } = await readNodes(file);
  checkSums(nodes);
  return {
    height,
    root: bytesToHex(nodes.bytes.subarray(0, HASH_BYTES)),
    totalMicro: nodes.microAt(0),
    leaves: (nodes.count + 1) / 2,
    ...findOwn(nodes, nonce),
  };
}
