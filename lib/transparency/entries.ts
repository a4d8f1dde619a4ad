import { setImmediate as breathe } from "node:timers/promises";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Ask } from "@/lib/platform/db";
import { utf8 } from "./log/bytes";
import { canonicalJson, type Json } from "./log/canonical";
import { saltedHash } from "./log/salted";
import { hmacWithText } from "./log/sha256";
import { MAX_ENTRY_BYTES } from "./log/tiles";
import { readRows } from "./readers";
import { type Fact, factKey, readFacts } from "./records";

/** A row that waits in the queue, or became an entry. */
export type LoggedRow = { kind: string; ref: string };

/** The text of an entry. @throws RangeError for more than a log can hold */
export function entryText(
  kind: string,
  at: string,
  members: { readonly [name: string]: Json },
): string {
  const text = canonicalJson({ at, ...members, kind, v: 1 });
  if (3 * text.length > MAX_ENTRY_BYTES && utf8(text).length > MAX_ENTRY_BYTES)
    throw new RangeError(`an entry of ${kind} is too long`);
  return text;
}

/** What a single record is salted by: shown with it, it tells nothing of the person's others. */
export function recordSalt(own: Uint8Array, key: string): Uint8Array {
  return hmacWithText(own, key);
}

async function readSalts(ask: Ask, people: string[]): Promise<Map<string, Uint8Array>> {
  if (people.length === 0) return new Map();
  const rows = await readRows<{ id: string; salt: string }>(ask)`
    SELECT o_user_id AS id, encode(o_salt, 'hex') AS salt FROM log_salts(${people}::text[]::uuid[])`;
  return new Map(rows.map(({ id, salt }) => [id, hexToBytes(salt)]));
}

const peopleOf = (facts: Iterable<Fact>): string[] => [
  ...new Set([...facts].flatMap(({ personal }) => personal?.userId ?? [])),
];

/** What the records of the people are salted by whom facts are about. */
export const saltsOf = (ask: Ask, facts: Iterable<Fact>): Promise<Map<string, Uint8Array>> =>
  readSalts(ask, peopleOf(facts));

/** Some 2 MB. Who trades often is soon read again. */
const MAX_SALTS = 10_000;

/**
 * The salts of people whom a process makes entries about again and again. A salt never changes, but one that a
 * transaction made up is none unless that is committed. For one transaction at a time, which asks once.
 */
export class KeptSalts {
  private readonly committed = new Map<string, Uint8Array>();
  private pending = new Map<string, Uint8Array>();

  /** What the records of the people are salted by whom facts are about. */
  async of(ask: Ask, facts: Iterable<Fact>): Promise<ReadonlyMap<string, Uint8Array>> {
    const people = peopleOf(facts);
    this.pending = await readSalts(
      ask,
      people.filter((id) => !this.committed.has(id)),
    );
    return new Map(
      people.flatMap((id) => {
        const salt = this.committed.get(id) ?? this.pending.get(id);
        return salt ? [[id, salt] as const] : [];
      }),
    );
  }

  /** Drops what a transaction read that was not committed. Each begins with it, since it may be tried again. */
  forget(): void {
    this.pending.clear();
  }

  /** Keeps what was read since `forget`, once its transaction is committed. */
  keep(): void {
    if (this.committed.size + this.pending.size > MAX_SALTS) this.committed.clear();
    for (const [id, salt] of this.pending) this.committed.set(id, salt);
    this.pending.clear();
  }
}

/** What stands for a row that was removed before it was logged, such as a text of a document. */
const goneText = ({ kind, ref }: LoggedRow) => canonicalJson({ v: 1, kind: "gone", of: kind, ref });

/** Rows that are hashed at once: everything else of the process waits meanwhile. */
const SLICE = 100;

/**
 * The entries of rows, in their order. They are hashed in slices, so that other requests are answered between them.
 * @param kept the salts that earlier passes read
 * @param known what has been read already of what the rows say, by `factKey`
 */
export async function entriesOf(
  ask: Ask,
  rows: readonly LoggedRow[],
  kept = new KeptSalts(),
  known?: ReadonlyMap<string, Fact>,
): Promise<string[]> {
  const facts = await readFacts(ask, rows, known);
  const salts = await kept.of(ask, facts.values());
  const entryOf = (row: LoggedRow): string => {
    const key = factKey(row);
    const fact = facts.get(key);
    if (!fact) return goneText(row);
    const { kind, at, open, personal } = fact;
    if (!personal) return entryText(kind, at, open);
    const own = salts.get(personal.userId);
    if (!own) throw new Error(`There is no salt for ${key}`);
    return entryText(kind, at, {
      ...open,
      hash: saltedHash(recordSalt(own, key), personal.record),
    });
  };
  const entries: string[] = [];
  for (let from = 0; from < rows.length; from += SLICE) {
    await breathe();
    entries.push(...rows.slice(from, from + SLICE).map(entryOf));
  }
  return entries;
}
