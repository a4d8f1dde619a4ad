import { concat, toBase64, utf8 } from "@/lib/transparency/log/bytes";
import { checkpointText } from "@/lib/transparency/log/checkpoint";
import { leafHash, rootHash, subtreeHash } from "@/lib/transparency/log/merkle";
import { type Signer, signNote, verifierOf, verifierText } from "@/lib/transparency/log/note";
import { encodeBundle, TILE_WIDTH, type Tile } from "@/lib/transparency/log/tiles";

export const keyOf = (signer: Signer): string => verifierText(verifierOf(signer));

/** A log of these entries, as a site with this key shows it. */
export async function shownLog(entries: readonly string[], signer: Signer) {
  const leaves = entries.map((entry) => leafHash(utf8(entry)));
  const hashAt = (level: number, index: number) =>
    subtreeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
  const root = await rootHash(entries.length, hashAt);
  const text = checkpointText({ origin: signer.name, size: entries.length, root });
  return {
    key: keyOf(signer),
    checkpoint: signNote(text, [signer]),
    seen: { size: entries.length, root: toBase64(root) },
    tile: async ({ level, index, width }: Tile): Promise<Uint8Array> => {
      const places = Array.from({ length: width }, (_, n) => index * TILE_WIDTH + n);
      if (level === "entries") return encodeBundle(places.map((n) => utf8(entries[n] as string)));
      return concat(...places.map((n) => hashAt(level * 8, n)));
    },
  };
}
