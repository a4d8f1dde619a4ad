/**
 * A browser as a witness of its own: it holds the log that it is shown against the one that it has seen. Nothing here
 * fetches or keeps; docs/decisions/security/transparency.md.
 */
import { fromBase64, sameBytes } from "../log/bytes";
import { type Checkpoint, checkpointIn, parseCheckpoint } from "../log/checkpoint";
import {
  checkConsistency,
  consistencyProof,
  emptyRoot,
  rootHash,
  type TreeHead,
} from "../log/merkle";
import { NoteError, openNote, parseVerifier } from "../log/note";
import { announcedKey, Contradiction, readEntries } from "../log/reading";
import { type Tile, tileReader } from "../log/tiles";
import type { SeenLog } from "./seen-schema";

/** What a browser keeps: the key that it saw first, and the newest checkpoint that it has checked. */
export type Kept = { key: string; note: string; at: number };

/**
 * What is wrong with the log. `shorter`: entries are gone. `changed`: what stood in it is another. `key`: another key signed
 * it, or none. `unreadable`: what the site hands out does not lead to what it signed. `anew`: it has another name, and does
 * not continue the one of before.
 */
export type Wrong = "shorter" | "changed" | "key" | "unreadable" | "anew";

export type Alarm = {
  wrong: Wrong;
  /** What this browser was shown before, and what it is shown now. */
  before: string;
  now: string;
};

/** How the log is read. Null where the site says that it has no such thing; it throws where there is no answer. */
export type LogSource = {
  text: (name: "checkpoint" | "key") => Promise<string | null>;
  tile: (tile: Tile) => Promise<Uint8Array | null>;
};

export type Look = { kept: Kept | null; checked: SeenLog[]; alarm: Alarm | null };

const nothing = (): TreeHead => ({ size: 0, root: emptyRoot() });
const seenText = ({ size, root }: SeenLog) => `${size}\n${root}\n`;

/** What a key signed, or null where it did not. */
function signedBy(key: string, note: string): Checkpoint | null {
  try {
    const verifier = parseVerifier(key);
    const checkpoint = parseCheckpoint(openNote(note, [verifier]).text);
    return checkpoint.origin === verifier.name ? checkpoint : null;
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}

/** The log under one checkpoint, out of its tiles. */
function logUnder(head: TreeHead, source: LogSource) {
  const load = async (tile: Tile) => {
    const bytes = await source.tile(tile);
    if (!bytes) throw new Contradiction("a tile is missing");
    return bytes;
  };
  const read = tileReader(head.size, load);
  return {
    isWhole: async () => sameBytes(await rootHash(head.size, read), head.root),
    continues: async (before: TreeHead) =>
      checkConsistency(await consistencyProof(before.size, head.size, read), before, head),
    entriesFrom: (from: number) => readEntries({ from, to: head.size }, load, read),
  };
}

type Log = ReturnType<typeof logUnder>;

/** Whether the key that was trusted announced the one that signs now, in entries that came since. */
async function isAnnounced(log: Log, from: number, keys: { trusted: string; now: string }) {
  const entries = await log.entriesFrom(from);
  const passed = new Set<string>();
  let key: string | null = keys.trusted;
  while (key && key !== keys.now && !passed.has(key)) {
    passed.add(key);
    key = announcedKey(entries, key);
  }
  return key === keys.now;
}

/** The first of what was seen that the log does not continue. What is larger than the log is left for later. */
async function contradicted(log: Log, seen: readonly SeenLog[], size: number) {
  for (const one of seen) {
    if (one.size > size) continue;
    const root = fromBase64(one.root);
    if (!root || !(await log.continues({ size: one.size, root }))) return one;
  }
  return null;
}

/**
 * Looks at the log once.
 * @param kept what was kept at the last look; null at the first, which trusts the key that the site names
 * @param seen checkpoints that answers to orders named
 * @param now epoch milliseconds
 * @returns what to keep from now on, which of `seen` were checked, and what is wrong
 * @throws Error where the site does not answer
 */
export async function lookAtLog(
  { kept, seen, now }: { kept: Kept | null; seen: readonly SeenLog[]; now: number },
  source: LogSource,
): Promise<Look> {
  const wrong = (reason: Wrong, before: string, shown: string): Look => ({
    kept,
    checked: [],
    alarm: { wrong: reason, before, now: shown },
  });
  const [note, key] = [await source.text("checkpoint"), (await source.text("key"))?.trim()];
  const largest = seen.reduce<SeenLog | null>(
    (most, one) => (one.size > (most?.size ?? 0) ? one : most),
    null,
  );
  const before = kept?.note ?? (largest ? seenText(largest) : "");
  if (!note || !key) {
    // A site whose log has not begun yet has shown nothing before.
    return before ? wrong("shorter", before, "") : { kept, checked: [], alarm: null };
  }
  const head = signedBy(kept?.key ?? key, note) ?? signedBy(key, note);
  if (!head) return wrong("key", before, note);
  const last = kept ? checkpointIn(kept.note) : nothing();
  // Whatever else is wrong with a log of another name follows from that.
  const isRenamed = kept !== null && checkpointIn(kept.note).origin !== head.origin;
  const broken = (reason: Wrong, shown = before) =>
    isRenamed ? wrong("anew", before, note) : wrong(reason, shown, note);
  if (head.size < last.size) return broken("shorter");
  if (largest && head.size < largest.size) return broken("shorter", seenText(largest));
  const log = logUnder(head, source);
  try {
    if (!(await log.isWhole())) return wrong("unreadable", before, note);
    if (!(await log.continues(last))) return broken("changed");
    const other = await contradicted(log, seen, head.size);
    if (other) return broken("changed", seenText(other));
    const trusted = kept?.key ?? key;
    const isKnown = trusted === key || (await isAnnounced(log, last.size, { trusted, now: key }));
    if (!isKnown) return broken("key");
  } catch (error) {
    // A tile that is not as wide as the log says, an entry that is no JSON.
    const isOfLog = [Contradiction, RangeError, SyntaxError].some((kind) => error instanceof kind);
    if (!isOfLog) throw error;
    return wrong("unreadable", before, note);
  }
  return { kept: { key, note, at: now }, checked: [...seen], alarm: null };
}
