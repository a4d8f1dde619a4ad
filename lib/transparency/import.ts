/** What the log's first entry says about everything before it. */
import { createHash } from "node:crypto";
import { askBy, snapshotRead, sql, type Tx } from "@/lib/platform/db";
import { entryText } from "./entries";
import { canonicalJson, type Json } from "./log/canonical";
import { factKey, readFacts } from "./records";

/** Rows at once, which hold the process up as a whole. */
const BATCH = 500;

type Sum = { count: string; last: string; sha256: string };

/** SHA-256 over lines, each with a newline. @param read the next ones after `last`, with the number of the last of them */
async function sumUp(
  read: (last: bigint) => Promise<{ last: bigint; lines: string[] }>,
): Promise<Sum> {
  const hash = createHash("sha256");
  let [count, last] = [0, 0n];
  for (;;) {
    const { last: next, lines } = await read(last);
    for (const line of lines) hash.update(`${line}\n`);
    count += lines.length;
    if (next === last) break;
    last = next;
  }
  return { count: String(count), last: String(last), sha256: hash.digest("hex") };
}

/** The ticks up to one, each as the entry that it would be. */
export function sumTicks(tx: Tx, limit: bigint): Promise<Sum> {
  return sumUp(async (last) => {
    const rows = await tx.$queryRaw<{ seq: bigint }[]>`
      SELECT seq FROM market_tick WHERE seq > ${last} AND seq <= ${limit} ORDER BY seq LIMIT ${BATCH}`;
    const refs = rows.map(({ seq }) => ({ kind: "tick", ref: String(seq) }));
    const facts = await readFacts(askBy(tx), refs);
    const lines = refs.map((row) => {
      const fact = facts.get(factKey(row));
      return fact ? entryText(fact.kind, fact.at, fact.open) : "";
    });
    return { last: rows.at(-1)?.seq ?? last, lines };
  });
}

type Transfer = { journal: bigint; line: Json };

/** The ledger's transfers up to a journal, by journal and line. */
export function sumTransfers(tx: Tx, limit: bigint): Promise<Sum> {
  return sumUp(async (last) => {
    const [end] = await tx.$queryRaw<{ id: bigint | null }[]>`
      SELECT max(id) AS id FROM (SELECT id FROM ledger_journal WHERE id > ${last} AND id <= ${limit} ORDER BY id LIMIT ${BATCH}) j`;
    const to = end?.id ?? last;
    const rows = await tx.$queryRaw<Transfer[]>`
      SELECT journal_id AS journal, jsonb_build_array(journal_id::text, line, debit_account_id::text, credit_account_id::text,
        amount_micro::text, currency) AS line
      FROM ledger_transfer t WHERE journal_id > ${last} AND journal_id <= ${to} ORDER BY journal_id, t.line`;
    return { last: to, lines: rows.map(({ line }) => canonicalJson(line)) };
  });
}

/**
 * The log's first entry: its name and key, and the sums of all ticks and transfers and the head of the audit log, so that
 * nothing from before it can change unseen either. Of a large site it takes minutes.
 */
export async function importEntry(origin: string, key: string): Promise<string> {
  const [limit] = await sql<{ id: bigint }[]>`SELECT log_import_limit() AS id`;
  return snapshotRead(async (tx) => {
    const [tick] = await tx.$queryRaw<{ seq: bigint; last: { [of: string]: string } }[]>`
      SELECT (SELECT coalesce(max(seq), 0) FROM market_head) AS seq, jsonb_build_object(
        'trades', (SELECT coalesce(max(number), 0) FROM trade)::text,
        'rules', (SELECT coalesce(max(id), 0) FROM site_rule_history)::text,
        'offers', (SELECT coalesce(max(id), 0) FROM option_offer)::text,
        'plans', (SELECT coalesce(max(id), 0) FROM terms_history)::text) AS last`;
    const [audit] = await tx.$queryRaw<{ seq: bigint; hash: string; at: string }[]>`
      SELECT seq, encode(hash, 'hex') AS hash,
        to_char(app_now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at FROM audit_head`;
    if (!limit || !tick || !audit) throw new Error("A query answered no row");
    return entryText("import", audit.at, {
      origin,
      key,
      ticks: await sumTicks(tx, tick.seq),
      transfers: await sumTransfers(tx, limit.id),
      last: tick.last,
      audit: { last: String(audit.seq), chainHash: audit.hash },
    });
  });
}
