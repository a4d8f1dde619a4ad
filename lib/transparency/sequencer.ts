/** Makes entries of what waits in the queue: docs/decisions/security/transparency.md. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Ask, Prisma } from "@/lib/platform/db";
import { inTurn } from "@/lib/platform/db/in-turn";
import { env } from "@/lib/platform/env";
import { isBusy } from "@/lib/platform/errors";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { giveWay } from "@/lib/platform/jobs/pressing";
import { log } from "@/lib/platform/log";
import { seldom } from "@/lib/platform/log/seldom";
import { entriesOf, entryText, KeptSalts, type LoggedRow } from "./entries";
import { type Identity, logOrigin, ownIdentity, previousIdentity } from "./identity";
import { importEntry } from "./import";
import { checkpointText } from "./log/checkpoint";
import { textHash } from "./log/merkle";
import { type Signer, signNote } from "./log/note";
import { Edge, type NewHash } from "./log/tiles";
import { factKey, selectTicks, type Tick, tickFact } from "./records";
import { noteNewest, waitingMs } from "./state";
import {
  HEAD,
  type Head,
  loadEdge,
  publishedSize,
  readHead,
  storeCheckpoint,
  storeFullTiles,
} from "./tree";
import { LogStopped, noteOver, noteTrouble, readTrouble } from "./trouble";
import { VERIFIER, verifierHash } from "./verifier-file";
import { haveCosigned } from "./witnesses/cosigning";

/** The advisory lock of whoever sequences; "publog" in ASCII. */
const LOCK = 0x7075626c6f67n;
/**
 * Rows a pass, which costs four round trips and a signature however many they are. What a pass does in one piece
 * takes some 5 ms for a thousand of them.
 */
const BATCH = 1000;
const INTERVAL_MS = 1_000;
/** How often the checkpoint beside the tiles is written anew, since a bucket takes money for each time. */
const STORE_MS = 10_000;
const COMPLAIN_MS = 60_000;

/** The tree as this process left it; whoever else sequenced meanwhile has made it larger. */
let kept: Edge | null = null;
const salts = new KeptSalts();

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function edgeAt(ask: Ask, size: number): Promise<Edge> {
  const edge = kept?.size === size ? kept : await loadEdge(ask, size);
  // It is changed before the commit, so it counts again only after that.
  kept = null;
  return edge;
}

type Append = {
  ids: readonly string[] | null;
  entries: readonly string[];
  origin: string;
  key: string;
};

/** Adds entries at the end and signs what the log is then. @returns the head after them, and their tree */
async function append(
  ask: Ask,
  edge: Edge,
  { ids, entries, origin, key }: Append,
  signers: readonly Signer[],
): Promise<Head & { edge: Edge }> {
  const before = edge.size;
  const above: NewHash[] = entries.flatMap((entry) => edge.add(textHash(entry)));
  const root = edge.root();
  const note = signNote(checkpointText({ origin, size: edge.size, root }), signers);
  // As two texts: the driver puts a list together value by value, and canonical JSON has no line break in it.
  await ask(Prisma.sql`
    SELECT log_append(${before}::bigint, string_to_array(${ids?.join(",") ?? null}, ',')::bigint[],
      string_to_array(${entries.join("\n")}, E'\n'), ${above.map(({ level }) => level)}::integer[],
      ${above.map(({ index }) => BigInt(index))}::bigint[], ${above.map(({ hash }) => bytesToHex(hash))}::text[],
      ${origin}, ${key}, ${bytesToHex(root)}, ${note})`);
  return { origin, key, size: edge.size, root, note, edge };
}

/** Begins the log with what was before it. */
async function begin({ signer, key }: Identity): Promise<void> {
  const entry = await importEntry(signer.name, key);
  await inTurn(LOCK, async (ask) => {
    if (await readHead(ask)) return;
    const edge = new Edge(0, []);
    await append(ask, edge, { ids: null, entries: [entry], origin: signer.name, key }, [signer]);
  });
}

const shorter = (published: number, size: number) =>
  `The public log had ${published} entries and this database has ${size} of them: restore one that has all, or name a new log with LOG_ORIGIN.`;

/**
 * Refuses to go on with less than was published: an older database was restored.
 * @throws LogStopped
 */
async function refuseShorter(origin: string, size: number): Promise<void> {
  const published = await publishedSize(origin).catch((error: unknown) => {
    throw new LogStopped(
      "unreadable",
      `The checkpoint beside the public log's tiles can't be read, so that nobody knows whether this database has all entries: ${reasonOf(error)}`,
    );
  });
  if (published <= size) return;
  throw new LogStopped("shorter", shorter(published, size));
}

