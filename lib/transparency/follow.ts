/** How a witness follows a site that does not ask it: it reads the checkpoint and all that it needs to check it. */
import { sameBytes, toBase64 } from "./log/bytes";
import { parseCheckpoint } from "./log/checkpoint";
import { consistencyProof, type HashReader, leafHash, rootHash } from "./log/merkle";
import { NoteError, openNote, parseVerifier } from "./log/note";
import { decodeBundle, TILE_WIDTH, tilePath, tileReader } from "./log/tiles";
import type { Witness } from "./witness";

const PATIENCE_MS = 10_000;

/** Something about a log that its operator has to explain. */
export class Contradiction extends Error {}

async function fetchBytes(site: string, path: string): Promise<Uint8Array> {
  const answer = await fetch(`${site}/log/${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`${site}/log/${path} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
const fetchText = async (site: string, path: string) =>
  new TextDecoder().decode(await fetchBytes(site, path));

/** The entries from one to another, each compared with its hash in the tree. */
async function readEntries(site: string, from: number, to: number, read: HashReader) {
  const found: Uint8Array[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index += 1) {
    const width = Math.min(TILE_WIDTH, to - index * TILE_WIDTH);
    const path = tilePath({ level: "entries", index, width });
    const entries = decodeBundle(await fetchBytes(site, path));
    if (entries?.length !== width) throw new Contradiction(`${path} is no bundle of ${width}`);
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

/** The key that one announced to take its place, by an entry of the log. */
function announcedKey(entries: Uint8Array[], trusted: string): string | null {
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

/**
 * Looks at a site's log once and signs its checkpoint where it continues what was signed before and every new entry can
 * be read. The first look trusts the key that the site names.
 * @returns the log's name and the size that it has seen
 * @throws Contradiction where the log is not the one that it was; Error where it can't be read now
 */
export async function followOnce(
  witness: Witness,
  site: string,
): Promise<{ origin: string; size: number }> {
  const [key, note] = [(await fetchText(site, "key")).trim(), await fetchText(site, "checkpoint")];
  const { name: origin } = parseVerifier(key);
  const known = await witness.known(origin);
  if (!known) await witness.trust(key);
  const next = parseCheckpoint(openNote(note, [parseVerifier(key)]).text);
  const last = await witness.lastSeen(origin);
  if (next.size < last.size) {
    throw new Contradiction(`the log has ${next.size} entries and had ${last.size}`);
  }
  const read = tileReader(next.size, (tile) => fetchBytes(site, tilePath(tile)));
  if (!sameBytes(await rootHash(next.size, read), next.root)) {
    throw new Contradiction(`its tiles do not lead to the root of its checkpoint\n${note}`);
  }
  // A log that is seen for the first time is taken as it is.
  const entries = last.size > 0 ? await readEntries(site, last.size, next.size, read) : [];
  if (known && known.key !== key) {
    if (announcedKey(entries, known.key) !== key) {
      throw new Contradiction(
        `it is signed by ${key} and was by ${known.key}, which did not say so`,
      );
    }
    await witness.trust(key);
  }
  const proof = (await consistencyProof(last.size, next.size, read)).map(
    (hash) => `${toBase64(hash)}\n`,
  );
  const { status, text } = await witness.addCheckpoint(
    `old ${last.size}\n${proof.join("")}\n${note}`,
  );
  if (status === 409) return { origin, size: last.size };
  if (status !== 200) throw new Contradiction(`${text.trim()}\n${known?.note ?? ""}\n${note}`);
  return { origin, size: next.size };
}
