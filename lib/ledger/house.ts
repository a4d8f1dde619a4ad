import { type Db, Prisma } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { inputHash } from "./rules";
import type { HouseAccountKind, LedgerCurrency, StaffActor } from "./schema";

/** Journal key of the play money that a demo's house starts with; a database that has it is a demo's for ever. */
export const DEMO_FUNDS_KEY = "seed:demo-house-funds";

/** House accounts that staff may move money between; each transfer has the treasury on one side. */
export type HousePurse = HouseAccountKind;

/** Gives a demo's house its first play money. @returns false where anything was ever posted */
export async function fundDemoHouse(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ done: boolean }[]>`SELECT house_demo_funds() AS done`;
  return row?.done === true;
}

export type HouseTransferInput = {
  /** Makes the transfer happen once. */
  key: string;
  actor: StaffActor;
  from: HousePurse;
  to: HousePurse;
  currency: LedgerCurrency;
  amountMicro: bigint;
  reason: string;
  /** What proves money from or to the outside. */
  reference: string | null;
};

/**
 * Moves money between two house accounts; pools give from their shards by what they hold and receive
 * evenly. The same key and input again returns the first transfer.
 * @returns its id, and whether this key had made it before
 * @throws AppError HOUSE_TRANSFER_INVALID, HOUSE_INSUFFICIENT, HOUSE_BELOW_OBLIGATIONS, IDEMPOTENCY_CONFLICT
 */
export async function transferInHouse(
  db: Db,
  input: HouseTransferInput,
): Promise<{ id: string; replayed: boolean }> {
  const { key, actor, from, to, currency, amountMicro, reason, reference } = input;
  const hash = inputHash({ from, to, currency, amountMicro, reason, reference });
  try {
    const [row] = await db.$queryRaw<{ id: string; replayed: boolean }[]>`
      SELECT o_transfer_id AS id, o_replayed AS replayed
      FROM house_transfer(${key}, ${hash}, ${actor.id}::uuid, ${from}, ${to}, ${currency},
        ${amountMicro}::bigint, ${reason}, ${reference}, ${actor.requestId ?? null}, ${actor.ip ?? null})`;
    if (!row) throw new Error("house_transfer answered nothing");
    return row;
  } catch (error) {
    throw toAppError(error);
  }
}

export type HouseAccountRow = {
  /**
   * `interest_reserve` is what live savings can still earn, `receivable` below zero by what users owe; both move through
   * their functions only.
   */
  kind: HouseAccountKind | "interest_reserve" | "escrow" | "receivable";
  currency: LedgerCurrency;
  balanceMicro: bigint;
  /** Rows that share the balance. */
  shards: number;
  /** What the account must keep for what the house already owes out of it. */
  requiredMicro: bigint;
};

/**
 * Every house account, pools summed. Escrow holds the stakes of open options beside their collateral;
 * it is the sum of both.
 */
export function listHouseAccounts(db: Db): Promise<HouseAccountRow[]> {
  return db.$queryRaw<HouseAccountRow[]>`
    SELECT kind, currency, sum(balance_micro)::bigint AS "balanceMicro", count(*)::integer AS shards,
      house_required(kind, currency) AS "requiredMicro"
    FROM ledger_account WHERE id < 0 AND kind <> 'escrow' GROUP BY kind, currency
    UNION ALL
    SELECT 'escrow', 'USDT', coalesce(sum(amount_micro + collateral_micro), 0)::bigint, 1, 0
    FROM trade WHERE type = 'option' AND status = 'open'
    ORDER BY 1, 2`;
}

export type Exposure = {
  upMicro: bigint;
  downMicro: bigint;
  /** The coming seconds with the most collateral, the fullest first. */
  seconds: { at: Date; collateralMicro: bigint }[];
};

const BUSIEST_SECONDS = 5;

/** What open options could cost the house, by direction and by second of expiry. */
export async function optionExposure(db: Db): Promise<Exposure> {
  const [[sides], seconds] = await Promise.all([
    db.$queryRaw<{ up: bigint; down: bigint }[]>`
      SELECT sum(up_micro)::bigint AS up, sum(down_micro)::bigint AS down FROM option_exposure`,
    db.$queryRaw<Exposure["seconds"]>`
      SELECT to_timestamp(expiry_second) AS at, sum(collateral_micro)::bigint AS "collateralMicro"
      FROM option_expiry_exposure WHERE expiry_second >= extract(epoch FROM app_now())
      GROUP BY expiry_second ORDER BY 2 DESC, 1 LIMIT ${BUSIEST_SECONDS}`,
  ]);
  return { upMicro: sides?.up ?? 0n, downMicro: sides?.down ?? 0n, seconds };
}

