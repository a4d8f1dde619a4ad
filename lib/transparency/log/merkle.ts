/**
 * Merkle trees of RFC 6962 §2.1. Sizes and indexes are numbers up to 2^53. A hash is 32 bytes; the proofs are lists of
 * them in the order of that text.
 */
import { sameBytes } from "./bytes";
import { sha256, sha256OfParts, sha256WithText } from "./sha256";

export type Hash = Uint8Array;
/** The hash over the 2^level entries that begin with entry index · 2^level. */
export type HashReader = (level: number, index: number) => Hash | Promise<Hash>;

export const HASH_BYTES = 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry. */
export const leafHash = (entry: Uint8Array): Hash => sha256OfParts(LEAF, entry);

/** The hash of an entry that is a text. */
export const textHash = (entry: string): Hash => sha256WithText(LEAF, entry);

/** The hash of two hashes that stand beside each other. */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256OfParts(NODE, left, right);

/** The hash of a tree without entries. */
export const emptyRoot = (): Hash => sha256(new Uint8Array());

/** The hash over complete subtrees of one size, of which there are as many as a power of two. */
export function subtreeHash(hashes: readonly Hash[]): Hash {
  const [only] = hashes;
  if (hashes.length === 1 && only) return only;
  const middle = hashes.length / 2;
  return nodeHash(subtreeHash(hashes.slice(0, middle)), subtreeHash(hashes.slice(middle)));
}

/** The largest power of two that is less than `size`, which is two at least. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The hash over the entries from `from`, a multiple of the next power of two, up to `to`. */
async function rangeHash(from: number, to: number, read: HashReader): Promise<Hash> {
  const size = to - from;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return read(level, from / size);
  const middle = from + splitOf(size);
  return nodeHash(await rangeHash(from, middle, read), await rangeHash(middle, to, read));
}

/** The hash of the tree of the first `size` entries. */
export const rootHash = async (size: number, read: HashReader): Promise<Hash> =>
  size === 0 ? emptyRoot() : rangeHash(0, size, read);

/** What shows that the tree of `size` entries has the one with this index. @throws RangeError where it has none */
export async function inclusionProof(
  index: number,
  size: number,
  read: HashReader,
): Promise<Hash[]> {
  if (!(index >= 0 && index < size))
    throw new RangeError(`a tree of ${size} has no entry ${index}`);
  const pathWithin = async (from: number, to: number): Promise<Hash[]> => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...(await pathWithin(from, middle)), await rangeHash(middle, to, read)]
      : [...(await pathWithin(middle, to)), await rangeHash(from, middle, read)];
  };
  return pathWithin(0, size);
}

/** What shows that the tree of `to` entries begins with that of `from`. @throws RangeError where it has fewer */
export async function consistencyProof(
  from: number,
  to: number,
  read: HashReader,
): Promise<Hash[]> {
  if (!(from >= 0 && from <= to)) throw new RangeError(`a tree of ${to} has no ${from} entries`);
  if (from === 0) return [];
  const proofWithin = async (start: number, end: number, isWhole: boolean): Promise<Hash[]> => {
    if (from === end) return isWhole ? [] : [await rangeHash(start, end, read)];
    const middle = start + splitOf(end - start);
    return from <= middle
      ? [...(await proofWithin(start, middle, isWhole)), await rangeHash(middle, end, read)]
      : [...(await proofWithin(middle, end, false)), await rangeHash(start, middle, read)];
  };
  return proofWithin(0, to, true);
}

const half = (value: number) => Math.floor(value / 2);
const isOdd = (value: number) => value % 2 === 1;

/** Whether the proof leads from an entry's hash to the root of the tree. */
export function checkInclusion(
  proof: readonly Hash[],
  { leaf, index, size, root }: { leaf: Hash; index: number; size: number; root: Hash },
): boolean {
  if (!(index >= 0 && index < size)) return false;
  let [own, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(own) || own === last) {
      hash = nodeHash(sibling, hash);
      // Up to where it is a right child: on the right edge there is nothing beside it until then.
      while (!isOdd(own) && own !== 0) [own, last] = [half(own), half(last)];
    } else hash = nodeHash(hash, sibling);
    [own, last] = [half(own), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
}

export type TreeHead = { size: number; root: Hash };

/** Whether the proof shows that the tree `to` begins with the tree `from`. */
export function checkConsistency(proof: readonly Hash[], from: TreeHead, to: TreeHead): boolean {
  if (from.size > to.size) return false;
  if (from.size === 0) return proof.length === 0 && sameBytes(from.root, emptyRoot());
  if (from.size === to.size) return proof.length === 0 && sameBytes(from.root, to.root);
  const isComplete = Number.isInteger(Math.log2(from.size));
  const [first, ...rest] = isComplete ? [from.root, ...proof] : proof;
  if (!first) return false;
  let [own, last] = [from.size - 1, to.size - 1];
  while (isOdd(own)) [own, last] = [half(own), half(last)];
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(own) || own === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (!isOdd(own) && own !== 0) [own, last] = [half(own), half(last)];
    } else newer = nodeHash(newer, sibling);
    [own, last] = [half(own), half(last)];
  }
  return last === 0 && sameBytes(older, from.root) && sameBytes(newer, to.root);
}
