/** Whether the published liabilities have all that a person is owed. Files and log are read elsewhere. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { parseMicro } from "@/lib/platform/money";
import { utf8 } from "../log/bytes";
import { NoteError, parseVerifier } from "../log/note";
import { checkProof } from "../log/proof-text";
import { accountNonce, nonceAt } from "./nonces";
import type { LiabilityProofDto } from "./schema";

export const COINS = ["USDT", "XAUT"] as const;
export type Coin = (typeof COINS)[number];

/** What was found in the tree of a coin, as it goes from a worker to the page. */
export type FoundCoin = { height: string; root: string; total: string; ownMicro: string };

/** The part of the nonce that this browser made up, and since when the site has it (epoch milliseconds). */
export type OwnPart = { part: string; since: number };

/**
 * What is wrong. `tree`: a file is no tree, or not the one that its root stands for. `log`: the public log says other roots.
 * `nonce`: the part that this browser made up does not count. `missing`: less stands there than is owed.
 */
export type BalanceProblem = "tree" | "log" | "nonce" | "missing";

/** What came of a look. */
export type BalanceCheck = {
  /** When the published trees were made (ISO 8601). */
  at: string;
  /** Epoch milliseconds. */
  checkedAt: number;
  problem: BalanceProblem | null;
  /** What was found in the trees, as decimal strings; null where they are none. */
  found: Record<Coin, string> | null;
};

const DAY_MS = 86_400_000;

/** Whether the nonce is the one that follows from this browser's part. Of others' parts it can't know. */
function isOwnNonce(proof: LiabilityProofDto, own: OwnPart | null): boolean {
  if (!own) return true;
  // It counts from the next tree on; a clock that is a day wrong makes nobody a liar.
  if (!proof.hasBrowserPart) return Date.parse(proof.at) < own.since + DAY_MS;
  const account = accountNonce(hexToBytes(proof.serverPart), hexToBytes(own.part));
  const number = BigInt(proof.accountNumber);
  const expected = nonceAt(account, { height: BigInt(proof.height), number });
  return bytesToHex(expected) === proof.nonce;
}

/** Of an entry about liabilities what is compared. */
type Logged = { trees?: Partial<Record<Coin, { root: string; totalMicro: string }>> };

/** Whether the log says these roots and sums. An entry that is not there yet says nothing. */
function isLogged(
  { logged }: LiabilityProofDto,
  found: Record<Coin, FoundCoin>,
  logKey: string,
): boolean {
  if (!logged) return true;
  try {
    checkProof(logged.proof, utf8(logged.entry), { log: parseVerifier(logKey) });
    const { trees } = JSON.parse(logged.entry) as Logged;
    return COINS.every((coin) => {
      const said = trees?.[coin];
      return said?.root === found[coin].root && said.totalMicro === found[coin].total;
    });
  } catch (error) {
    if (error instanceof NoteError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Judges what a person's browser has found.
 * @param found in the files, by the nonce of `proof`; null where a file is no tree
 * @returns what is wrong; null where all that the ledger owes is there. Interest that was not paid yet comes on top
 */
export function judgeBalance(
  proof: LiabilityProofDto,
  found: Record<Coin, FoundCoin> | null,
  { own, logKey }: { own: OwnPart | null; logKey: string },
): BalanceProblem | null {
  const isTree =
    found &&
    COINS.every(
      (coin) => found[coin].root === proof.roots[coin] && found[coin].height === proof.height,
    );
  if (!isTree) return "tree";
  if (!isLogged(proof, found, logKey)) return "log";
  if (!isOwnNonce(proof, own)) return "nonce";
  const isThere = COINS.every((coin) => {
    const owed = parseMicro(proof.owed[coin]);
    return owed !== null && BigInt(found[coin].ownMicro) >= owed;
  });
  return isThere ? null : "missing";
}
