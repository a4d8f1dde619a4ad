import { createHmac } from "node:crypto";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { fromBase64, sameBytes, utf8 } from "./bytes";
import { canonicalJson, type Json } from "./canonical";
import { checkpointText, parseCheckpoint } from "./checkpoint";
import {
  checkConsistency,
  checkInclusion,
  consistencyProof,
  emptyRoot,
  type Hash,
  type HashReader,
  inclusionProof,
  leafHash,
  rootHash,
  subtreeHash,
  textHash,
} from "./merkle";
import {
  COSIGNATURE,
  cosignatureLine,
  cosignersIn,
  openNote,
  parseVerifier,
  signNote,
  verifierOf,
  verifierText,
} from "./note";
import { checkProof, proofText } from "./proof-text";
import { hmacWithText } from "./sha256";
import {
  decodeBundle,
  Edge,
  encodeBundle,
  hashesAt,
  parseTilePath,
  TILE_WIDTH,
  tilePath,
  tileReader,
} from "./tiles";

// The inputs and roots that implementations of RFC 6962 have been compared by since its first one.
const INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"].concat(
  "606162636465666768696a6b6c6d6e6f",
);
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const leafOf = (n: number) => leafHash(utf8(`entry ${n}`));
const readerOver =
  (leaves: Hash[]): HashReader =>
  (level, index) =>
    subtreeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
const leavesOf = (count: number) => Array.from({ length: count }, (_, n) => leafOf(n));
const changed = (bytes: Uint8Array) => bytes.with(0, (bytes[0] as number) ^ 1);
const signer = { name: "example.com/log", seed: new Uint8Array(32).fill(7) };
const witness = { name: "witness.example/w1", seed: new Uint8Array(32).fill(9) };

it("hashes trees as RFC 6962 says", async () => {
  const leaves = INPUTS.map((hex) => leafHash(hexToBytes(hex)));
  const roots = ROOTS.map((_, size) => rootHash(size, readerOver(leaves)));
  expect((await Promise.all(roots)).map(bytesToHex)).toEqual(ROOTS);
});

/** Hashes of nodes that several of the proofs below share. */
const NODE = {
  leaf2: "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
  leaf5: "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
  leaves34: "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
  leaves56: "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
  leaves78: "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
  leaves5To8: "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
};
const [, ONE = "", TWO = "", , FOUR = ""] = ROOTS;
const readInputs = readerOver(INPUTS.map((hex) => leafHash(hexToBytes(hex))));

it.each([
  [0, 1, []],
  [0, 8, [NODE.leaf2, NODE.leaves34, NODE.leaves5To8]],
  [5, 8, [NODE.leaf5, NODE.leaves78, FOUR]],
  [2, 3, [TWO]],
  [1, 5, [ONE, NODE.leaves34, NODE.leaf5]],
])("proves entry %i in a tree of %i as other implementations do", async (index, size, proof) => {
  const made = await inclusionProof(index, size, readInputs);
  expect(made.map(bytesToHex)).toEqual(proof);
});

it.each([
  [1, 1, []],
  [1, 8, [NODE.leaf2, NODE.leaves34, NODE.leaves5To8]],
  [6, 8, [NODE.leaves56, NODE.leaves78, FOUR]],
  [2, 5, [NODE.leaves34, NODE.leaf5]],
])(
  "proves that a tree of %i became one of %i as other implementations do",
  async (from, to, proof) => {
    const made = await consistencyProof(from, to, readInputs);
    expect(made.map(bytesToHex)).toEqual(proof);
  },
);

