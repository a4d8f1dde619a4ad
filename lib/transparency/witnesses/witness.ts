/** A witness of public logs by c2sp.org/tlog-witness: it signs a checkpoint only where it continues the one before. */
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWholeFile } from "@/lib/platform/whole-file";
import { fromBase64, wholeNumber } from "../log/bytes";
import { type Checkpoint, checkpointIn, parseCheckpoint } from "../log/checkpoint";
import { checkConsistency, emptyRoot, type Hash } from "../log/merkle";
import { cosignatureLine, NoteError, openNote, parseVerifier, type Signer } from "../log/note";

/** A log that the witness knows: the key that it is trusted by, and what was signed last. */
type Known = { key: string; note: string | null };
export type Verdict = { status: 200 | 400 | 403 | 404 | 409 | 422; text: string };

const NOTHING = (): Omit<Checkpoint, "origin"> => ({ size: 0, root: emptyRoot() });

/** What the lines of a request to add-checkpoint say, or null where it is none. */
function parseRequest(body: string): { old: number; proof: Hash[]; note: string } | null {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(0, end)).split("\n");
  const old = wholeNumber(/^old (\d+)$/.exec(first)?.[1] ?? "");
  const proof = lines.map(fromBase64);
  if (old === null || proof.length > 63 || proof.some((hash) => hash?.length !== 32)) return null;
  return { old, proof: proof as Hash[], note: body.slice(end + 2) };
}

export class Witness {
  private turn: Promise<unknown> = Promise.resolve();

  /** @param folder where it keeps what it signed: without that it would sign a second history */
  constructor(
    private readonly folder: string,
    private readonly signer: Signer,
  ) {}

  private fileOf(origin: string): string {
    return join(this.folder, `${createHash("sha256").update(origin).digest("hex")}.json`);
  }

  /** What it knows of a log; null where it was never told to trust one of this name. */
  async known(origin: string): Promise<Known | null> {
    try {
      return JSON.parse(await readFile(this.fileOf(origin), "utf8")) as Known;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /** Trusts a log by its verifier key from now on. What was signed before stays. */
  async trust(key: string): Promise<void> {
    const { name } = parseVerifier(key);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.keep(name, { key, note: (await this.known(name))?.note ?? null });
  }

  private keep(origin: string, known: Known): Promise<void> {
    return writeWholeFile(this.fileOf(origin), JSON.stringify(known));
  }

  /** The newest checkpoint that it signed; of nothing where it signed none. */
  async lastSeen(origin: string): Promise<Omit<Checkpoint, "origin">> {
    const known = await this.known(origin);
    if (!known?.note) return NOTHING();
    return checkpointIn(known.note);
  }

  /** Answers a request to add-checkpoint, one at a time: two at once could make it go back. */
  addCheckpoint(body: string): Promise<Verdict> {
    const own = this.turn.then(() => this.judge(body));
    this.turn = own.catch(() => undefined);
    return own;
  }

  private async judge(body: string): Promise<Verdict> {
    const request = parseRequest(body);
    if (!request) return { status: 400, text: "This is no request to add a checkpoint.\n" };
    const { old, proof, note } = request;
    const known = await this.known(note.split("\n", 1)[0] ?? "");
    if (!known) return { status: 404, text: "This witness does not know the log.\n" };
    let text: string;
    let next: Checkpoint;
    try {
      ({ text } = openNote(note, [parseVerifier(known.key)]));
      next = parseCheckpoint(text);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      return { status: 403, text: `${error.message}\n` };
    }
    if (old > next.size) return { status: 400, text: "The old size is more than the new one.\n" };
    const last = await this.lastSeen(next.origin);
    if (old !== last.size) return { status: 409, text: `${last.size}\n` };
    if (!checkConsistency(proof, last, next)) {
      return { status: 422, text: "The checkpoint does not continue the one before.\n" };
    }
    const line = cosignatureLine(text, this.signer, BigInt(Math.floor(Date.now() / 1000)));
    await this.keep(next.origin, { ...known, note: note + line });
    return { status: 200, text: line };
  }
}
