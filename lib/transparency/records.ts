/**
 * What each row of the queue says in the public log. It is read from rows and columns that never change again, so it can
 * be worked out anew at any time. Amounts are in micro-units, prices of trades in 10⁻⁸, rates in parts per million.
 */
import { STAFF_NAMES } from "@/lib/audit/rules";
import { type Ask, Prisma } from "@/lib/platform/db";
import { formatPriceE8 } from "@/lib/platform/money";
import type { Json } from "./log/canonical";
import {
  type Fact,
  type Members,
  type Personal,
  personal,
  type Reader,
  type Row,
  readRows,
  time,
} from "./readers";
import { MONEY_READERS } from "./records-money";
import { RUN_READERS } from "./records-runs";

export type { Fact } from "./readers";

export type Tick = Row & {
  knownAt: string | null;
  priceE8: string;
  bidE8: string;
  askE8: string;
  sources: Json;
  simulated: boolean;
  contested: boolean;
};

/** The rows of ticks. @param refs an expression of text[] */
export const selectTicks = (refs: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT seq::text AS ref, ${time("at")} AS at, ${time("known_at")} AS "knownAt", price_e8::text AS "priceE8",
    bid_e8::text AS "bidE8", ask_e8::text AS "askE8", sources, simulated, contested
  FROM market_tick WHERE seq = ANY (${refs}::bigint[])`;

/** What such a row says. */
export const tickFact = ({ ref, at, priceE8, bidE8, askE8, ...rest }: Tick): Fact => ({
  ref,
  kind: "tick",
  at,
  open: {
    ...rest,
    seq: ref,
    price: formatPriceE8(BigInt(priceE8)),
    bid: formatPriceE8(BigInt(bidE8)),
    ask: formatPriceE8(BigInt(askE8)),
  },
});

const readTicks: Reader = async (ask, refs) => {
  const ticks = await readRows<Tick>(ask)`${selectTicks(Prisma.sql`${refs}::text[]`)}`;
  return ticks.map(tickFact);
};

/** A row that is a record as it stands. Its names are in their order, so that nothing is sorted. */
type RecordRow = Members & { id: string; at: string; user: string };

/**
 * A trade's record without a part of its own in the row: trades are most of the log, and to make an object of each in
 * SQL takes longer than to read it.
 */
const tradeFact =
  (event: string) =>
  (record: RecordRow): Fact => ({
    ref: record.id,
    kind: "trade",
    at: record.at,
    open: { event },
    personal: { userId: record.user, record },
  });

/** What somebody agreed to, before the price exists. */
const readAccepted: Reader = async (ask, refs) => {
  const rows = await readRows<RecordRow>(ask)`
    SELECT amount_micro::text AS "amountMicro", ${time("opened_at")} AS at, collateral_micro::text AS "collateralMicro",
      currency, direction, duration_seconds AS "durationSeconds", entry_delay_ms AS "entryDelayMs", 'accepted' AS event,
      fee_rate_ppm AS "feeRatePpm", id, limit_price_e8::text AS "limitPriceE8", number::text,
      payout_rate_ppm AS "payoutRatePpm", side, spread_ppm AS "spreadPpm", type, user_id AS "user"
    FROM trade WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(tradeFact("accepted"));
};

/** How a trade ended, with its prices. Only one that filled an order names it. */
const readSettled: Reader = async (ask, refs) => {
  const rows = await readRows<RecordRow & { order: string | null }>(ask)`
    SELECT amount_micro::text AS "amountMicro", ${time("settled_at")} AS at, currency, direction,
      ${time("entry_at")} AS "entryAt", entry_price_e8::text AS "entryPriceE8", entry_tick_seq::text AS "entryTick",
      'settled' AS event, exit_price_e8::text AS "exitPriceE8", exit_tick_seq::text AS "exitTick",
      ${time("expires_at")} AS "expiresAt", fee_micro::text AS "feeMicro", fee_rate_ppm AS "feeRatePpm", id,
      number::text, order_id AS "order", payout_micro::text AS "payoutMicro", pnl_micro::text AS "pnlMicro",
      received_micro::text AS "receivedMicro", strategy_run_id AS run, side, simulated, spread_ppm AS "spreadPpm",
      status, type, user_id AS "user", void_reason AS "voidReason"
    FROM trade WHERE id = ANY (${refs}::text[]::uuid[])`;
  const records = rows.map(({ order, ...record }) => (order ? { ...record, order } : record));
  return records.map(tradeFact("settled"));
};

