/** Writes a log as long as that of years: its files where uploads live, its rows for COPY. */
import { hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { concat, utf8 } from "@/lib/transparency/log/bytes";
import { canonicalJson } from "@/lib/transparency/log/canonical";
import { checkpointText } from "@/lib/transparency/log/checkpoint";
import type { Hash } from "@/lib/transparency/log/merkle";
import { signNote, verifierOf, verifierText } from "@/lib/transparency/log/note";
import { Edge, encodeBundle, TILE_WIDTH, type Tile, tilePath } from "@/lib/transparency/log/tiles";
import { serveHelper } from "./children";
import { type Cost, costOf } from "./cost";

/** Adds so many entries, whose rows are written to a file each for COPY into log_entry and log_node. */
export type FillMessage =
  | { do: "fill"; count: number; folder: string; entries: string; nodes: string }
  | { do: "sign"; origin: string; seed: string };
export type Filled = { cost: Cost; entryBytes: number };
export type SignedHead = { key: string; root: string; note: string; size: number };

/** Bundles that are compressed and written at the same time. */
const AT_ONCE = 8;

const zipped = promisify(gzip);
const edge = new Edge(0, []);
/** By level the hashes of a tile that is not full yet. */
const open: Hash[][] = [];

/** A tick as three exchanges make it, as the text around what differs. */
const TICK = canonicalJson({
  v: 1,
  kind: "tick",
  at: "#time",
  knownAt: "#time",
  seq: "#seq",
  price: "#price",
  bid: "#price",
  ask: "#price",
  simulated: false,
  contested: false,
  sources: ["binance", "bybit", "okx"].map((source) => ({
    source,
    bid: "#price",
    ask: "#price",
    receivedAt: "#time",
  })),
}).split(/#(\w+)/);
const START = Date.UTC(2026, 0, 1);

function tick(seq: number): string {
  const at = `${new Date(START + seq * 1_000).toISOString().slice(0, -1)}000Z`;
  let text = TICK[0] ?? "";
  for (let n = 1; n < TICK.length; n += 2) {
    const what = TICK[n];
    const cents = 400_000 + ((seq * 7_919 + n * 31) % 100_000);
    text += what === "time" ? at : what === "seq" ? String(seq) : String(cents / 100);
    text += TICK[n + 1];
  }
  return text;
}

const folders = new Map<string, Promise<unknown>>();

async function put(folder: string, tile: Tile, bytes: Uint8Array): Promise<void> {
  const file = join(folder, tilePath(tile));
  const parent = dirname(file);
  const made = folders.get(parent) ?? mkdir(parent, { recursive: true });
  folders.set(parent, made);
  await made;
  await writeFile(file, bytes);
}

const LEAF = Uint8Array.of(0);
/** As leafHash makes it, in a third of the time. A proof shows later whether it is. */
const leafOf = (entry: Uint8Array): Hash => hash("sha256", concat(LEAF, entry), "buffer");

/** One full bundle, or what is left: entries, their tile, and the tiles above that became full. */
function add(folder: string, texts: string[], nodes: (line: string) => void): Promise<unknown> {
  const entries = texts.map(utf8);
  const index = Math.floor(edge.size / TILE_WIDTH);
  const leaves = entries.map(leafOf);
  const isFull = entries.length === TILE_WIDTH;
  const writes: Promise<void>[] = [];
  for (const leaf of leaves) {
    for (const { level, index, hash } of edge.add(leaf)) {
      nodes(`${level}\t${index}\t\\\\x${Buffer.from(hash).toString("hex")}\n`);
      const tile = open[level] ?? [];
      open[level] = tile;
      tile.push(hash);
      if (tile.length < TILE_WIDTH) continue;
      const whole = { level, index: Math.floor(index / TILE_WIDTH), width: TILE_WIDTH };
      writes.push(put(folder, whole, concat(...tile)));
      open[level] = [];
    }
  }
  if (isFull) {
    writes.push(put(folder, { level: 0, index, width: TILE_WIDTH }, concat(...leaves)));
    const place: Tile = { level: "entries", index, width: TILE_WIDTH };
    writes.push(zipped(encodeBundle(entries)).then((bundle) => put(folder, place, bundle)));
  }
  return Promise.all(writes);
}

async function fill({ count, folder, ...files }: Extract<FillMessage, { do: "fill" }>) {
  const [rows, nodes] = [createWriteStream(files.entries), createWriteStream(files.nodes)];
  const writing: Promise<unknown>[] = [];
  let entryBytes = 0;
  const end = edge.size + count;
  while (edge.size < end) {
    const from = edge.size;
    const width = Math.min(TILE_WIDTH - (from % TILE_WIDTH), end - from);
    if (width < TILE_WIDTH && end - from >= TILE_WIDTH)
      throw new RangeError("not from a bundle on");
    const texts = Array.from({ length: width }, (_, n) => tick(from + n));
    let lines = "";
    for (const [n, text] of texts.entries()) {
      lines += `${from + n}\ttick\t${from + n}\t${text}\n`;
      entryBytes += text.length;
    }
    if (!rows.write(lines))
      await new Promise<void>((resolve) => rows.once("drain", () => resolve()));
    // Others compress and write meanwhile.
    writing.push(add(folder, texts, (line) => nodes.write(line)));
    if (writing.length >= AT_ONCE) await writing.shift();
  }
  await Promise.all(writing);
  await Promise.all(
    [rows, nodes].map((file) => new Promise<void>((done) => file.end(() => done()))),
  );
  return entryBytes;
}

serveHelper<FillMessage>(async (message) => {
  if (message.do === "fill") {
    const { value, cost } = await costOf(() => fill(message));
    return { cost, entryBytes: value } satisfies Filled;
  }
  const { origin, seed } = message;
  const signer = { name: origin, seed: new Uint8Array(Buffer.from(seed, "base64url")) };
  const { size } = edge;
  const root = edge.root();
  return {
    size,
    key: verifierText(verifierOf(signer)),
    root: Buffer.from(root).toString("hex"),
    note: signNote(checkpointText({ origin, size, root }), [signer]),
  } satisfies SignedHead;
});
