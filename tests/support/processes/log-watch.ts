import { setTimeout as delay } from "node:timers/promises";
import { type Checkpoint, checkpointIn } from "@/lib/transparency/log/checkpoint";
import { checkConsistency, consistencyProof } from "@/lib/transparency/log/merkle";
import { openNote, parseVerifier } from "@/lib/transparency/log/note";
import { tilePath, tileReader } from "@/lib/transparency/log/tiles";
import { until } from "@/tests/support/poll";
import { program } from "@/tests/support/program";
import { freePort, newDataDir } from "./app-process";
import { Command } from "./commands";

const LOOK_EVERY_MS = 200;

/** `npm run witness` in a process of its own, which comes back to what it had seen. */
export class WitnessProcess {
  private process: Command | undefined;
  private said = "";

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async create(): Promise<WitnessProcess> {
    return new WitnessProcess(await freePort(), newDataDir());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** All that it has said, in all its lives. */
  get output(): string {
    return this.said + (this.process?.output ?? "");
  }

  /** The verifier key of its signatures. */
  get key(): string {
    return /The witness's key: (\S+)/.exec(this.output)?.[1] ?? "";
  }

  async start(site: string): Promise<void> {
    this.process = new Command([program("scripts/witness.ts"), site], {
      WITNESS_PORT: String(this.port),
      WITNESS_DIR: this.folder,
      WITNESS_NAME: "witness.test",
    });
    await this.process.says(/entries of /);
  }

  async kill(): Promise<void> {
    await this.process?.stop("SIGKILL");
    this.said = this.output;
    this.process = undefined;
  }
}

async function read(site: string, path: string): Promise<Uint8Array> {
  const answer = await fetch(`${site}/log/${path}`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`/log/${path} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const readText = async (site: string, path: string) =>
  new TextDecoder().decode(await read(site, path));

/** Keeps every checkpoint that any of the instances of a site serves. */
export class LogWatch {
  /** By size and root: more than one of a size would be two histories. */
  private readonly seen = new Map<string, string>();
  private isOver = false;
  private readonly looking: Promise<unknown>;

  constructor(sites: string[]) {
    this.looking = Promise.all(sites.map((site) => this.lookAt(site)));
  }

  private async lookAt(site: string): Promise<void> {
    while (!this.isOver) {
      // One that is being killed answers nothing.
      const note = await readText(site, "checkpoint").catch(() => null);
      if (note) this.keep(note);
      await delay(LOOK_EVERY_MS);
    }
  }

  private keep(note: string): void {
    const key = note.split("\n\n", 1)[0] ?? "";
    const longest = this.seen.get(key) ?? "";
    // The same checkpoint once more has the signatures that came meanwhile.
    if (note.length > longest.length) this.seen.set(key, note);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.looking;
  }

  /** How many checkpoints were seen, and how many of them with the signature of this witness. */
  count(witness: string): { checkpoints: number; cosigned: number } {
    const key = parseVerifier(witness);
    const isSigned = (note: string) =>
      note.split("\n").some((line) => line.startsWith(`— ${key.name} `));
    const notes = [...this.seen.values()];
    return { checkpoints: notes.length, cosigned: notes.filter(isSigned).length };
  }

  /**
   * Waits for a checkpoint that the witness signed and that is no shorter than any that was seen, and holds all of
   * them against it.
   * @returns those that it does not continue
   */
  async contradictions(site: string, witness: string): Promise<Checkpoint[]> {
    const all = [...this.seen.values()].map(checkpointIn);
    const longest = Math.max(...all.map(({ size }) => size));
    const last = await until("the witness has signed what was seen last", async () => {
      const keys = [(await readText(site, "key")).trim(), witness].map(parseVerifier);
      const { text, signedBy } = openNote(await readText(site, "checkpoint"), keys);
      const checkpoint = checkpointIn(`${text}\n`);
      return signedBy.length === 2 && checkpoint.size >= longest ? checkpoint : null;
    });
    const hashes = tileReader(last.size, (tile) => read(site, tilePath(tile)));
    const contrary: Checkpoint[] = [];
    for (const one of all) {
      const proof = await consistencyProof(one.size, last.size, hashes);
      if (!checkConsistency(proof, one, last)) contrary.push(one);
    }
    return contrary;
  }
}