/** The newest checkpoint that this process has seen: a database that has less was put in the place of its own. */
let seen: Pick<Head, "origin" | "size"> | null = null;

/** The same under a process that runs. @throws LogStopped */
function refuseReplaced(head: Head): void {
  if (logOrigin(head) !== head.origin || seen?.origin !== head.origin || seen.size <= head.size)
    return;
  throw new LogStopped("shorter", shorter(seen.size, head.size));
}

async function timeOfDatabase(ask: Ask): Promise<string> {
  const [row] = await ask<{ at: string }>(Prisma.sql`
    SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`);
  return row?.at ?? "";
}

/** Goes on under another name or key, which an entry says. @throws LogStopped for a key that nobody announced */
async function renew(ask: Ask, head: Head, own: Identity): Promise<Head & { edge: Edge }> {
  const { origin, key, size, root } = head;
  const previous = previousIdentity(head);
  const isNamed = own.signer.name !== origin;
  if (!isNamed && previous?.key !== key) {
    throw new LogStopped(
      "keyUnknown",
      `The public log is signed by ${key} and LOG_SIGNING_KEY is another: set the one that it had, or that as LOG_PREVIOUS_SIGNING_KEY, or where it is lost name a new log with LOG_ORIGIN.`,
    );
  }
  const entry = entryText("key", await timeOfDatabase(ask), {
    origin: own.signer.name,
    key: own.key,
    before: { origin, key, size: String(size), root: bytesToHex(root) },
    // What whoever trusts the old key goes by; where it is lost there is none, and they have to be told.
    announced: previous?.key === key ? signNote(`${own.key}\n`, [previous.signer]) : null,
  });
  const signers = [...(isNamed || !previous ? [] : [previous.signer]), own.signer];
  const identity = { origin: own.signer.name, key: own.key };
  return append(
    ask,
    await edgeAt(ask, size),
    { ids: null, entries: [entry], ...identity },
    signers,
  );
}

type Next = Head & { rows: (LoggedRow & { id: string })[]; ticks: Tick[] };

/** The checkpoint and what comes next in one statement, with what is read of ticks: most of a quiet log. As JSON: as in `readRows`. */
const NEXT = Prisma.sql`
  WITH next AS MATERIALIZED (
    SELECT o_nr AS nr, o_id::text AS id, o_kind AS kind, o_ref AS ref FROM log_next(${BATCH}::integer)
  )
  SELECT ${HEAD}, (SELECT coalesce(json_agg(n ORDER BY n.nr), '[]') FROM next n) AS rows, (
    SELECT coalesce(json_agg(t), '[]')
    FROM (${selectTicks(Prisma.sql`(SELECT array_agg(ref) FROM next WHERE kind = 'tick')`)}) t
  ) AS ticks
  FROM log_head h`;

/** A pass: what the log was before it and is after it, and how many rows it took. */
type Pass = { before: Head; after: Head; count: number };

/**
 * Turns what comes next into entries.
 * @returns null where there is no log yet, or another process is at it
 * @throws LogStopped
 */
async function sequence(): Promise<Pass | null> {
  const result = await inTurn(LOCK, async (ask) => {
    salts.forget();
    const [next] = await ask<Next>(NEXT);
    if (!next) return null;
    const { rows, ticks, ...before } = next;
    const own = ownIdentity(before);
    if (!own) return null;
    refuseReplaced(before);
    if (before.key !== own.key) {
      const after = await renew(ask, before, own);
      return { before, after, edge: after.edge, count: BATCH };
    }
    if (rows.length === 0) return { before, after: before, edge: null, count: 0 };
    const { origin, key, size } = before;
    const known = new Map(
      ticks.map((tick) => [factKey({ kind: "tick", ref: tick.ref }), tickFact(tick)]),
    );
    const entries = await entriesOf(ask, rows, salts, known);
    const added = { ids: rows.map(({ id }) => id), entries, origin, key };
    const after = await append(ask, await edgeAt(ask, size), added, [own.signer]);
    return { before, after, edge: after.edge, count: rows.length };
  });
  if (!result) return null;
  kept = result.edge ?? kept;
  salts.keep();
  return result;
}

let hasSaid = false;

/**
 * Says once a process which verifier the site hands out, where the log does not know it: whoever has another file was
 * given it by somebody else, or to them alone.
 */
