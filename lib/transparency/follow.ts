/** How a witness follows a site that does not ask it: it reads the checkpoint and all that it needs to check it. */
import { sameBytes, toBase64 } from "./log/bytes";
import { parseCheckpoint } from "./log/checkpoint";
import { consistencyProof, rootHash } from "./log/merkle";
import { openNote, parseVerifier } from "./log/note";
import { announcedKey, Contradiction, readEntries } from "./log/reading";
import { type Tile, tilePath, tileReader } from "./log/tiles";
import type { Witness } from "./witnesses/witness";

const PATIENCE_MS = 10_000;

async function fetchBytes(site: string, path: string): Promise<Uint8Array> {
  const answer = await fetch(`${site}/log/${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`${site}/log/${path} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
const fetchText = async (site: string, path: string) =>
  new TextDecoder().decode(await fetchBytes(site, path));

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
  const load = (tile: Tile) => fetchBytes(site, tilePath(tile));
  const read = tileReader(next.size, load);
  if (!sameBytes(await rootHash(next.size, read), next.root)) {
    throw new Contradiction(`its tiles do not lead to the root of its checkpoint\n${note}`);
  }
  // A log that is seen for the first time is taken as it is.
  const entries =
    last.size > 0 ? await readEntries({ from: last.size, to: next.size }, load, read) : [];
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