it("proves any entry of any tree, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 600 }), fc.nat(), fc.nat(), async (size, a, b) => {
      const index = a % size;
      const read = readerOver(leavesOf(size));
      const root = await rootHash(size, read);
      const proof = await inclusionProof(index, size, read);
      const claim = { leaf: leafOf(index), index, size, root };
      expect(checkInclusion(proof, claim)).toBe(true);
      expect(checkInclusion(proof, { ...claim, leaf: leafOf(size) })).toBe(false);
      expect(checkInclusion(proof, { ...claim, root: changed(root) })).toBe(false);
      expect(checkInclusion([...proof, root], claim)).toBe(false);
      const other = b % size;
      if (other !== index) expect(checkInclusion(proof, { ...claim, index: other })).toBe(false);
      if (proof.length === 0) return;
      const at = b % proof.length;
      expect(checkInclusion(proof.with(at, changed(proof[at] as Hash)), claim)).toBe(false);
      expect(checkInclusion(proof.slice(1), claim)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

it("proves that a tree continues an earlier one, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 600 }), fc.nat(), fc.nat(), async (size, a, b) => {
      const read = readerOver(leavesOf(size));
      const to = { size, root: await rootHash(size, read) };
      const from = { size: a % (size + 1), root: await rootHash(a % (size + 1), read) };
      const proof = await consistencyProof(from.size, to.size, read);
      expect(checkConsistency(proof, from, to)).toBe(true);
      expect(checkConsistency([...proof, to.root], from, to)).toBe(false);
      expect(checkConsistency(proof, { ...from, root: changed(from.root) }, to)).toBe(false);
      if (from.size > 0) {
        expect(checkConsistency(proof, from, { ...to, root: changed(to.root) })).toBe(false);
      }
      if (from.size < to.size) expect(checkConsistency(proof, to, from)).toBe(false);
      if (proof.length === 0) return;
      const at = b % proof.length;
      expect(checkConsistency(proof.with(at, changed(proof[at] as Hash)), from, to)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

it("grows to the same roots and tiles as a tree that is hashed whole", async () => {
  const edge = new Edge(0, []);
  const size = 70_000;
  const levels: Hash[][] = [[], [], []];
  const seen = new Map<number, string>();
  for (let n = 0; n < size; n += 1) {
    const leaf = leafOf(n);
    levels[0]?.push(leaf);
    for (const { level, index, hash } of edge.add(leaf)) {
      expect(levels[level]?.length).toBe(index);
      levels[level]?.push(hash);
    }
    if ([0, 6, 99, 254, 255, 256, 300, 65_535, 65_536, 66_066].includes(n))
      seen.set(n + 1, bytesToHex(edge.root()));
  }
  expect(levels.map(({ length }) => length)).toEqual(
    [0, 1, 2].map((level) => hashesAt(level, size)),
  );
  const loaded: string[] = [];
  const readAt = (count: number) =>
    tileReader(count, async (tile) => {
      loaded.push(tilePath(tile));
      const from = tile.index * TILE_WIDTH;
      const hashes = levels[tile.level]?.slice(from, from + tile.width) ?? [];
      return Uint8Array.from(hashes.flatMap((hash) => [...hash]));
    });
  for (const [count, root] of seen) {
    expect(bytesToHex(await rootHash(count, readAt(count)))).toBe(root);
    const lastTiles = levels.map((hashes, level) => {
      const end = hashesAt(level, count);
      return hashes.slice(end - (end % TILE_WIDTH), end);
    });
    expect(bytesToHex(new Edge(count, lastTiles).root())).toBe(root);
  }
  loaded.length = 0;
  expect(bytesToHex(await rootHash(size, readAt(size)))).toBe(bytesToHex(edge.root()));
  // The example of the text about tiles.
  expect(loaded.sort()).toEqual(["tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1"]);
  await expect((async () => readAt(size)(0, size))()).rejects.toThrow("no such hash");
});

it.each([
  ["tile/0/000", { level: 0, index: 0, width: 256 }],
  ["tile/1/x001/x234/067", { level: 1, index: 1_234_067, width: 256 }],
  ["tile/63/x001/000.p/255", { level: 63, index: 1000, width: 255 }],
  ["tile/entries/999.p/1", { level: "entries" as const, index: 999, width: 1 }],
])("finds the tile %s", (path, tile) => {
  expect(parseTilePath(path)).toEqual(tile);
  expect(tilePath(tile)).toBe(path);
});

it.each([
  "tile/64/000",
  "tile/00/000",
  "tile/0/0",
  "tile/0/1234",
  "tile/0/x000/001",
  "tile/0/001/002",
  "tile/0/000.p/0",
  "tile/0/000.p/256",
  "tile/0/000.p/01",
  "tile/-1/000",
  "tile/data/000",
  "tile/0/x999/x999/x999/x999/x999/x999/999",
  "tile/0/000/",
])("has no tile %s", (path) => {
  expect(parseTilePath(path)).toBeNull();
});

it("packs entries into bundles and back, and takes no other bytes for one", () => {
  const entry = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
      const bundle = encodeBundle(entries);
      expect(decodeBundle(bundle)).toEqual(entries);
      if (bundle.length > 0) expect(decodeBundle(bundle.slice(0, -1))).not.toEqual(entries);
    }),
  );
  expect(decodeBundle(Uint8Array.of(0, 2, 1))).toBeNull();
  expect(decodeBundle(Uint8Array.of(0))).toBeNull();
  expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow("too long");
});

it("opens the note of the text about signed notes, and no note in which a byte is another", () => {
  const key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
  const note =
    "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
  const verifier = parseVerifier(key);
  expect(verifierText(verifier)).toBe(key);
  expect(openNote(note, [verifier])).toEqual({
    text: "This is an example message.\n",
    signedBy: [verifier],
  });
  for (const wrong of [
    note.replace("example message", "example massage"),
    note.replace("n8srV1", "n8srV2"),
    note.replace("\n\n", "\n"),
    note.slice(0, -1),
    note.replace("is an", "is\tan"),
    `${note}— example.com/foo AAAA\n`,
  ]) {
    expect(() => openNote(wrong, [verifier])).toThrow(Error);
  }
  expect(() => openNote(note, [verifierOf(signer)])).toThrow("no known key signed");
  for (const wrong of [key.replace("530d", "530e"), key.replace("+AekyeRrm", "+AukyeRrm"), "a+b"]) {
    expect(() => parseVerifier(wrong)).toThrow(Error);
  }
});

it("signs what it opens again, with witnesses beside the log", () => {
  const text = checkpointText({ origin: signer.name, size: 0, root: emptyRoot() });
  const keys = [verifierOf(signer), verifierOf(witness, COSIGNATURE)];
  const note = signNote(text, [signer]) + cosignatureLine(text, witness, 1_679_315_147n);
  expect(openNote(note, keys)).toEqual({ text, signedBy: keys });
  expect(openNote(note, keys.slice(0, 1)).signedBy).toEqual(keys.slice(0, 1));
  expect(parseVerifier(verifierText(keys[1] as (typeof keys)[1]))).toEqual(keys[1]);
  const later = signNote(text, [signer]) + cosignatureLine(text, witness, 1_679_315_148n);
  const own = (of: string) => of.trimEnd().split(" ").at(-1) ?? "";
  const signature = (of: string) => fromBase64(own(of)) ?? new Uint8Array();
  expect(sameBytes(signature(note), signature(later))).toBe(false);
  const moved = signature(later).slice();
  moved.set(signature(note).slice(4, 12), 4);
  const forged = later.replace(own(later), Buffer.from(moved).toString("base64"));
  expect(() => openNote(forged, keys)).toThrow("signature of witness.example/w1 is wrong");
  expect(() => signNote("no newline", [signer])).toThrow(Error);
});

it("reads the cosignature of the text about cosignatures", () => {
  const line =
    "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";
  expect(cosignersIn(line)).toEqual([{ name: "witness.example.com/w1", seconds: 1_679_315_147n }]);
});

it("reads a checkpoint, and nothing that is none", () => {
  const root = emptyRoot();
  const text = checkpointText({ origin: "example.com/log", size: 12, root });
  expect(parseCheckpoint(text)).toEqual({ origin: "example.com/log", size: 12, root });
  expect(parseCheckpoint(`${text}more\n`).size).toBe(12);
  for (const wrong of [
    text.replace("12", "012"),
    text.replace("12", "-1"),
    text.slice(0, -1),
    text.slice(1).replace(/^.*\n/, "\n"),
    text.replace("=", ""),
    `${text}\n`,
  ]) {
    expect(() => parseCheckpoint(wrong)).toThrow("no checkpoint");
  }
});

it("proves an entry by a file that needs nothing else", async () => {
  const leaves = leavesOf(300);
  const read = readerOver(leaves);
  const text = checkpointText({ origin: signer.name, size: 300, root: await rootHash(300, read) });
  const hashes = await inclusionProof(17, 300, read);
  const file = proofText({ index: 17, hashes, checkpoint: signNote(text, [signer]) });
  const log = verifierOf(signer);
  expect(checkProof(file, utf8("entry 17"), { log })).toEqual({
    index: 17,
    size: 300,
    signedBy: [log],
  });
  const extra = file.replace("index", "extra AAAA\nindex");
  expect(checkProof(extra, utf8("entry 17"), { log }).index).toBe(17);
  expect(() => checkProof(file, utf8("entry 18"), { log })).toThrow("do not lead");
  expect(() => checkProof(file.replace("17", "18"), utf8("entry 17"), { log })).toThrow("do not");
  expect(() => checkProof(file.replace("index 17", "index 017"), utf8(""), { log })).toThrow(
    "no proof",
  );
  expect(() => checkProof(file.replace("@v1", "@v2"), utf8(""), { log })).toThrow("no proof");
  const other = verifierOf(witness);
  expect(() => checkProof(file, utf8("entry 17"), { log: other })).toThrow("no known key");
});

it("writes JSON as RFC 8785 says", () => {
  // Of its examples: numbers, escapes, and names sorted by their UTF-16 units.
  expect(
    canonicalJson({
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    }),
  ).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, ö: 7 };
  expect(Object.values(JSON.parse(canonicalJson(names)))).toHaveLength(7);
  expect([...canonicalJson(names).matchAll(/:(\d)/g)].map(([, n]) => n).join("")).toBe("2467153");
  expect(() => canonicalJson("\ud83d")).toThrow("half a character");
  expect(canonicalJson("\\ud83d")).toBe(String.raw`"\\ud83d"`);
  expect(() => canonicalJson(Number.NaN)).toThrow("no number");
  expect(() => canonicalJson({ a: undefined as never })).toThrow("undefined");
});

