import { askBy, snapshotRead, type Tx } from "@/lib/platform/db";
import { entriesOf } from "./entries";
import { sumTicks, sumTransfers } from "./import";
import { sameBytes } from "./log/bytes";
import { parseCheckpoint } from "./log/checkpoint";
import { textHash } from "./log/merkle";
import { openNote, parseVerifier } from "./log/note";
import { Edge, type NewHash } from "./log/tiles";
import { PRICE_SETTINGS } from "./records";
import { type Head, readHead } from "./tree";

export type LogReport = {
  ok: boolean;
  entries: number;
  /** The newest checkpoint: kept elsewhere, it proves later that nothing was changed. */
  note: string;
  differences: number;
  /** The first few. */
  examples: string[];
  durationMs: number;
};

const BATCH = 2_000;
const MAX_EXAMPLES = 20;
/** Kinds of the log's own entries, which are about no row. */
const OF_ITS_OWN = ["import", "key", "terms"];

type Report = (problem: string, count?: number) => void;
type EntryRow = { index: bigint; kind: string; ref: string; entry: string };

/**
 * Works the public log out anew from the rows that it is about: every entry, the tree over them and the signature under
 * its root; whether a row was left out, and whether acceptances, ticks and settlements stand in their order. In one
 * snapshot and in constant memory. Changes nothing.
 */
export async function verifyLog(): Promise<LogReport> {
  const started = performance.now();
  return snapshotRead(async (tx) => {
    const examples: string[] = [];
    let differences = 0;
    const report: Report = (problem, count = 1) => {
      differences += count;
      if (count > 0 && examples.length < MAX_EXAMPLES) examples.push(problem);
    };
    const head = await readHead(askBy(tx));
    if (head) {
      await walk(tx, head, report);
      await findLeftOut(tx, report);
      await findMisplaced(tx, report);
    }
    return {
      ok: differences === 0,
      entries: head?.size ?? 0,
      note: head?.note ?? "",
      differences,
      examples,
      durationMs: Math.round(performance.now() - started),
    };
  });
}

async function walk(tx: Tx, head: Head, report: Report): Promise<void> {
  const edge = new Edge(0, []);
  const days = await readThinned(tx);
  while (edge.size < head.size) {
    const rows = await tx.$queryRaw<EntryRow[]>`
      SELECT index, kind, ref, entry FROM log_entry WHERE index >= ${BigInt(edge.size)} ORDER BY index LIMIT ${BATCH}`;
    const from = edge.size;
    const gap = rows.findIndex(({ index }, n) => Number(index) !== from + n);
    const sound = gap < 0 ? rows : rows.slice(0, gap);
    await compareWithRows(tx, sound, days, report);
    const above = sound.flatMap(({ entry }) => edge.add(textHash(entry)));
    await compareHashes(tx, above, report);
    if (gap >= 0 || rows.length === 0) {
      report(`entry ${edge.size} is missing`);
      return;
    }
  }
  if (edge.size !== head.size) report(`there are entries behind the newest checkpoint`);
  if (head.size > 0 && !sameBytes(edge.root(), head.root)) {
    report("the tree has another root than the newest checkpoint");
  }
  try {
    const signed = parseCheckpoint(openNote(head.note, [parseVerifier(head.key)]).text);
    const isIts = signed.size === head.size && sameBytes(signed.root, head.root);
    if (!isIts || signed.origin !== head.origin) report("the checkpoint says something else");
  } catch (error) {
    report(`the checkpoint: ${(error as Error).message}`);
  }
}

/** Days whose ticks were thinned, with the numbers of the first and the last, which are kept. */
type Thinned = Map<string, { firstSeq: bigint; lastSeq: bigint }>;

async function readThinned(tx: Tx): Promise<Thinned> {
  const rows = await tx.thinnedTicks.findMany();
  return new Map(rows.map(({ day, ...row }) => [day.toISOString().slice(0, 10), row]));
}