async function sayVerifier(own: Identity): Promise<void> {
  const sha256 = await verifierHash();
  if (sha256 === null) return;
  const result = await inTurn(LOCK, async (ask) => {
    const head = await readHead(ask);
    if (head?.key !== own.key) return null;
    const [last] = await ask<{ entry: string }>(Prisma.sql`
      SELECT entry FROM log_entry WHERE kind = 'terms' ORDER BY index DESC LIMIT 1`);
    const before = last ? (JSON.parse(last.entry) as { sha256: string }).sha256 : null;
    if (before === sha256) return { edge: null };
    const entry = entryText("terms", await timeOfDatabase(ask), {
      subject: "verifier",
      file: VERIFIER,
      sha256,
      before,
    });
    const { origin, key, size } = head;
    const added = { ids: null, entries: [entry], origin, key };
    return append(ask, await edgeAt(ask, size), added, [own.signer]);
  });
  if (!result) return;
  hasSaid = true;
  kept = result.edge ?? kept;
}

let storedAt = Number.NEGATIVE_INFINITY;

/** What a bucket or a full disk refuses is made up for later, out of the database. */
async function store(before: number, after: Head): Promise<void> {
  try {
    await storeFullTiles(after.origin, before, after.size);
    if (performance.now() - storedAt < STORE_MS) return;
    await storeCheckpoint(after);
    storedAt = performance.now();
    await noteOver(["notStored"]);
  } catch (err) {
    log.warn({ event: "log.not_stored", err });
    await noteTrouble("notStored", reasonOf(err));
  }
}

/** How long what waits may wait before a process without a key says so: another one may have it. */
const KEYLESS_MS = 10_000;

/** Says that nobody signs, where that is so and no other process has said more. */
async function sayNobodySigns(): Promise<void> {
  if ((await waitingMs()) <= KEYLESS_MS) return noteOver(["keyMissing"]);
  const other = await readTrouble();
  if (other && other.code !== "keyMissing") return;
  await noteTrouble("keyMissing", "");
}

/** Whether this process has made sure of what `prepare` does. */
const isPrepared = () => storedAt > Number.NEGATIVE_INFINITY && hasSaid;

/**
 * Begins the log where there is none, and refuses to go on with one that is shorter than what was published.
 * @returns whether there was one
 * @throws LogStopped
 */
async function prepare(): Promise<boolean> {
  const head = await readHead();
  const own = ownIdentity(head);
  if (!own) return false;
  if (!head) {
    await refuseShorter(own.signer.name, 0);
    await begin(own);
    return false;
  }
  if (own.signer.name === head.origin && storedAt === Number.NEGATIVE_INFINITY) {
    await refuseShorter(head.origin, head.size);
  }
  refuseReplaced(head);
  if (!hasSaid) await sayVerifier(own);
  return true;
}

/**
 * One pass: begins the log where there is none, then makes entries of what waits.
 * @returns whether more waits
 * @throws LogStopped
 */
export async function sequenceOnce(): Promise<boolean> {
  if (!env.LOG_SIGNING_KEY) {
    await sayNobodySigns();
    return false;
  }
  if (!isPrepared() && !(await prepare())) return true;
  const pass = await sequence();
  const newest = pass?.after ?? (await readHead());
  // Another database was put in the place of its own.
  if (!newest) return !(await prepare());
  refuseReplaced(newest);
  noteNewest(newest);
  seen = { origin: newest.origin, size: newest.size };
  haveCosigned(newest);
  await noteOver(["keyUnknown", "shorter", "unreadable", "failed"]);
  if (pass && pass.count > 0) await store(pass.before.size, pass.after);
  return pass?.count === BATCH;
}

const complain = seldom(COMPLAIN_MS);

/**
 * One pass whose trouble staff are told of. What only waited for its turn is tried again.
 * @returns whether more waits
 * @throws what is no matter of settings
 */
export async function sequencePass(): Promise<boolean> {
  try {
    return await sequenceOnce();
  } catch (error) {
    if (error instanceof LogStopped) {
      await noteTrouble(error.code, error.message);
      complain((unsaid) => log.error({ event: "log.stopped", reason: error.message, unsaid }));
      return false;
    }
    if (!isBusy(error)) await noteTrouble("failed", reasonOf(error));
    throw error;
  }
}

/**
 * Keeps the log up to date. Every instance with the key does; they take turns. While options end in masses it waits: a
 * checkpoint is due within 2 s.
 */
export const startSequencer = (): Loop =>
  startLoop("log", INTERVAL_MS, async () => {
    await giveWay();
    return sequencePass();
  });
