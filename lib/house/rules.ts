/** Which house accounts may exchange money, and how the movements of a split account are put in one order. */
import type { LedgerCurrency } from "@/lib/ledger/schema";

export const houseKinds = [
  "treasury",
  "option_pool",
  "inventory",
  "fees",
  "interest",
  "interest_reserve",
  "referral",
  "escrow",
  "receivable",
  "external",
] as const;
export type HouseKind = (typeof houseKinds)[number];

/** Accounts that staff may move money from or to; one side of a transfer is always the treasury. */
export const movableKinds = [
  "treasury",
  "external",
  "option_pool",
  "inventory",
  "fees",
  "interest",
  "referral",
] as const satisfies HouseKind[];
export type MovableKind = (typeof movableKinds)[number];

const USDT_ONLY: readonly HouseKind[] = ["option_pool", "referral", "escrow"];

/** Whether the house keeps an account of this kind in a currency. */
export function hasAccount(kind: HouseKind, currency: LedgerCurrency): boolean {
  return currency === "USDT" || !USDT_ONLY.includes(kind);
}

/** Where money of an account may go. The database decides by the same rule. Fees only give: they are income. */
export function targetsOf(from: MovableKind, currency: LedgerCurrency): MovableKind[] {
  if (!hasAccount(from, currency)) return [];
  const targets: MovableKind[] =
    from === "treasury"
      ? movableKinds.filter((kind) => kind !== "treasury" && kind !== "fees")
      : ["treasury"];
  return targets.filter((kind) => hasAccount(kind, currency));
}

/** A movement's place: in its shard by `seq`, among shards by time. */
type Placed = { shard: number; seq: bigint; at: Date; journalId: bigint; line: number };

/** Whether `a` comes before `b` in a list that starts with the newest. */
function isNewer(a: Placed, b: Placed): boolean {
  if (+a.at !== +b.at) return a.at > b.at;
  return a.journalId === b.journalId ? a.line > b.line : a.journalId > b.journalId;
}

/**
 * One page out of the newest movements of each shard, each shard's newest first. A shard's own order is
 * its sequence, which clocks don't disturb, so only the heads of the shards are compared.
 * `positions`: below which sequence number each shard goes on; `hasMore` is about these rows.
 */
export function mergeShards<T extends Placed>(
  rows: T[],
  limit: number,
): { page: T[]; positions: Map<number, bigint>; hasMore: boolean } {
  const shards = new Map<number, T[]>();
  for (const row of rows) shards.set(row.shard, [...(shards.get(row.shard) ?? []), row]);
  const next = new Map([...shards.keys()].map((shard) => [shard, 0]));
  const page: T[] = [];
  while (page.length < limit) {
    let newest: T | undefined;
    for (const [shard, list] of shards) {
      const head = list[next.get(shard) ?? 0];
      if (head && (!newest || isNewer(head, newest))) newest = head;
    }
    if (!newest) break;
    page.push(newest);
    next.set(newest.shard, (next.get(newest.shard) ?? 0) + 1);
  }
  const positions = new Map<number, bigint>();
  for (const [shard, list] of shards) {
    const taken = next.get(shard) ?? 0;
    const last = list[taken - 1];
    // What comes in later than this page is not for a later page.
    positions.set(shard, last ? last.seq : (list[0]?.seq ?? 0n) + 1n);
  }
  return { page, positions, hasMore: rows.length > page.length };
}

const RADIX = 36;
const MAX_SHARDS = 16;

/** A list's position as a cursor: one number a shard, in their order. Shards that have nothing left are zero. */
export function encodePositions(positions: ReadonlyMap<number, bigint>): string {
  const count = Math.max(0, ...positions.keys()) + 1;
  return Array.from({ length: count }, (_, shard) =>
    (positions.get(shard) ?? 0n).toString(RADIX),
  ).join("-");
}

/** Reads a cursor as the position of every shard; null when it is none of ours. */
export function decodePositions(cursor: string): Map<number, bigint> | null {
  const parts = cursor.split("-");
  if (parts.length > MAX_SHARDS || !parts.every((part) => /^[0-9a-z]{1,11}$/.test(part))) {
    return null;
  }
  const read = (part: string) =>
    [...part].reduce((sum, digit) => sum * BigInt(RADIX) + BigInt(parseInt(digit, RADIX)), 0n);
  return new Map(
    Array.from({ length: MAX_SHARDS }, (_, shard) => [shard, read(parts[shard] ?? "0")]),
  );
}
