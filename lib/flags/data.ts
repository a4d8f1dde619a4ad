import { type Db, Prisma, prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import type { Currency } from "@/lib/wallets/rules";
import { formatCoin } from "@/lib/wallets/rules";
import {
  type Found,
  MAX_NAMED,
  type Own,
  ownersFacts,
  sharedAddresses,
  sharedPhones,
  sharedSessions,
} from "./people";
import type { Flag } from "./schema";

/** What a withdrawal's owner changed lately counts as new for so long. */
const NEW = Prisma.sql`interval '7 days'`;
/** Money that comes and goes within this without a trade. */
const TURN = Prisma.sql`interval '1 hour'`;
/** An amount is large above so many times the median, of at least so many earlier ones. */
const TIMES = 5;
const MIN_EARLIER = 3;
/** Of those who have many, the median of the newest. */
const MAX_EARLIER = 100;

const ORDER: Flag["kind"][] = [
  "same-hash",
  "same-picture",
  "shared-address",
  "same-device",
  "same-ip",
  "same-phone",
  "not-traded",
  "large-amount",
  "owes",
  "first-withdrawal",
  "new-address",
  "new-credentials",
  "unconfirmed-email",
];

/** The flags of each payment by its id, in the order in which they weigh. */
function byPayment(ids: string[], found: Found[]): Map<string, Flag[]> {
  const flags = new Map<string, Flag[]>(ids.map((id) => [id, []]));
  for (const { id, flag } of found) flags.get(id)?.push(flag);
  for (const list of flags.values()) {
    list.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  }
  return flags;
}

type Payments = Extract<Flag, { kind: "same-hash" }>["payments"];

const payments = Prisma.sql`json_agg(json_build_object('id', other.id, 'number', other.number::text, 'status', other.status,
  'createdAt', to_char(other.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'user', json_build_object('id', u.id, 'username', u.username)) ORDER BY other.number DESC) AS payments`;

type Table = "deposit" | "withdrawal";
type PaymentsKind = "same-hash" | "same-picture" | "not-traded";

async function withOthers(
  db: Db,
  kind: PaymentsKind,
  own: Own,
  others: Prisma.Sql,
): Promise<Found[]> {
  const rows = await db.$queryRaw<{ id: string; payments: Payments }[]>`
    SELECT own.id, ${payments} FROM (${own}) own CROSS JOIN LATERAL (${others} LIMIT ${MAX_NAMED}) other
    JOIN app_user u ON u.id = other.user_id
    GROUP BY own.id`;
  return rows.map(({ id, payments }) => ({ id, flag: { kind, payments } }));
}

// "number + 0" below: by the number itself the planner would walk the table from its newest row, in
// the hope of meeting the few that match.

/** Others of the table with the same hash, whatever became of them. */
const sameHash = (table: Prisma.Sql) => Prisma.sql`
  SELECT o.* FROM ${table} me JOIN ${table} o
    ON o.transaction_hash IS NOT NULL AND transaction_key(o.transaction_hash) = transaction_key(me.transaction_hash)
  WHERE me.id = own.id AND me.transaction_hash IS NOT NULL AND o.id <> me.id ORDER BY o.number + 0 DESC`;

/** Earlier deposits whose proof is the very same picture. Ids of files rise with time. */
const SAME_PICTURE = Prisma.sql`
  SELECT o.* FROM deposit me JOIN stored_file mine ON mine.id = me.proof_file_id
  CROSS JOIN LATERAL (
    SELECT f.id FROM stored_file f WHERE f.sha256 = mine.sha256 AND f.purpose = 'deposit-proof' AND f.id < mine.id
    ORDER BY f.id DESC LIMIT ${MAX_NAMED}
  ) earlier
  JOIN deposit o ON o.proof_file_id = earlier.id
  WHERE me.id = own.id ORDER BY o.number + 0 DESC`;

/** Deposits that were credited within an hour before a withdrawal, with no trade, storage or saving in between. */
const NOT_TRADED = Prisma.sql`
  SELECT o.* FROM deposit o
  WHERE o.user_id = own.user_id AND o.status = 'completed' AND o.processed_at BETWEEN own.created_at - ${TURN} AND own.created_at
    AND NOT EXISTS (SELECT FROM trade t WHERE t.user_id = o.user_id AND t.opened_at BETWEEN o.processed_at AND own.created_at)
    AND NOT EXISTS (SELECT FROM vault_conversion c WHERE c.user_id = o.user_id AND c.created_at BETWEEN o.processed_at AND own.created_at)
    AND NOT EXISTS (SELECT FROM saving_record r WHERE r.user_id = o.user_id AND r.created_at BETWEEN o.processed_at AND own.created_at)
  ORDER BY o.number + 0 DESC`;

type Large = { id: string; median: bigint; currency: string };

/** Payments far above the median of what their owner was paid before, in the same unit. */
function largeOnes(db: Db, table: Table, own: Own): Promise<Large[]> {
  const name = Prisma.raw(table);
  const amount = Prisma.raw(table === "deposit" ? "amount_e8" : "amount_micro");
  const unit = (row: string) =>
    Prisma.raw(
      table === "deposit"
        ? `${row}.currency`
        : `CASE ${row}.currency WHEN 'XAUT' THEN 'XAUT' ELSE 'USDT' END`,
    );
  return db.$queryRaw<Large[]>`
    SELECT own.id, earlier.median, ${unit("me")} AS currency FROM (${own}) own JOIN ${name} me ON me.id = own.id
    CROSS JOIN LATERAL (
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY o.amount) AS median, count(*) AS n FROM (
        SELECT e.${amount} AS amount FROM ${name} e
        WHERE e.user_id = me.user_id AND e.status = 'completed' AND e.number < me.number AND ${unit("e")} = ${unit("me")}
        ORDER BY e.number DESC LIMIT ${MAX_EARLIER}
      ) o
    ) earlier
    WHERE earlier.n >= ${MIN_EARLIER} AND me.${amount} > earlier.median * ${TIMES}::int`;
}

const ownOf = (table: Table, ids: string[]): Own =>
  Prisma.sql`SELECT id, user_id, created_at FROM ${Prisma.raw(table)} WHERE id = ANY (${ids}::uuid[])`;

/** The flags of deposits by their ids, in as many queries for a page as for one. */
export async function depositFlags(ids: string[], db: Db = prisma): Promise<Map<string, Flag[]>> {
  if (ids.length === 0) return new Map();
  const own = ownOf("deposit", ids);
  const [large, ...found] = await Promise.all([
    largeOnes(db, "deposit", own),
    withOthers(db, "same-hash", own, sameHash(Prisma.raw("deposit"))),
    withOthers(db, "same-picture", own, SAME_PICTURE),
    sharedSessions(db, own),
    sharedPhones(db, own),
    ownersFacts(db, own),
  ]);
  const amounts = large.map(({ id, median, currency }): Found => {
    const coin = currency as Currency;
    return { id, flag: { kind: "large-amount", median: formatCoin(median, coin), currency } };
  });
  return byPayment(ids, [...found.flat(), ...amounts]);
}

/** What stands in the way of knowing a withdrawal's owner: no earlier one, a new address, new passwords. */
async function newThings(db: Db, own: Own): Promise<Found[]> {
  const rows = await db.$queryRaw<
    { id: string; first: boolean; known: boolean; changedAt: Date | null }[]
  >`
    SELECT own.id,
      NOT EXISTS (SELECT FROM withdrawal e WHERE e.user_id = w.user_id AND e.status = 'completed' AND e.number < w.number) AS first,
      EXISTS (SELECT FROM withdrawal e WHERE e.user_id = w.user_id AND e.status = 'completed' AND e.number < w.number
        AND e.network = w.network AND (e.address = w.address OR (w.address ~* '^(0x|bc1)' AND lower(e.address) = lower(w.address)))) AS known,
      (SELECT max(c.at) FROM unnest(ARRAY[u.password_changed_at, u.withdraw_password_changed_at]) AS c (at)
        WHERE c.at > w.created_at - ${NEW}) AS "changedAt"
    FROM (${own}) own JOIN withdrawal w ON w.id = own.id JOIN app_user u ON u.id = w.user_id`;
  return rows.flatMap(({ id, first, known, changedAt }) => {
    const flags: Flag[] = [];
    if (first) flags.push({ kind: "first-withdrawal" });
    if (!first && !known) flags.push({ kind: "new-address" });
    if (changedAt) flags.push({ kind: "new-credentials", at: changedAt.toISOString() });
    return flags.map((flag) => ({ id, flag }));
  });
}

/** The flags of withdrawals by their ids, in as many queries for a page as for one. */
export async function withdrawalFlags(
  ids: string[],
  db: Db = prisma,
): Promise<Map<string, Flag[]>> {
  if (ids.length === 0) return new Map();
  const own = ownOf("withdrawal", ids);
  const [large, ...found] = await Promise.all([
    largeOnes(db, "withdrawal", own),
    withOthers(db, "same-hash", own, sameHash(Prisma.raw("withdrawal"))),
    withOthers(db, "not-traded", own, NOT_TRADED),
    newThings(db, own),
    sharedAddresses(db, own),
    sharedSessions(db, own),
    sharedPhones(db, own),
    ownersFacts(db, own),
  ]);
  const amounts = large.map(({ id, median, currency }): Found => {
    return { id, flag: { kind: "large-amount", median: formatMicro(median), currency } };
  });
  return byPayment(ids, [...found.flat(), ...amounts]);
}
