/** The log's tree as the database and the store of files keep it. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Ask, askBy, Prisma, prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/files/storage";
import { sha256 } from "@/lib/platform/security/hash";
import { concat, utf8 } from "./log/bytes";
import { checkpointIn } from "./log/checkpoint";
import { type Hash, textHash } from "./log/merkle";
import { Edge, encodeBundle, hashesAt, TILE_WIDTH, type Tile, tilePath } from "./log/tiles";

const zipped = promisify(gzip);

export type Head = {
  origin: string;
  /** The verifier key. */
  key: string;
  size: number;
  root: Uint8Array;
  note: string;
};

const askAny = askBy(prisma);

/** The columns of a checkpoint, of the table `h`. */
export const HEAD = Prisma.sql`h.origin, h.key, h.size::float8 AS size, h.root, h.note`;

/** The newest checkpoint; null before the log begins. */
export async function readHead(ask = askAny): Promise<Head | null> {
  const [head = null] = await ask<Head>(Prisma.sql`SELECT ${HEAD} FROM log_head h`);
  return head;
}

/** The newest checkpoint with the signatures of witnesses that it has by now; null before the log begins. */
export async function readSignedHead(): Promise<Head | null> {
  const head = await readHead();
  if (!head || env.LOG_WITNESSES.length === 0) return head;
  const signed = await prisma.logWitness.findMany({
    where: { size: BigInt(head.size), root: new Uint8Array(head.root) },
    orderBy: { url: "asc" },
  });
  return { ...head, note: head.note + signed.map(({ lines }) => lines ?? "").join("") };
}

/** As one text, which canonical JSON has no line break in: as in `readRows`. */
async function readEntries(ask: Ask, from: number, count: number): Promise<string[]> {
  const [all] = await ask<{ entries: string | null }>(Prisma.sql`
    SELECT string_agg(entry, E'\n' ORDER BY index) AS entries FROM log_entry
    WHERE index >= ${BigInt(from)} AND index < ${BigInt(from + count)}`);
  return all?.entries?.split("\n") ?? [];
}

async function readHashes(ask: Ask, level: number, from: number, count: number): Promise<Hash[]> {
  if (level === 0) return (await readEntries(ask, from, count)).map(textHash);
  const rows = await ask<{ hash: Hash }>(Prisma.sql`
    SELECT hash FROM log_node WHERE level = ${level}
      AND index >= ${BigInt(from)} AND index < ${BigInt(from + count)} ORDER BY index`);
  return rows.map(({ hash }) => hash);
}

/** The right edge of the tree, to go on from. @throws Error where rows are missing */
export async function loadEdge(ask: Ask, size: number): Promise<Edge> {
  const tiles: Hash[][] = [];
  for (let level = 0; hashesAt(level, size) > 0; level += 1) {
    const count = hashesAt(level, size);
    const width = count % TILE_WIDTH;
    const hashes = await readHashes(ask, level, count - width, width);
    if (hashes.length !== width) throw new Error(`The log's tree lacks hashes of level ${level}`);
    tiles.push(hashes);
  }
  return new Edge(size, tiles);
}

const bundleOf = (entries: readonly string[]) => zipped(encodeBundle(entries.map(utf8)));

/** Bytes of a tile as they are sent: bundles are compressed. */
async function makeTile({ level, index, width }: Tile): Promise<Uint8Array | null> {
  const from = index * TILE_WIDTH;
  if (level === "entries") {
    const entries = await readEntries(askAny, from, width);
    return entries.length === width ? bundleOf(entries) : null;
  }
  const hashes = await readHashes(askAny, level, from, width);
  return hashes.length === width ? concat(...hashes) : null;
}

/** Logs of another name have a folder of their own. */
const placeOf = (origin: string, path: string) =>
  `log/${sha256(origin).toString("hex").slice(0, 32)}/${path}`;

/**
 * Puts a full tile where uploads live, unless it is there.
 * @param make its bytes; null where the database lacks some of them, which nothing is stored for
 */
async function storeTile(
  origin: string,
  tile: Tile,
  make: () => Promise<Uint8Array | null> | Uint8Array,
): Promise<void> {
  const place = placeOf(origin, tilePath(tile));
  if (await storage().get(place)) return;
  const made = await make();
  if (made) await storage().put(place, made, "application/octet-stream");
}

/**
 * Puts 256 entries and the tile of their hashes where uploads live. The database keeps no hashes of entries: they are
 * made of the entries, which are read once for both.
 * @throws Error where rows are missing
 */
async function storeBundle(origin: string, index: number): Promise<void> {
  const entries = await readEntries(askAny, index * TILE_WIDTH, TILE_WIDTH);
  if (entries.length < TILE_WIDTH) throw new Error(`The log lacks entries of bundle ${index}`);
  const tile = { index, width: TILE_WIDTH };
  await storeTile(origin, { ...tile, level: 0 }, () => concat(...entries.map(textHash)));
  await storeTile(origin, { ...tile, level: "entries" }, () => bundleOf(entries));
}

/**
 * A full tile for whoever asks: from where uploads live, else made of the database and put there. The database has
 * all of it, so that a disk that is full or can't be read keeps nobody from checking the log.
 */
async function fullTile(origin: string, tile: Tile): Promise<Uint8Array | null> {
  const place = placeOf(origin, tilePath(tile));
  const kept = await storage()
    .get(place)
    .catch(() => null);
  if (kept) return kept;
  const made = await makeTile(tile);
  if (made) {
    await storage()
      .put(place, made, "application/octet-stream")
      .catch(() => undefined);
  }
  return made;
}

/**
 * The bytes of a tile of the log, a bundle of entries compressed by gzip.
 * @returns null where the tree has no such tile
 */
export async function tileBytes({ origin, size }: Head, tile: Tile): Promise<Uint8Array | null> {
  const level = tile.level === "entries" ? 0 : tile.level;
  if (tile.index * TILE_WIDTH + tile.width > hashesAt(level, size)) return null;
  return tile.width === TILE_WIDTH ? fullTile(origin, tile) : makeTile(tile);
}

/** Puts the tiles that became full between two sizes where uploads live. */
export async function storeFullTiles(origin: string, before: number, after: number): Promise<void> {
  for (let level = 0; hashesAt(level + 1, after) > 0; level += 1) {
    for (let n = hashesAt(level + 1, before); n < hashesAt(level + 1, after); n += 1) {
      const tile = { level, index: n, width: TILE_WIDTH };
      if (level === 0) await storeBundle(origin, n);
      else await storeTile(origin, tile, () => makeTile(tile));
    }
  }
}

const CHECKPOINT = "checkpoint";

/** Keeps a checkpoint beside the tiles: whoever restores an older database can see there how long the log was. */
export async function storeCheckpoint({
  origin,
  note,
}: Pick<Head, "origin" | "note">): Promise<void> {
  await storage().put(placeOf(origin, CHECKPOINT), utf8(note), "text/plain; charset=utf-8");
}

/** How many entries the log of that name had when a checkpoint of it was kept last; 0 where none was. */
export async function publishedSize(origin: string): Promise<number> {
  const note = await storage().get(placeOf(origin, CHECKPOINT));
  return note ? checkpointIn(new TextDecoder().decode(note)).size : 0;
}