/** Whether an entry is of a tick that may have been thinned. */
function mayBeThinned(days: Thinned, { ref, entry }: EntryRow): boolean {
  const day = days.get((JSON.parse(entry) as { at: string }).at.slice(0, 10));
  return day !== undefined && day.firstSeq < BigInt(ref) && BigInt(ref) < day.lastSeq;
}

async function compareWithRows(
  tx: Tx,
  rows: EntryRow[],
  days: Thinned,
  report: Report,
): Promise<void> {
  const about = rows.filter(({ kind }) => !OF_ITS_OWN.includes(kind));
  const anew = await entriesOf(askBy(tx), about);
  about.forEach((row, n) => {
    const { index, kind, entry } = row;
    // A document can be deleted with its texts and an old price thinned, a person's record can't.
    const mayGo = kind === "document" || (kind === "tick" && mayBeThinned(days, row));
    const isGone = mayGo && anew[n]?.includes('"kind":"gone"');
    if (entry !== anew[n] && !isGone)
      report(`entry ${index}, ${kind}: the database says ${anew[n]}`);
  });
  for (const { kind, entry } of rows) {
    if (kind === "import") await compareBefore(tx, JSON.parse(entry), report);
  }
}

type Import = Record<"ticks" | "transfers", { last: string; sha256: string }> & {
  audit: { last: string; chainHash: string };
};

/** Compares what was before the log with what its first entry says of it. */
async function compareBefore(tx: Tx, { ticks, transfers, audit }: Import, report: Report) {
  if ((await sumTicks(tx, BigInt(ticks.last))).sha256 !== ticks.sha256) {
    report("ticks from before the log were changed");
  }
  if ((await sumTransfers(tx, BigInt(transfers.last))).sha256 !== transfers.sha256) {
    report("transfers from before the log were changed");
  }
  const [entry] = await tx.$queryRaw<{ hash: string }[]>`
    SELECT encode(hash, 'hex') AS hash FROM audit_entry WHERE seq = ${BigInt(audit.last)}`;
  if (audit.last !== "0" && entry?.hash !== audit.chainHash) {
    report("entries of the audit log from before the log were changed");
  }
}

async function compareHashes(tx: Tx, above: NewHash[], report: Report): Promise<void> {
  for (const { level, index, hash } of above) {
    const row = await tx.logNode.findUnique({
      where: { level_index: { level, index: BigInt(index) } },
    });
    if (!row || !sameBytes(row.hash, hash)) report(`hash ${index} of level ${level} is another`);
  }
}

