/** What of a proof file holds by itself: that its entries are in the log, and that its records are the ones behind them. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { utf8 } from "@/lib/transparency/log/bytes";
import type { Json } from "@/lib/transparency/log/canonical";
import { checkpointIn } from "@/lib/transparency/log/checkpoint";
import { NoteError, openNote, parseVerifier, type VerifierKey } from "@/lib/transparency/log/note";
import { checkProof, parseProof } from "@/lib/transparency/log/proof-text";
import { saltedTextHash } from "@/lib/transparency/log/salted";
import type { ProofFile, ProofPart } from "@/lib/transparency/receipt/schema";
import type { Steps } from "./steps";

/** An entry that was found in the log. */
export type Found = {
  index: number;
  entry: { readonly [name: string]: Json };
  /** The opened record; null where there is none, or not the one. */
  record: { readonly [name: string]: string | number | boolean | null } | null;
};
export type Evidence = Map<string, Found>;

/** What somebody knows from elsewhere; a file can't vouch for itself. */
export type Trusted = { logKey: string | null; witnesses: readonly string[] };

function parseKeys(steps: Steps, texts: readonly string[], check: string): VerifierKey[] | null {
  try {
    return texts.map(parseVerifier);
  } catch (error) {
    steps.fail(check, "badKey", { detail: (error as Error).message });
    return null;
  }
}

/** Checks each part of the file. What fails is left out, so that nothing is concluded from it. */
export function gather(steps: Steps, file: ProofFile, trusted: Trusted): Evidence {
  const found: Evidence = new Map();
  if (!file.log) {
    steps.fail("key", "noLog");
    return found;
  }
  const [log] = parseKeys(steps, [file.log.key], "key") ?? [];
  if (!log) return found;
  if (trusted.logKey === null) steps.leaveOpen("key", "keyOfTheFile", { key: file.log.key });
  else if (trusted.logKey.trim() === file.log.key) steps.pass("key", { key: file.log.key });
  else {
    steps.fail("key", "otherKey", { key: file.log.key, known: trusted.logKey.trim() });
    return found;
  }
  for (const [name, part] of Object.entries(file.proofs)) {
    if (part === null) {
      const reason = file.missing[name] ?? "none";
      if (reason !== "none") steps.leaveOpen("logged", reason, { part: name });
      continue;
    }
    const inLog = checkLogged(steps, name, part, log);
    if (!inLog) continue;
    const record = part.record === null ? null : checkRecord(steps, name, part, inLog.entry);
    // A record that was changed opens nothing.
    if (part.record === null || record) found.set(name, { ...inLog, record });
  }
  const keys = [...new Set([...file.log.witnesses, ...trusted.witnesses])];
  const witnesses = parseKeys(steps, keys, "cosigned");
  if (witnesses) checkCosigned(steps, file, log, witnesses);
  return found;
}

function checkLogged(steps: Steps, name: string, { entry, proof }: ProofPart, log: VerifierKey) {
  try {
    const { index, size } = checkProof(proof, utf8(entry), { log });
    steps.pass("logged", { part: name, index: String(index), size: String(size) });
    return { index, entry: JSON.parse(entry) as Found["entry"] };
  } catch (error) {
    steps.fail("logged", reasonOf(proof, log), {
      part: name,
      detail: (error as Error).message,
    });
    return null;
  }
}

/** Which part of the check does not hold. */
function reasonOf(proof: string, log: VerifierKey): string {
  try {
    const { checkpoint } = parseProof(proof);
    if (checkpointIn(checkpoint).origin !== log.name) return "otherLog";
    try {
      openNote(checkpoint, [log]);
    } catch {
      return "badSignature";
    }
    return "notInTree";
  } catch {
    return "badProof";
  }
}

function checkRecord(
  steps: Steps,
  name: string,
  { record, salt }: ProofPart,
  entry: Found["entry"],
): Found["record"] {
  const fail = (reason: string) => {
    steps.fail("record", reason, { part: name });
    return null;
  };
  try {
    if (saltedTextHash(hexToBytes(salt ?? ""), record ?? "") !== entry.hash) {
      return fail("otherHash");
    }
    const value = JSON.parse(record ?? "") as NonNullable<Found["record"]>;
    if (value.at !== entry.at) return fail("otherTime");
    steps.pass("record", { part: name });
    return value;
  } catch {
    return fail("unreadable");
  }
}

function checkCosigned(steps: Steps, file: ProofFile, log: VerifierKey, keys: VerifierKey[]): void {
  if (keys.length === 0) {
    steps.leaveOpen("cosigned", "noWitness");
    return;
  }
  for (const witness of keys) {
    const values = { witness: witness.name };
    const notes = Object.entries(file.proofs).flatMap(([part, proof]) =>
      proof ? [{ part, note: noteOf(proof.proof) }] : [],
    );
    const unsigned = notes.find(({ note }) => !isSignedBy(note, log, witness));
    if (unsigned) steps.fail("cosigned", "missingCosignature", { ...values, part: unsigned.part });
    else steps.pass("cosigned", values);
  }
}

function noteOf(proof: string): string {
  try {
    return parseProof(proof).checkpoint;
  } catch {
    return "";
  }
}

function isSignedBy(note: string, log: VerifierKey, witness: VerifierKey): boolean {
  try {
    return openNote(note, [log, witness]).signedBy.includes(witness);
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
}
