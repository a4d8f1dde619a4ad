/** Verifies a proof file with nothing but itself. It runs in Node, in the product's pages and in public/verify.html. */
import type { ProofFile, ProofPart } from "@/lib/transparency/receipt/schema";
import { type Evidence, gather, type Trusted } from "./evidence";
import {
  checkAdjustment,
  checkDeposit,
  checkReferral,
  checkSaving,
  checkStaff,
  checkStorage,
  checkWithdrawal,
} from "./money";
import { checkRestingOrder, checkRun, checkSignal } from "./runs";
import { type Step, Steps } from "./steps";
import { checkTrade } from "./trade";
import { type Tick, tickOf, Unreadable } from "./values";

/** What the exchanges are said to have quoted for a price of the file. */
export type Quotes = { part: string; at: string; price: string; sources: Tick["sources"] };
export type Verification = { steps: Step[]; quotes: Quotes[] };

const CHECKS: { [kind: string]: (steps: Steps, id: string, found: Evidence) => void } = {
  trade: checkTrade,
  deposit: checkDeposit,
  withdrawal: checkWithdrawal,
  storage: checkStorage,
  saving: checkSaving,
  order: checkRestingOrder,
  signal: checkSignal,
  run: checkRun,
  referral: checkReferral,
  adjustment: checkAdjustment,
  staff: checkStaff,
};

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isPart(value: unknown): value is ProofPart | null {
  if (value === null) return true;
  if (!isObject(value)) return false;
  const { entry, proof, record, salt } = value;
  return isText(entry) && isText(proof) && isTextOrNull(record) && isTextOrNull(salt);
}

/** What a text says, or null where it is no proof file. */
export function parseProofFile(text: string): ProofFile | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(file) || file.v !== 1 || !isText(file.kind) || !isText(file.id)) return null;
  const { log, proofs, missing, kind } = file;
  const isLog =
    log === null ||
    (isObject(log) &&
      isText(log.key) &&
      Array.isArray(log.witnesses) &&
      log.witnesses.every(isText));
  const areParts = isObject(proofs) && Object.values(proofs).every(isPart) && isObject(missing);
  return isLog && areParts && kind in CHECKS ? (file as ProofFile) : null;
}

/** Checks a proof file step by step. Nothing is concluded from a part that did not hold. */
export function verifyProofFile(file: ProofFile, trusted: Trusted): Verification {
  const steps = new Steps();
  const found = gather(steps, file, trusted);
  try {
    CHECKS[file.kind]?.(steps, file.id, found);
    return { steps: steps.all, quotes: quotesOf(found) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    steps.fail("outcome", "unreadable", { detail: error.message });
    return { steps: steps.all, quotes: [] };
  }
}

function quotesOf(found: Evidence): Quotes[] {
  return ["entryTick", "exitTick"].flatMap((part) => {
    const one = found.get(part);
    const tick = tickOf(one);
    if (!tick || !one) return [];
    const { at, price } = one.entry;
    return [{ part, at: String(at), price: String(price), sources: tick.sources }];
  });
}