/** Rows from after the log's beginning that neither became an entry nor wait to. */
async function findLeftOut(tx: Tx, report: Report): Promise<void> {
  const rows = await tx.$queryRaw<{ kind: string; count: number; ref: string }[]>`
    WITH first AS (
      SELECT (entry::jsonb ->> 'at')::timestamptz AS at, (entry::jsonb #>> '{ticks,last}')::bigint AS tick,
        (entry::jsonb #>> '{audit,last}')::bigint AS audit, entry::jsonb -> 'last' AS last
      FROM log_entry WHERE index = 0
    ), due AS (
      SELECT 'tick' AS kind, t.seq::text AS ref FROM first f, market_tick t WHERE t.seq > f.tick
      UNION ALL
      SELECT 'tick', n::text FROM first f, market_tick_thinned d, generate_series(greatest(d.first_seq, f.tick + 1), d.last_seq) n
      UNION ALL
      SELECT 'staff', e.seq::text FROM first f, audit_entry e WHERE e.seq > f.audit AND e.subject_user_id IS NOT NULL
      UNION ALL
      SELECT 'trade_accepted', t.id::text FROM first f, trade t WHERE t.number > (f.last ->> 'trades')::bigint AND t.type <> 'ai' AND t.order_id IS NULL
      UNION ALL
      SELECT 'trade_settled', t.id::text FROM first f, trade t
      WHERE t.number > (f.last ->> 'trades')::bigint AND t.settled_at IS NOT NULL
      UNION ALL
      SELECT 'order_accepted', o.id::text FROM first f, resting_order o WHERE o.accepted_at > f.at
      UNION ALL
      SELECT 'order_closed', o.id::text FROM first f, resting_order o
      WHERE o.accepted_at > f.at AND o.status IN ('cancelled', 'expired')
      UNION ALL
      SELECT 'signal', s.id::text FROM first f, strategy_signal s WHERE s.created_at > f.at
      UNION ALL
      -- A log may be older than these: from the first of each on.
      SELECT 'deposit_reported', d.id::text FROM deposit d WHERE d.number > (SELECT min(o.number) FROM deposit o
        JOIN log_entry e ON e.kind = 'deposit_reported' AND e.ref = o.id::text)
      UNION ALL
      SELECT 'withdrawal_requested', w.id::text FROM withdrawal w WHERE w.number > (SELECT min(o.number) FROM withdrawal o
        JOIN log_entry e ON e.kind = 'withdrawal_requested' AND e.ref = o.id::text)
      UNION ALL
      SELECT 'conversion_accepted', v.id::text FROM vault_conversion v WHERE v.number > (SELECT min(o.number) FROM vault_conversion o
        JOIN log_entry e ON e.kind = 'conversion_accepted' AND e.ref = o.id::text)
      UNION ALL
      SELECT 'saving_subscribed', r.id::text FROM saving_record r WHERE r.number > (SELECT min(o.number) FROM saving_record o
        JOIN log_entry e ON e.kind = 'saving_subscribed' AND e.ref = o.id::text)
      UNION ALL
      SELECT 'run_started', r.id::text FROM strategy_run r WHERE r.number > (SELECT min(o.number) FROM strategy_run o
        JOIN log_entry e ON e.kind = 'run_started' AND e.ref = o.id::text)
      UNION ALL
      SELECT 'referral_paid', c.id::text FROM referral_earning c WHERE c.created_at > (SELECT min(o.created_at) FROM referral_earning o
        JOIN log_entry e ON e.kind = 'referral_paid' AND e.ref = o.id::text)
      UNION ALL
      SELECT 'adjusted', b.id::text FROM balance_adjustment b WHERE b.status = 'applied' AND b.decided_at > (
        SELECT min(o.decided_at) FROM balance_adjustment o JOIN log_entry e ON e.kind = 'adjusted' AND e.ref = o.id::text)
      UNION ALL
      -- Whatever began in the log goes on in it.
      SELECT e.kind_of, e.ref_of FROM (
        SELECT 'deposit_ended' AS kind_of, d.id::text AS ref_of, 'deposit_reported' AS began, d.id
          FROM deposit d WHERE d.status IN ('completed', 'failed')
        UNION ALL
        SELECT 'deposit_reversed', v.deposit_id::text, 'deposit_reported', v.deposit_id FROM deposit_reversal v
        UNION ALL
        SELECT 'deposit_collected', v.deposit_id || '/' || v.collected_micro, 'deposit_reported', v.deposit_id
          FROM deposit_reversal v WHERE v.collected_micro > 0 
            AND EXISTS (SELECT FROM log_entry l WHERE l.kind = 'deposit_reversed' AND l.ref = v.deposit_id::text)
        UNION ALL
        SELECT 'run_ended', r.id::text, 'run_started', r.id FROM strategy_run r WHERE r.status = 'stopped'
        UNION ALL
        SELECT 'withdrawal_approved', w.id::text, 'withdrawal_requested', w.id FROM withdrawal w WHERE w.approved_at IS NOT NULL
        UNION ALL
        SELECT 'withdrawal_ended', w.id::text, 'withdrawal_requested', w.id
          FROM withdrawal w WHERE w.status IN ('completed', 'failed', 'cancelled')
        UNION ALL
        SELECT 'conversion_ended', v.id::text, 'conversion_accepted', v.id FROM vault_conversion v WHERE v.status <> 'pending'
        UNION ALL
        SELECT 'saving_counted', r.id || '/' || r.days_accrued, 'saving_subscribed', r.id
          FROM saving_record r WHERE r.days_accrued > 0
        UNION ALL
        SELECT 'saving_closed', r.id::text, 'saving_subscribed', r.id FROM saving_record r WHERE r.closed_at IS NOT NULL
      ) e WHERE EXISTS (SELECT FROM log_entry b WHERE b.kind = e.began AND b.ref = e.id::text)
      UNION ALL
      SELECT 'rules', h.id::text FROM first f, site_rule_history h WHERE h.id > (f.last ->> 'rules')::bigint
      UNION ALL
      SELECT 'offer', o.id::text FROM first f, option_offer o WHERE o.id > (f.last ->> 'offers')::bigint
      UNION ALL
      SELECT 'plan', h.id::text FROM first f, terms_history h 
      WHERE h.id > (f.last ->> 'plans')::bigint AND h.subject = 'saving_plan'
      UNION ALL
      SELECT 'setting', e.seq::text FROM first f, audit_entry e
      WHERE e.seq > f.audit AND e.action LIKE 'settings.%' AND e.after ?| ${PRICE_SETTINGS}::text[]
        -- An earlier version logged none of them: from the first one on each is.
        AND e.seq >= (SELECT min(l.ref::bigint) FROM log_entry l WHERE l.kind = 'setting')
      UNION ALL
      SELECT 'liabilities', l.run_id::text FROM liability_snapshot l
      UNION ALL
      SELECT 'board', b.day::text FROM board b
      UNION ALL
      SELECT 'reserve', r.id::text FROM reserve r
      UNION ALL
      SELECT 'reserve_end', r.id::text FROM reserve r WHERE r.removed_at IS NOT NULL
    )
    SELECT d.kind, count(*)::integer AS count, min(d.ref) AS ref FROM due d
    WHERE NOT EXISTS (SELECT FROM log_entry e WHERE e.kind = d.kind AND e.ref = d.ref)
      AND NOT EXISTS (SELECT FROM log_queue q WHERE q.kind = d.kind AND q.ref = d.ref)
    GROUP BY d.kind ORDER BY d.kind`;
  for (const { kind, count, ref } of rows) {
    report(`${count} rows of ${kind} were left out, such as ${ref}`, count);
  }
}

