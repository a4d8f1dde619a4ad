import { createHash } from "node:crypto";
import { snapshotRead, type Tx } from "@/lib/platform/db";

/** Something that the chain, or the sessions of who is said to have acted, do not explain. */
export type AuditDifference = { seq: string; problem: string };

export type AuditReport = {
  ok: boolean;
  entries: number;
  /** The newest entry: kept elsewhere, it proves later that nothing was cut off the end. */
  head: { seq: string; hash: string };
  differences: number;
  /** The first few. */
  examples: AuditDifference[];
  durationMs: number;
};

type Link = { seq: bigint; previous_hash: Uint8Array; hash: Uint8Array; content: string };

const START = createHash("sha256").update("audit chain").digest();
const BATCH = 2_000;
const MAX_EXAMPLES = 20;

/**
 * Walks the audit log from its first entry and computes each hash again, here and not in the
 * database, in one snapshot and in constant memory. What somebody did has to have been done while
 * a session of theirs was open. Reads only.
 */
export async function verifyAudit(): Promise<AuditReport> {
  const started = performance.now();
  return snapshotRead(async (tx) => {
    // The hashes were made from times written in UTC.
    await tx.$executeRaw`SET LOCAL timezone = 'UTC'`;
    const report = await walk(tx);
    return { ...report, durationMs: Math.round(performance.now() - started) };
  });
}

async function walk(tx: Tx): Promise<Omit<AuditReport, "durationMs">> {
  let last: { seq: bigint; hash: Buffer } = { seq: 0n, hash: START };
  let entries = 0;
  let differences = 0;
  const examples: AuditDifference[] = [];
  const report = (seq: bigint, problem: string) => {
    differences += 1;
    if (examples.length < MAX_EXAMPLES) examples.push({ seq: seq.toString(), problem });
  };
  for (;;) {
    const links = await readLinks(tx, last.seq);
    for (const link of links) {
      for (const problem of problemsOf(link, last)) report(link.seq, problem);
      last = { seq: link.seq, hash: Buffer.from(link.hash) };
      entries += 1;
    }
    if (links.length < BATCH) break;
  }
  for (const { seq, actor_name } of await readWithoutSession(tx)) {
    report(seq, `was written in the name of ${actor_name}, who had no session then`);
  }
  const head = await tx.auditHead.findFirst();
  if (!head) report(last.seq, "the note of the newest entry is missing");
  else if (head.seq !== last.seq) report(last.seq, `the newest entry should be no. ${head.seq}`);
  else if (!last.hash.equals(head.hash)) report(last.seq, "is not the newest entry that was noted");
  return {
    ok: differences === 0,
    entries,
    head: { seq: last.seq.toString(), hash: last.hash.toString("hex") },
    differences,
    examples,
  };
}

/** The next entries with what their hashes cover, as the SQL function `audit_hash` says. */
function readLinks(tx: Tx, after: bigint): Promise<Link[]> {
  return tx.$queryRaw<Link[]>`
    SELECT e.seq, e.previous_hash, e.hash, jsonb_build_array(
      e.seq, e.at, e.actor_id, e.actor_name, e.action, e.target_type, e.target_id,
      e.subject_user_id, e.before, e.after, e.reason, e.request_id, e.ip)::text AS content
    FROM audit_entry e WHERE e.seq > ${after} ORDER BY e.seq LIMIT ${BATCH}`;
}

/**
 * Entries in the name of somebody who was not logged in: in the application nobody acts who is not. A session that ends
 * in the same moment counts, as does one that another server's clock begins a little later.
 */
function readWithoutSession(tx: Tx): Promise<{ seq: bigint; actor_name: string }[]> {
  return tx.$queryRaw`
    SELECT e.seq, e.actor_name FROM audit_entry e
    WHERE e.actor_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM session s WHERE s.user_id = e.actor_id AND s.created_at <= e.at + interval '1 minute'
        AND least(s.expires_at, s.revoked_at) >= e.at - interval '1 minute')
    ORDER BY e.seq`;
}

function problemsOf(link: Link, last: { seq: bigint; hash: Buffer }): string[] {
  const previous = Buffer.from(link.previous_hash);
  const hash = createHash("sha256").update(previous).update(link.content, "utf8").digest();
  const gap = link.seq - last.seq - 1n;
  return [
    ...(gap > 0n ? [`${gap} entries before it are missing`] : []),
    ...(gap === 0n && !previous.equals(last.hash) ? ["does not continue the entry before it"] : []),
    ...(hash.equals(Buffer.from(link.hash)) ? [] : ["was changed after it was written"]),
  ];
}

/** The report as text. */
export function formatAuditReport(report: AuditReport): string {
  const { entries, head, differences, examples, durationMs, ok } = report;
  return [
    `Audit log: ${entries} entries, read in ${durationMs} ms`,
    `  newest entry: no. ${head.seq}, ${head.hash}`,
    ...examples.map(({ seq, problem }) => `  WRONG no. ${seq}: ${problem}`),
    ...(differences > examples.length ? [`  and ${differences - examples.length} more`] : []),
    ok ? "The audit log verifies." : "THE AUDIT LOG DOES NOT VERIFY.",
  ].join("\n");
}