/**
 * What open options can cost the house as their caps count it, beside what escrow holds for that: without the
 * stakes. Of one moment, since options open and settle all the time.
 */
export async function optionCover(
  db: Db,
): Promise<{ promisedMicro: bigint; setAsideMicro: bigint }> {
  const [row] = await db.$queryRaw<{ promisedMicro: bigint; setAsideMicro: bigint }[]>`
    SELECT (SELECT coalesce(sum(up_micro + down_micro), 0) FROM option_exposure)::bigint AS "promisedMicro",
      (SELECT coalesce(sum(collateral_micro), 0) FROM trade WHERE type = 'option' AND status = 'open')::bigint AS "setAsideMicro"`;
  return row ?? { promisedMicro: 0n, setAsideMicro: 0n };
}

export type HouseMovement = {
  at: Date;
  journalId: bigint;
  line: number;
  seq: bigint;
  shard: number;
  event: string;
  /** Negative when money left the account. */
  amountMicro: bigint;
  /** Of the shard. */
  balanceAfterMicro: bigint;
  otherKind: string;
  otherShard: number;
  /** The user on the other side. */
  otherOwner: { id: string; username: string } | null;
  referenceType: string | null;
  referenceId: string | null;
};

type MovementRow = Omit<HouseMovement, "otherOwner"> & {
  ownerId: string | null;
  username: string | null;
};

/** Below which sequence number each shard's movements are wanted; a shard that is left out starts at its newest. */
export type ShardPositions = ReadonlyMap<number, bigint>;

const BEFORE_ALL = 9_223_372_036_854_775_807n;

/** One side of a shard's newest movements, by the index of its sequence numbers. */
function sideQuery(side: "debit" | "credit", limit: number): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`t.${side}_${name}`);
  const other = Prisma.raw(side === "debit" ? "t.credit_account_id" : "t.debit_account_id");
  const sign = Prisma.raw(side === "debit" ? "-" : "");
  return Prisma.sql`(
    SELECT t.at, t.journal_id, t.line, ${column("seq")} AS seq, ${sign}t.amount_micro AS amount,
      ${column("balance_micro")} AS balance, ${other} AS other_id, t.reference_type, t.reference_id
    FROM ledger_transfer t
    WHERE ${column("account_id")} = p.id AND ${column("seq")} < p.below AND ${column("seq")} IS NOT NULL
    ORDER BY ${column("seq")} DESC LIMIT ${limit})`;
}

/**
 * The newest movements of each shard of a house account before a position, in each shard newest first,
 * at most `limit` a shard. Escrow has none: it keeps no sequence.
 */
export async function listHouseMovements(
  db: Db,
  account: { kind: HouseAccountRow["kind"]; currency: LedgerCurrency },
  positions: ShardPositions,
  limit: number,
): Promise<HouseMovement[]> {
  const shards = [...positions.keys()];
  const below = [...positions.values()];
  const rows = await db.$queryRaw<MovementRow[]>`
    SELECT m.at, m.journal_id AS "journalId", m.line, m.seq, p.shard, j.kind AS event, m.amount AS "amountMicro",
      m.balance AS "balanceAfterMicro", o.kind AS "otherKind", o.shard AS "otherShard", o.owner_id AS "ownerId",
      u.username, m.reference_type AS "referenceType", m.reference_id AS "referenceId"
    FROM (
      SELECT a.id, a.shard, coalesce(w.below, ${BEFORE_ALL}::bigint) AS below FROM ledger_account a
      LEFT JOIN unnest(${shards}::integer[], ${below}::bigint[]) AS w (shard, below) ON w.shard = a.shard
      WHERE a.owner_id IS NULL AND a.kind = ${account.kind} AND a.currency = ${account.currency}
    ) AS p CROSS JOIN LATERAL (
      SELECT * FROM (${sideQuery("debit", limit)} UNION ALL ${sideQuery("credit", limit)}) AS sides
      ORDER BY seq DESC LIMIT ${limit}
    ) AS m
    JOIN ledger_journal j ON j.id = m.journal_id
    JOIN ledger_account o ON o.id = m.other_id
    LEFT JOIN app_user u ON u.id = o.owner_id
    ORDER BY p.shard, m.seq DESC`;
  return rows.map(({ ownerId, username, ...row }) => ({
    ...row,
    otherOwner: ownerId === null ? null : { id: ownerId, username: username ?? "" },
  }));
}
