import { bytesToHex } from "@noble/hashes/utils.js";
import { shownLog } from "@/tests/support/transparency/shown-log";
import { utf8 } from "../log/bytes";
import { inclusionProof, leafHash } from "../log/merkle";
import { proofText } from "../log/proof-text";
import { accountNonce, nonceAt } from "./nonces";
import { type Coin, type FoundCoin, judgeBalance, type OwnPart } from "./own-balance-rules";
import type { LiabilityProofDto } from "./schema";

const bytes = (byte: number) => new Uint8Array(32).fill(byte);
const hex = (byte: number) => bytesToHex(bytes(byte));
const SIGNER = { name: "site.example/log", seed: bytes(1) };
const AT = "2026-11-28T00:00:05.000Z";
const own: OwnPart = { part: hex(5), since: Date.parse("2026-11-20T00:00:00Z") };
const found: Record<Coin, FoundCoin> = {
  USDT: { height: "77", root: hex(2), total: "900000000", ownMicro: "100000000" },
  XAUT: { height: "77", root: hex(3), total: "5000000", ownMicro: "2000001" },
};
const entryOf = (total = "5000000") =>
  JSON.stringify({
    kind: "liabilities",
    trees: {
      USDT: { root: hex(2), totalMicro: "900000000", leaves: 8 },
      XAUT: { root: hex(3), totalMicro: total, leaves: 8 },
    },
  });

let logKey: string;
let proof: LiabilityProofDto;
async function loggedAs(entry: string): Promise<LiabilityProofDto["logged"]> {
  const { checkpoint } = await shownLog(["{}", entry], SIGNER);
  const leaves = ["{}", entry].map((text) => leafHash(utf8(text)));
  const hashes = await inclusionProof(1, 2, (_, index) => leaves[index] as Uint8Array);
  return { entry, proof: proofText({ index: 1, hashes, checkpoint }) };
}

beforeAll(async () => {
  logKey = (await shownLog(["{}"], SIGNER)).key;
  const account = accountNonce(bytes(4), bytes(5));
  proof = {
    date: "2026-11-28",
    at: AT,
    height: "77",
    accountNumber: "12",
    nonce: bytesToHex(nonceAt(account, { height: 77n, number: 12n })),
    accountNonce: bytesToHex(account),
    serverPart: hex(4),
    hasBrowserPart: true,
    files: { USDT: "/u", XAUT: "/x" },
    owed: { USDT: "100.000000", XAUT: "2.000001" },
    roots: { USDT: hex(2), XAUT: hex(3) },
    logged: await loggedAs(entryOf()),
  };
});

const judge = (changes: Partial<LiabilityProofDto> = {}, part: OwnPart | null = own) =>
  judgeBalance({ ...proof, ...changes }, found, { own: part, logKey });

it("finds all that is owed, with interest on top, and in another browser of the person's too", () => {
  expect(judge()).toBeNull();
  expect(judge({ owed: { USDT: "99.5", XAUT: "2.000001" } })).toBeNull();
  expect(judge({ nonce: hex(9) }, null)).toBeNull();
  expect(judge({ logged: null })).toBeNull();
});

it("finds that less stands there", () => {
  expect(judge({ owed: { USDT: "100.000000", XAUT: "2.000002" } })).toBe("missing");
  expect(judge({ owed: { USDT: "100.000001", XAUT: "2.000001" } })).toBe("missing");
  expect(judge({ owed: { USDT: "a lot", XAUT: "2.000001" } })).toBe("missing");
});

it("finds a file that is another tree than the one of its root, or none", () => {
  expect(judge({ roots: { USDT: hex(2), XAUT: hex(8) } })).toBe("tree");
  expect(judge({ height: "78" })).toBe("tree");
  expect(judgeBalance(proof, null, { own, logKey })).toBe("tree");
});

it("finds that the public log says another sum, or that another log says it", async () => {
  expect(judge({ logged: await loggedAs(entryOf("4999999")) })).toBe("log");
  for (const entry of ["{}", '{"trees":[]}', "no JSON"]) {
    expect(judge({ logged: await loggedAs(entry) })).toBe("log");
  }
  const { key } = await shownLog(["{}"], { ...SIGNER, seed: bytes(6) });
  expect(judgeBalance(proof, found, { own, logKey: key })).toBe("log");
});

it("finds a nonce that somebody else could have been given", () => {
  expect(judge({ nonce: hex(9) })).toBe("nonce");
  expect(judge({ hasBrowserPart: false })).toBe("nonce");
  // It was made up after that tree.
  const since = Date.parse(AT) - 3_600_000;
  expect(judge({ hasBrowserPart: false, nonce: hex(9) }, { ...own, since })).toBeNull();
});