/** An order that waits for a price, before that price exists. Its fill is the end of a trade. */
const readOrders: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("accepted_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'accepted',
      'order', id, 'number', number::text, 'type', type, 'side', side, 'currency', currency,
      'amountMicro', amount_micro::text, 'priceE8', price_e8::text, 'feeRatePpm', fee_rate_ppm, 'spreadPpm', spread_ppm,
      'expiresAt', ${time("expires_at")}) AS record
    FROM resting_order WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("trade", { event: "accepted" }));
};

/** An order that ended without a fill. */
const readClosedOrders: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("closed_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'settled',
      'order', id, 'number', number::text, 'status', status, 'reason', close_reason) AS record
    FROM resting_order WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("trade", { event: "settled" }));
};

/** States as PostgreSQL writes them, so that no number in them loses a digit; without the names of staff. */
const state = (column: "before" | "after") =>
  Prisma.sql`CASE jsonb_typeof(${Prisma.raw(column)}) WHEN 'object'
    THEN ${Prisma.raw(column)} - ${[...STAFF_NAMES]}::text[] ELSE ${Prisma.raw(column)} END`;

const readStaff: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT seq::text AS ref, ${time("at")} AS at, subject_user_id::text AS "userId", jsonb_build_object('seq', seq::text,
      'action', action, 'targetType', target_type, 'targetId', target_id, 'before', (${state("before")})::text,
      'after', (${state("after")})::text, 'reason', reason, 'chainHash', encode(hash, 'hex')) AS record
    FROM audit_entry WHERE seq = ANY (${refs}::text[]::bigint[])`;
  return rows.map(personal("staff"));
};

type Open = Row & { open: Members };
const open =
  (kind: Fact["kind"]) =>
  ({ ref, at, open: members }: Open): Fact => ({ ref, kind, at, open: members });

/** A row of rules with its numbers as texts. */
const exact = (json: Prisma.Sql) =>
  Prisma.sql`(SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
    FROM jsonb_each(${json}))`;

/** What functions of the database decide by: fees, spreads, caps, limits, products that are on, blocked countries. */
const readRules: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT h.id::text AS ref, ${time("h.since")} AS at, jsonb_build_object('subject', 'rules', 'new', ${exact(Prisma.sql`h.rule`)},
      'old', (SELECT ${exact(Prisma.sql`o.rule`)} FROM site_rule_history o WHERE o.id < h.id ORDER BY o.id DESC LIMIT 1)) AS open
    FROM site_rule_history h WHERE h.id = ANY (${refs}::text[]::bigint[])`;
  return rows.map(open("terms"));
};

/** Settings that decide prices without being a rule of a function. log_row.sql names them too. */
export const PRICE_SETTINGS = ["optionEntryDelayMs", "marketMaxSpread", "marketMaxMove"];
const priceSettings = (
  column: "before" | "after",
) => Prisma.sql`(SELECT jsonb_object_agg(s.key, s.value)
  FROM jsonb_each(${exact(Prisma.sql`e.${Prisma.raw(column)}`)}) s WHERE s.key = ANY (${PRICE_SETTINGS}::text[]))`;

const readSettings: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT e.seq::text AS ref, ${time("e.at")} AS at, jsonb_build_object('subject', 'settings',
      'old', ${priceSettings("before")}, 'new', ${priceSettings("after")}) AS open
    FROM audit_entry e WHERE e.seq = ANY (${refs}::text[]::bigint[])`;
  return rows.map(open("terms"));
};

const offerReader =
  (event: "begins" | "ends"): Reader =>
  async (ask, refs) => {
    const at = time(event === "begins" ? "offered_from" : "offered_until");
    const rows = await readRows<Open>(ask)`
      SELECT id::text AS ref, ${at} AS at, jsonb_build_object('subject', 'offer', 'event', ${event}::text,
        'durationSeconds', duration_seconds, 'payoutRatePpm', payout_rate_ppm) AS open
      FROM option_offer WHERE id = ANY (${refs}::text[]::bigint[])`;
    return rows.map(open("terms"));
  };

const readDocuments: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT v.id::text AS ref, ${time("v.created_at")} AS at, jsonb_build_object('subject', 'document', 'type', d.type,
      'language', d.language, 'version', v.version, 'sha256',
      encode(sha256(convert_to(v.title || E'\n' || v.content, 'UTF8')), 'hex')) AS open
    FROM document_version v JOIN document d ON d.id = v.document_id WHERE v.id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(open("terms"));
};

const readPlans: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT h.id::text AS ref, ${time("h.since")} AS at,
      jsonb_build_object('plan', h.subject_id, 'terms', ${exact(Prisma.sql`h.terms`)}) AS open
    FROM terms_history h WHERE h.id = ANY (${refs}::text[]::bigint[])`;
  return rows.map(open("plan"));
};

