/** Signed notes and keys by c2sp.org/signed-note, cosignatures by c2sp.org/tlog-cosignature. Ed25519 only. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { concat, fromBase64, sameBytes, toBase64, utf8 } from "./bytes";
import { publicKeyOf, signWith } from "./ed25519";
import { sha256 } from "./sha256";

const KEY_BYTES = 32;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const MAX_SIGNATURES = 100;
/** What a signature is over: the note, or what a witness says about a checkpoint at a time. */
export const SIGNATURE = 1;
export const COSIGNATURE = 4;
type SignatureType = typeof SIGNATURE | typeof COSIGNATURE;

export type VerifierKey = { name: string; type: SignatureType; key: Uint8Array };
/** Who signs: the name, and the secret 32 bytes that the key follows from. */
export type Signer = { name: string; seed: Uint8Array };

/** A note or a key that is not written as it has to be, or not signed as it says. */
export class NoteError extends Error {}

const NAME = /^[^\s+\p{Z}\p{Cc}]+$/u;

/** Whether a text can be the name of a key. */
export const isKeyName = (name: string): boolean => NAME.test(name);

const keyId = ({ name, type, key }: VerifierKey): Uint8Array =>
  sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), key)).slice(0, ID_BYTES);

/** The key that checks what a signer signs. */
export const verifierOf = (
  { name, seed }: Signer,
  type: SignatureType = SIGNATURE,
): VerifierKey => ({
  name,
  type,
  key: publicKeyOf(seed),
});

/** A key as a line of text: `name+id+key`. */
export const verifierText = (key: VerifierKey): string =>
  `${key.name}+${bytesToHex(keyId(key))}+${toBase64(concat(Uint8Array.of(key.type), key.key))}`;

/** The key that a line of text says. @throws NoteError where it says none */
export function parseVerifier(text: string): VerifierKey {
  const [, name = "", id, encoded = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const type = bytes?.[0];
  const isKnown = type === SIGNATURE || type === COSIGNATURE;
  if (!bytes || !isKnown || bytes.length !== KEY_BYTES + 1 || !isKeyName(name)) {
    throw new NoteError("this is no verifier key of Ed25519");
  }
  const key: VerifierKey = { name, type, key: bytes.slice(1) };
  if (bytesToHex(keyId(key)) !== id) throw new NoteError(`the key of ${name} does not have its id`);
  return key;
}

const line = (key: VerifierKey, signature: Uint8Array) =>
  `— ${key.name} ${toBase64(concat(keyId(key), signature))}\n`;

/** A text, which ends in a newline, with a signature of each signer. @throws NoteError for a text that can't be one */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!isNoteText(text)) throw new NoteError("this can't be the text of a note");
  const lines = signers.map((signer) =>
    line(verifierOf(signer), signWith(signer.seed, utf8(text))),
  );
  return `${text}\n${lines.join("")}`;
}

const cosigned = (text: string, seconds: bigint) =>
  utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

/** The line with which a witness says that a checkpoint continues what it saw before. */
export function cosignatureLine(text: string, witness: Signer, seconds: bigint): string {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, seconds);
  const signature = signWith(witness.seed, cosigned(text, seconds));
  return line(verifierOf(witness, COSIGNATURE), concat(time, signature));
}

/** Newlines are the only control characters, the last character is one, and no half of a character stands alone. */
const isNoteText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  text.endsWith("\n") && !/[\0-\x09\x0b-\x1f]/.test(text) && !/\p{Surrogate}/u.test(text);

type SignatureLine = { name: string; id: Uint8Array; signature: Uint8Array };

function parseLine(text: string): SignatureLine {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || !bytes || bytes.length <= ID_BYTES) {
    throw new NoteError("a line of signature is not written as one");
  }
  return { name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) };
}

function isSigned(text: string, { type, key }: VerifierKey, signature: Uint8Array): boolean {
  const time = type === COSIGNATURE ? signature.slice(0, TIME_BYTES) : new Uint8Array();
  if (type === COSIGNATURE && time.length < TIME_BYTES) return false;
  const message =
    type === COSIGNATURE ? cosigned(text, new DataView(time.buffer).getBigUint64(0)) : utf8(text);
  try {
    return ed25519.verify(signature.slice(time.length), message, key, { zip215: false });
  } catch {
    return false;
  }
}

/**
 * Takes a note apart and checks what those sign whose keys are known. Signatures of others count for nothing.
 * @returns its text, and which of the keys signed it
 * @throws NoteError where it is no note, a known key's signature is wrong, or none of them signed it
 */
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): { text: string; signedBy: VerifierKey[] } {
  const end = note.lastIndexOf("\n\n") + 1;
  const [text, rest] = [note.slice(0, end), note.slice(end + 1)];
  if (end === 0 || !isNoteText(text) || !isNoteText(rest))
    throw new NoteError("this is no signed note");
  const lines = rest.slice(0, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw new NoteError("a note has too many signatures");
  const signedBy = new Set<VerifierKey>();
  for (const { name, id, signature } of lines.map(parseLine)) {
    const key = keys.find((one) => one.name === name && sameBytes(keyId(one), id));
    if (!key) continue;
    if (!isSigned(text, key, signature)) throw new NoteError(`the signature of ${name} is wrong`);
    signedBy.add(key);
  }
  if (signedBy.size === 0) throw new NoteError("no known key signed this note");
  return { text, signedBy: [...signedBy] };
}

const MAX_COSIGNATURES = 4;

/**
 * What witnesses say in lines of cosignatures: who, and when (epoch seconds). Nothing is checked: whose keys they are is
 * for readers to know.
 * @throws NoteError where it is none
 */
export function cosignersIn(lines: string): { name: string; seconds: bigint }[] {
  if (!lines.endsWith("\n")) throw new NoteError("these are no lines of signatures");
  return lines
    .slice(0, -1)
    .split("\n")
    .map(parseLine)
    .map(({ name, signature }) => {
      if (signature.length < TIME_BYTES) throw new NoteError("this is no cosignature");
      const time = new DataView(signature.buffer, signature.byteOffset);
      return { name, seconds: time.getBigUint64(0) };
    });
}

/** The lines that a witness answered with, or null where they are no cosignatures of others than the log itself. */
export function cosignatureLines(text: string, own: string): string | null {
  try {
    const signers = cosignersIn(text);
    const isSound = signers.length <= MAX_COSIGNATURES && signers.every(({ name }) => name !== own);
    return isSound ? text : null;
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}

/** The names under a note beside one's own, each once. Nothing is checked: whose keys they are is for readers to know. */
export function witnessesOf(note: string, own: string): string[] {
  const lines = note.slice(note.lastIndexOf("\n\n") + 2).split("\n");
  const names = lines.flatMap((one) => /^— (\S+) \S+$/.exec(one)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== own);
}
