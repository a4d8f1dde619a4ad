/** Tiles and bundles of entries by c2sp.org/tlog-tiles: 256 hashes wide, or entries. */
import { concat } from "./bytes";
import { HASH_BYTES, type Hash, type HashReader, nodeHash, subtreeHash } from "./merkle";

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
export const MAX_ENTRY_BYTES = 65_535;

/** A tile of hashes by its level, or a bundle of entries. */
export type Tile = { level: number | "entries"; index: number; width: number };

/** How many hashes the tiles of a level hold where the tree has `size` entries. */
export const hashesAt = (level: number, size: number): number =>
  Math.floor(size / TILE_WIDTH ** level);

/** Where a tile is found, behind the prefix of its log: "tile/0/x001/067" or "tile/0/x001/067.p/8". */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0");
  const parts = digits.match(/\d{3}/g) ?? [];
  const place = parts.map((part, n) => (n < parts.length - 1 ? `x${part}` : part)).join("/");
  return `tile/${level}/${place}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** The tile that a path names, or null where it names none in the one way that there is. */
export function parseTilePath(path: string): Tile | null {
  const [, level = "", place = "", width] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const tile: Tile = {
    level: level === "entries" ? level : Number(level),
    index: Number(place.replace(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const isSound = (tile.level === "entries" || tile.level < 64) && Number.isSafeInteger(tile.index);
  const isNamedSo = level !== "" && tile.width >= 1 && tilePath(tile) === path;
  return isSound && isNamedSo ? tile : null;
}

/** The bytes of a bundle. @throws RangeError for an entry of more than 65,535 bytes */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concat(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new RangeError("an entry is too long");
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );
}

/** The entries of a bundle, or null where its lengths do not fit its bytes. */
export function decodeBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at] as number) * 256 + (bytes[at + 1] ?? Number.NaN);
    if (!(end <= bytes.length)) return null;
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return entries;
}

/** The hashes of a tile. */
export const hashesOf = (tile: Uint8Array): Hash[] =>
  Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_, n) =>
    tile.slice(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );

/**
 * Reads hashes of a tree of `size` entries out of its tiles, each of which is loaded once.
 * @param load fetches a tile of hashes
 * @throws RangeError for a hash that the tiles of that size do not have
 */
export function tileReader(
  size: number,
  load: (tile: Tile & { level: number }) => Promise<Uint8Array>,
): HashReader {
  const loaded = new Map<string, Promise<Hash[]>>();
  return async (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const count = 2 ** (level % TILE_HEIGHT);
    const tileIndex = Math.floor((index * count) / TILE_WIDTH);
    const start = (index * count) % TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, hashesAt(tileLevel, size) - tileIndex * TILE_WIDTH);
    if (start + count > width) throw new RangeError(`a tree of ${size} has no such hash`);
    const tile = { level: tileLevel, index: tileIndex, width };
    const key = tilePath(tile);
    const hashes = loaded.get(key) ?? load(tile).then(hashesOf);
    loaded.set(key, hashes);
    const all = await hashes;
    if (all.length !== width) throw new RangeError(`${key} has not the width that it names`);
    return subtreeHash(all.slice(start, start + count));
  };
}

/** A hash that came into a tile of a level above the entries. */
export type NewHash = { level: number; index: number; hash: Hash };

/** Adds a hash to a level's complete subtrees, of which `width` hashes are after it: the largest first, no two of one size. */
function grow(peaks: Hash[], hash: Hash, width: number): void {
  let right = hash;
  for (let left = width; left % 2 === 0; left /= 2) right = nodeHash(peaks.pop() as Hash, right);
  peaks.push(right);
}

/**
 * The right edge of a tree that grows: of each level the last tile, as long as it is not full, as the complete subtrees
 * that it consists of.
 */
export class Edge {
  private readonly peaks: Hash[][] = [];

  /** @param tiles of each level, from the entries' hashes up */
  constructor(
    private count: number,
    tiles: readonly (readonly Hash[])[],
  ) {
    for (const tile of tiles) {
      const peaks: Hash[] = [];
      for (const [n, hash] of tile.entries()) grow(peaks, hash, n + 1);
      this.peaks.push(peaks);
    }
  }

  get size(): number {
    return this.count;
  }

  /** Adds an entry by its hash. @returns what came into the levels above, lowest first */
  add(leaf: Hash): NewHash[] {
    const above: NewHash[] = [];
    let hash = leaf;
    this.count += 1;
    for (let level = 0; ; level += 1) {
      const peaks = this.peaks[level] ?? [];
      this.peaks[level] = peaks;
      const index = hashesAt(level, this.count) - 1;
      if (level > 0) above.push({ level, index, hash });
      const width = (index % TILE_WIDTH) + 1;
      grow(peaks, hash, width);
      if (width < TILE_WIDTH) return above;
      hash = peaks.pop() as Hash;
    }
  }

  /** The tree's root. @throws RangeError for a tree without entries */
  root(): Hash {
    const peaks = this.peaks.toReversed().flat();
    return peaks.reduceRight((right, peak) => nodeHash(peak, right));
  }
}
