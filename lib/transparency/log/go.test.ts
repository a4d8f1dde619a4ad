import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, utf8 } from "./bytes";
import { checkpointText } from "./checkpoint";
import { consistencyProof, type Hash, inclusionProof, leafHash, rootHash } from "./merkle";
import { signNote, verifierOf, verifierText } from "./note";
import { proofText } from "./proof-text";
import { Edge, encodeBundle, hashesAt, TILE_WIDTH, tilePath, tileReader } from "./tiles";

// Where Debian puts Go packages that are built without a network.
const SOURCES = "/usr/share/gocode";
const PROGRAM = join(process.cwd(), "tests/support/transparency/judge.go");

function hasGo(): boolean {
  try {
    execFileSync("go", ["version"]);
  } catch {
    return false;
  }
  return existsSync(join(SOURCES, "src/golang.org/x/mod/sumdb/note"));
}

const SIZE = 600;
const OLDER = 300;
const signer = { name: "example.com/log", seed: new Uint8Array(32).fill(5) };
const key = verifierText(verifierOf(signer));
const entries = Array.from({ length: SIZE }, (_, n) => utf8(`{"entry":"${n}"}`));
const levels: Hash[][] = [entries.map(leafHash)];
const edge = new Edge(0, []);
for (const leaf of levels[0] ?? []) {
  for (const { level, hash } of edge.add(leaf)) {
    levels[level] = [...(levels[level] ?? []), hash];
  }
}
const readAt = (size: number) =>
  tileReader(size, async ({ level, index, width }) => {
    const from = index * TILE_WIDTH;
    return concat(...(levels[level] ?? []).slice(from, from + width));
  });
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

function tilesAt(size: number): Record<string, Uint8Array> {
  const all: Record<string, Uint8Array> = {};
  for (let level = 0; hashesAt(level, size) > 0; level += 1) {
    const count = hashesAt(level, size);
    for (let from = 0; from < count; from += TILE_WIDTH) {
      const width = Math.min(TILE_WIDTH, count - from);
      const tile = { level, index: from / TILE_WIDTH, width };
      all[tilePath(tile)] = concat(...(levels[level] ?? []).slice(from, from + width));
      if (level > 0) continue;
      const bundle = encodeBundle(entries.slice(from, from + width));
      all[tilePath({ ...tile, level: "entries" })] = bundle;
    }
  }
  return all;
}

async function checkpointAt(size: number): Promise<string> {
  const root = await rootHash(size, readAt(size));
  return signNote(checkpointText({ origin: signer.name, size, root }), [signer]);
}

type Claim = {
  Kind: string;
  Key: string;
  Checkpoint?: string;
  Older?: string;
  Index?: number;
  Entry?: string;
  Proof?: string[];
  Tiles?: Record<string, string>;
  Text?: string;
};

/** What is claimed truly, one of each kind. */
async function trueClaims(): Promise<Claim[]> {
  const [checkpoint, older] = await Promise.all([checkpointAt(SIZE), checkpointAt(OLDER)]);
  const index = 513;
  const hashes = await inclusionProof(index, SIZE, readAt(SIZE));
  const entry = encoded(entries[index] as Uint8Array);
  const common = { Key: key, Checkpoint: checkpoint };
  const tiles = Object.entries(tilesAt(SIZE)).map(([path, bytes]) => [path, encoded(bytes)]);
  const consistency = (await consistencyProof(OLDER, SIZE, readAt(SIZE))).map(encoded);
  return [
    { Kind: "checkpoint", ...common },
    { Kind: "inclusion", ...common, Index: index, Entry: entry, Proof: hashes.map(encoded) },
    { Kind: "consistency", ...common, Older: older, Proof: consistency },
    { Kind: "tiles", ...common, Tiles: Object.fromEntries(tiles) },
    { Kind: "text", Key: key, Entry: entry, Text: proofText({ index, hashes, checkpoint }) },
  ];
}

/** The same bytes but for one bit in the middle. */
function flipped(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes.toString("base64");
}

/** Another letter in the middle of a line of base64 or of the size. */
const retold = (text: string, line: number) =>
  text
    .split("\n")
    .map((own, n) =>
      n === line ? own.replace(/.(?=.{2}$)/, (one) => (one === "A" ? "B" : "A")) : own,
    )
    .join("\n");

/** Each claim with each of its parts changed by a byte. */
function falseClaims(claims: Claim[]): Claim[] {
  return claims.flatMap((claim) => {
    const { Checkpoint, Older, Entry, Proof, Tiles, Text } = claim;
    return [
      ...(Checkpoint
        ? [1, 2, 4].map((n) => ({ ...claim, Checkpoint: retold(Checkpoint, n) }))
        : []),
      ...(Older ? [1, 2, 4].map((n) => ({ ...claim, Older: retold(Older, n) })) : []),
      ...(Entry ? [{ ...claim, Entry: flipped(Entry) }] : []),
      ...(Proof ?? []).map((hash, n) => ({
        ...claim,
        Proof: Proof?.with(n, flipped(hash)),
      })),
      ...Object.entries(Tiles ?? {}).map(([path, tile]) => ({
        ...claim,
        Tiles: { ...Tiles, [path]: flipped(tile) },
      })),
      ...(Text
        ? [1, 2, 5, -2].map((n) => ({ ...claim, Text: retold(Text, n < 0 ? lines(Text) + n : n) }))
        : []),
    ];
  });
}

const lines = (text: string) => text.split("\n").length;

if (hasGo()) {
  it("is what Go's own packages take, and they refuse each part with a byte changed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "judge-"));
    try {
      const judge = join(folder, "judge");
      const env = { ...process.env, GO111MODULE: "off", GOPATH: SOURCES, GOFLAGS: "" };
      execFileSync("go", ["build", "-o", judge, PROGRAM], { env });
      const [honest, forged] = [await trueClaims(), falseClaims(await trueClaims())];
      const input = JSON.stringify([...honest, ...forged]);
      const verdicts = JSON.parse(execFileSync(judge, { input, encoding: "utf8" })) as string[];
      expect(verdicts.slice(0, honest.length)).toEqual(honest.map(() => ""));
      const taken = forged.filter((_, n) => verdicts[honest.length + n] === "");
      expect(taken).toEqual([]);
      expect(new Set(forged.map(({ Kind }) => Kind)).size).toBe(honest.length);
      expect(forged.length).toBeGreaterThan(30);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
} else {
  it("is not compared with Go here: golang-go and golang-golang-x-mod-dev are not installed", () => {
    process.stderr.write(
      "Go's judgement of the log is left out: install golang-go, golang-golang-x-mod-dev.\n",
    );
  });
}
