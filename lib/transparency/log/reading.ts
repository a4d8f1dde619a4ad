/** What whoever follows a log reads of it beside its checkpoints. */
import { sameBytes } from "./bytes";
import { type HashReader, leafHash } from "./merkle";
import { NoteError, openNote, parseVerifier } from "./note";
import { decodeBundle, TILE_WIDTH, type Tile, tilePath } from "./tiles";

/** Something about a log that its operator has to explain. */
export class Contradiction extends Error {}

/**
 * The entries from one to another, each compared with its hash in the tree.
 * @param load fetches a bundle
 * @throws Contradiction for entries that are not the ones in the tree
 */
export async function readEntries(
  { from, to }: { from: number; to: number },
  load: (bundle: Tile) => Promise<Uint8Array>,
  read: HashReader,
): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index += 1) {
    const width = Math.min(TILE_WIDTH, to - index * TILE_WIDTH);
    const bundle: Tile = { level: "entries", index, width };
    const entries = decodeBundle(await load(bundle));
    if (entries?.length !== width) {
      throw new Contradiction(`${tilePath(bundle)} is no bundle of ${width}`);
    }
    for (const [n, entry] of entries.entries()) {
      const at = index * TILE_WIDTH + n;
      if (!sameBytes(leafHash(entry), await read(0, at))) {
        throw new Contradiction(`entry ${at} is not the one in the tree`);
      }
      if (at >= from) found.push(entry);
    }
  }
  return found;
}

/** The key that one announced to take its place, by an entry of the log; null where none did. */
export function announcedKey(entries: readonly Uint8Array[], trusted: string): string | null {
  for (const entry of entries) {
    const { kind, announced } = JSON.parse(new TextDecoder().decode(entry)) as Record<
      string,
      unknown
    >;
    if (kind !== "key" || typeof announced !== "string") continue;
    try {
      return openNote(announced, [parseVerifier(trusted)]).text.trim();
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
    }
  }
  return null;
}