/** Trades that stand behind the tick of their entry, or end before the one of their exit. */
async function findMisplaced(tx: Tx, report: Report): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM trade t
    LEFT JOIN log_entry a ON a.kind = CASE WHEN t.order_id IS NULL THEN 'trade_accepted' ELSE 'order_accepted' END
      AND a.ref = coalesce(t.order_id, t.id)::text
    LEFT JOIN log_entry s ON s.kind = 'trade_settled' AND s.ref = t.id::text
    LEFT JOIN log_entry n ON n.kind = 'tick' AND n.ref = t.entry_tick_seq::text
    LEFT JOIN log_entry x ON x.kind = 'tick' AND x.ref = coalesce(t.exit_tick_seq, t.entry_tick_seq)::text
    WHERE a.index > n.index OR s.index < x.index OR s.index < a.index`;
  report(`${rows.length} trades stand out of order, such as ${rows[0]?.id}`, rows.length);
}

/** The report as text. */
export function formatLogReport(report: LogReport): string {
  const { entries, note, differences, examples, durationMs, ok } = report;
  if (entries === 0) return "The public log has not begun.";
  return [
    `Public log: ${entries} entries, worked out anew in ${durationMs} ms`,
    ...examples.map((problem) => `  WRONG ${problem}`),
    ...(differences > examples.length ? [`  ${differences} differences in all`] : []),
    ok ? "The public log verifies." : "THE PUBLIC LOG DOES NOT VERIFY.",
    "",
    note,
  ].join("\n");
}