it("writes any value as ECMAScript would with all names in order", () => {
  const namesIn = (value: Json): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner as Json)])
      : [];
  // JSON.stringify() reads what it is given names for through the prototype, too, which "__proto__" leads to.
  const bare = (json: Json): Json =>
    JSON.parse(JSON.stringify(json), (_, inner: Json) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.assign(Object.create(null), inner)
        : inner,
    );
  const value = fc.jsonValue({
    stringUnit: fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...'"\\\n\u007f10')),
  });
  fc.assert(
    fc.property(value, (json) => {
      const written = canonicalJson(json as Json);
      const names = [...new Set(namesIn(json as Json))].sort();
      expect(written).toBe(JSON.stringify(bare(json as Json), names));
      expect(canonicalJson(JSON.parse(written))).toBe(written);
    }),
    { examples: [[[{ ["__proto__"]: {} }]]] },
  );
});

it("mixes a key into a text's hash as Node's own HMAC does", () => {
  const key = fc.uint8Array({ maxLength: 64 });
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(key, text, (secret, message) => {
      const own = createHmac("sha256", secret).update(message).digest();
      expect(hmacWithText(secret, message)).toEqual(new Uint8Array(own));
    }),
  );
});

it("hashes a text as its bytes, however long the one before it was", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 3_000 });
  fc.assert(
    fc.property(text, (entry) => {
      expect(textHash(entry)).toEqual(leafHash(utf8(entry)));
    }),
  );
});