/** What all customers were owed, with the roots of the trees that show each their own. */
const readLiabilities: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT s.run_id::text AS ref, ${time("s.at")} AS at, jsonb_build_object('run', s.run_id::text, 'height', s.height::text,
      'accounts', s.accounts, 'demo', s.is_demo, 'trees', (SELECT jsonb_object_agg(t.currency, jsonb_build_object(
        'root', encode(t.root, 'hex'), 'totalMicro', t.total_micro::text, 'leaves', t.leaves))
        FROM liability_tree t WHERE t.run_id = s.run_id)) AS open
    FROM liability_snapshot s WHERE s.run_id = ANY (${refs}::text[]::bigint[])`;
  return rows.map(open("liabilities"));
};

/** What the site says that it holds at a place, with what its key signed. */
const readReserves: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT id::text AS ref, ${time("created_at")} AS at, jsonb_build_object('event', 'listed', 'id', id, 'type', kind,
      'currency', currency, 'network', network, 'address', address, 'custodian', custodian,
      'balanceE8', balance_e8::text, 'balanceAt', ${time("balance_at")}, 'block', block_number::text, 'source', source,
      'message', message, 'signature', signature, 'demo', is_demo) AS open
    FROM reserve WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(open("reserves"));
};

/** From when on the site does not say that any more. */
const readReserveEnds: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT id::text AS ref, ${time("removed_at")} AS at, jsonb_build_object('event', 'removed', 'id', id) AS open
    FROM reserve WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(open("reserves"));
};

/** How the site did, as it was published. */
const readBoards: Reader = async (ask, refs) => {
  const rows = await readRows<Open>(ask)`
    SELECT day::text AS ref, ${time("at")} AS at, jsonb_build_object('day', day, 'demo', is_demo, 'figures', figures) AS open
    FROM board WHERE day = ANY (${refs}::text[]::date[])`;
  return rows.map(open("board"));
};

/** By the kind of the queue's rows. */
const READERS: { [kind: string]: Reader } = {
  tick: readTicks,
  trade_accepted: readAccepted,
  trade_settled: readSettled,
  order_accepted: readOrders,
  order_closed: readClosedOrders,
  staff: readStaff,
  rules: readRules,
  setting: readSettings,
  offer: offerReader("begins"),
  offer_end: offerReader("ends"),
  document: readDocuments,
  plan: readPlans,
  liabilities: readLiabilities,
  board: readBoards,
  reserve: readReserves,
  reserve_end: readReserveEnds,
  ...MONEY_READERS,
  ...RUN_READERS,
};

/** Names a row in `readFacts`. */
export const factKey = ({ kind, ref }: { kind: string; ref: string }): string => `${kind} ${ref}`;

/**
 * What rows of the queue say, by `factKey`; none of those that are gone by now.
 * @param known what has been read already, by the same
 * @throws Error for an unknown kind
 */
export async function readFacts(
  ask: Ask,
  rows: readonly { kind: string; ref: string }[],
  known: ReadonlyMap<string, Fact> = new Map(),
): Promise<Map<string, Fact>> {
  const refs = new Map<string, string[]>();
  for (const row of rows) {
    if (known.has(factKey(row))) continue;
    const { kind, ref } = row;
    const own = refs.get(kind);
    if (own) own.push(ref);
    else refs.set(kind, [ref]);
  }
  const facts = new Map(known);
  for (const [kind, own] of refs) {
    const reader = READERS[kind];
    if (!reader) throw new Error(`The public log knows no ${kind}`);
    for (const fact of await reader(ask, own)) facts.set(factKey({ kind, ref: fact.ref }), fact);
  }
  return facts;
}
