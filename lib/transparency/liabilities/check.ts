/** Checks a published tree of liabilities and finds one's own part of it. Runs in browsers, where it keeps 40 bytes a node. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

const HASH_BYTES = 32;
const FIRST_CAPACITY = 1_024;
/** What no ledger holds: the sums of its format are of 64 bits and must not begin anew. */
const MAX_MICRO = 2n ** 63n - 1n;
const LINE = /^([0-9a-f]{64}),(0|[1-9]\d{0,18})$/;

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

type Nodes = { count: number; hashes: Uint8Array; micro: BigUint64Array };

function add(nodes: Nodes, line: string): void {
  const [, hash, digits] = LINE.exec(line) ?? [];
  const micro = BigInt(digits ?? -1);
  if (hash === undefined || micro > MAX_MICRO) {
    throw new BadTree(`line ${nodes.count + 2} is no node of a tree`);
  }
  if (nodes.count === nodes.micro.length) {
    const { hashes, micro: old } = nodes;
    nodes.hashes = new Uint8Array(hashes.length * 2);
    nodes.hashes.set(hashes);
    nodes.micro = new BigUint64Array(old.length * 2);
    nodes.micro.set(old);
  }
  nodes.hashes.set(hexToBytes(hash), nodes.count * HASH_BYTES);
  nodes.micro[nodes.count] = micro;
  nodes.count += 1;
}

/** The lines of a file, whose last one ends in a newline or not. */
async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of file) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function readNodes(file: AsyncIterable<Uint8Array>): Promise<Nodes & { height: bigint }> {
  const nodes: Nodes = {
    count: 0,
    hashes: new Uint8Array(FIRST_CAPACITY * HASH_BYTES),
    micro: new BigUint64Array(FIRST_CAPACITY),
  };
  let height: bigint | undefined;
  for await (const line of linesOf(file)) {
    if (height !== undefined) {
      add(nodes, line);
      continue;
    }
    const [, digits] = /^block_height:(0|[1-9]\d{0,17})$/.exec(line) ?? [];
    if (digits === undefined) throw new BadTree("the first line does not say the height");
    height = BigInt(digits);
  }
  const isWhole = Number.isInteger(Math.log2(nodes.count + 1));
  if (height === undefined || nodes.count < 3 || !isWhole) {
    throw new BadTree("the tree is not whole");
  }
  return { ...nodes, height };
}

/** @throws BadTree for a node that is not the sum and hash of the two under it */
function checkSums({ count, hashes, micro }: Nodes): void {
  const message = new Uint8Array(2 * (HASH_BYTES + 8));
  const view = new DataView(message.buffer);
  for (let parent = 0; parent < (count - 1) / 2; parent += 1) {
    const child = parent * 2 + 1;
    for (const side of [0, 1]) {
      const [from, at] = [child + side, side * (HASH_BYTES + 8)];
      message.set(hashes.subarray(from * HASH_BYTES, (from + 1) * HASH_BYTES), at);
      view.setBigUint64(at + HASH_BYTES, micro[from] as bigint, true);
    }
    const hash = sha256(message);
    const isSum = (micro[child] as bigint) + (micro[child + 1] as bigint) === micro[parent];
    if (!isSum || hash.some((byte, n) => byte !== hashes[parent * HASH_BYTES + n])) {
      throw new BadTree(`line ${parent + 2} is not the sum of the two under it`);
    }
  }
}

function findOwn({ count, hashes, micro }: Nodes, nonce: Uint8Array) {
  const first = (count - 1) / 2;
  const keyed = hmac.create(sha256, nonce);
  const message = new Uint8Array(16);
  const view = new DataView(message.buffer);
  const own = { ownMicro: 0n, ownLeaves: 0 };
  for (let index = 0; first + index < count; index += 1) {
    const at = first + index;
    view.setBigUint64(0, micro[at] as bigint, true);
    view.setBigUint64(8, BigInt(index), true);
    const hash = keyed.clone().update(message).digest();
    if (hash.some((byte, n) => byte !== hashes[at * HASH_BYTES + n])) continue;
    own.ownMicro += micro[at] as bigint;
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
  const nodes = await readNodes(file);
  checkSums(nodes);
  return {
    height: nodes.height,
    root: bytesToHex(nodes.hashes.subarray(0, HASH_BYTES)),
    totalMicro: nodes.micro[0] as bigint,
    leaves: (nodes.count + 1) / 2,
    ...findOwn(nodes, nonce),
  };
}
