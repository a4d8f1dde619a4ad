/** Reads what proves something: docs/decisions/security/transparency.md. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { askBy, prisma, transaction } from "@/lib/platform/db";
import { recordSalt, saltsOf } from "../entries";
import { canonicalJson } from "../log/canonical";
import { proverUnder } from "../proofs";
import { type Fact, factKey, readFacts } from "../records";
import { type Head, readSignedHead } from "../tree";
import type { MissingReason, Proof, ProofPart } from "./schema";

/** The row of the queue that a part is about, or why there is none. */
export type Wanted = { kind: string; ref: string } | "not_yet" | "none";

/**
 * What proves the rows, all under one checkpoint.
 * @param wanted by the names of the parts, those with records in the order in which they happen, all of one person
 * @param isOwner whether that person asks: nobody else gets the records and their salts
 */
export async function readProof<Name extends string>(
  wanted: Readonly<Record<Name, Wanted>>,
  isOwner: boolean,
): Promise<Proof & { proofs: Record<Name, ProofPart | null> }> {
  const rows = new Map<string, { kind: string; ref: string }>();
  const missing: Proof["missing"] = {};
  for (const [name, row] of Object.entries<Wanted>(wanted)) {
    if (typeof row === "string") missing[name] = row;
    else rows.set(name, row);
  }
  const head = await readSignedHead();
  const { facts, salts } = await transaction(async (tx) => {
    const ask = askBy(tx);
    const found = await readFacts(ask, [...rows.values()]);
    return { facts: found, salts: isOwner ? await saltsOf(ask, found.values()) : new Map() };
  });
  const openings = new Map<string, { record: string; salt: string }>();
  for (const [key, { personal }] of facts) {
    const own = personal && salts.get(personal.userId);
    if (!own || !personal) continue;
    const salt = bytesToHex(recordSalt(own, key));
    openings.set(key, { record: canonicalJson(personal.record), salt });
  }
  const entries = head ? await readEntries(head, [...rows.values()]) : new Map();
  const prove = head && proverUnder(head);
  const proofs: Proof["proofs"] = {};
  for (const name of Object.keys(wanted)) {
    const row = rows.get(name);
    const key = row && factKey(row);
    const found = key === undefined ? undefined : entries.get(key);
    if (!found || !prove || key === undefined) {
      proofs[name] = null;
      const fact = key === undefined ? undefined : facts.get(key);
      if (row) missing[name] = await whyMissing(head, fact);
      continue;
    }
    const { record = null, salt = null } = openings.get(key) ?? {};
    proofs[name] = {
      entry: found.entry,
      proof: await prove(found.index, found.entry),
      record,
      salt,
    };
  }
  const opened = [...rows.values()].flatMap((row) => openings.get(factKey(row)) ?? []);
  const { record = null, salt = null } = opened.at(-1) ?? {};
  return {
    log: head && { key: head.key, witnesses: [] },
    record,
    salt,
    proofs: proofs as Record<Name, ProofPart | null>,
    missing,
  };
}

type Entry = { index: number; entry: string };

async function readEntries(
  head: Head,
  rows: readonly { kind: string; ref: string }[],
): Promise<Map<string, Entry>> {
  if (rows.length === 0) return new Map();
  const found = await prisma.logEntry.findMany({
    where: { OR: rows.map(({ kind, ref }) => ({ kind, ref })), index: { lt: head.size } },
  });
  return new Map(
    found.map(({ index, entry, ...row }) => [factKey(row), { index: Number(index), entry }]),
  );
}

/** Of a row that is no entry: those from before the log's beginning never become one. */
async function whyMissing(head: Head | null, fact: Fact | undefined): Promise<MissingReason> {
  if (!fact) return "not_yet";
  if (!head) return "waiting";
  const first = await prisma.logEntry.findUnique({ where: { index: 0n } });
  const { at } = JSON.parse(first?.entry ?? "{}") as { at?: string };
  return at !== undefined && fact.at < at ? "before_log" : "waiting";
}
