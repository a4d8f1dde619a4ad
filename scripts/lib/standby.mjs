import { lstatSync, readFileSync, rmSync } from "node:fs";
import { chown, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { copyCluster } from "./base-copy.mjs";
import { Fault } from "./report.mjs";

const LOGIN = "standby";
const LOOK_MS = 50;

/** Runs `work` with a connection of the owner, whose commits wait for no standby: there may be none yet. */
async function asOwner(url, work) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET synchronous_commit = local");
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Puts a file beside the others of the server, and as theirs. */
async function putInto(folder, name, content) {
  const path = join(folder, name);
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  const { uid, gid } = lstatSync(folder);
  if (process.getuid?.() === 0) await chown(`${path}.new`, uid, gid);
  await rename(`${path}.new`, path);
}

const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** What a standby follows, as its own settings: they are in a file, since a command line can be read by everybody. */
export function follow(cluster, { port, name, password }) {
  const primary = `host=127.0.0.1 port=${port} user=${LOGIN} password=${password} application_name=${name} connect_timeout=5 tcp_user_timeout=5000`;
  return putInto(
    cluster,
    "postgresql.auto.conf",
    `primary_conninfo = ${quoted(primary)}\nprimary_slot_name = ${quoted(name)}\nwal_retrieve_retry_interval = '500ms'\n`,
  );
}

async function reserve(client, name, password) {
  await client.query(
    `DO $$ BEGIN CREATE ROLE ${LOGIN} REPLICATION LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
     ALTER ROLE ${LOGIN} PASSWORD ${quoted(password)}`,
  );
  // Of a standby that was there before: what it still had to get is of no use to this one.
  const { rows } = await client.query(
    "SELECT active FROM pg_replication_slots WHERE slot_name = $1",
    [name],
  );
  if (rows[0]?.active) throw new Fault(`There is a standby named ${name} already.`);
  if (rows[0]) await client.query("SELECT pg_drop_replication_slot($1)", [name]);
  await client.query("SELECT pg_create_physical_replication_slot($1, true)", [name]);
}

/**
 * Makes a data folder's server, which must not run, a standby of one that runs on this machine: a copy of its folder,
 * and what it is to follow. Whatever the folder held as a server before is gone then.
 * @param {{ ownerUrl: string, dataDir: string, name: string, password: string }} options
 *   ownerUrl: of the primary; name: of the standby, as the primary knows it (a-z, 0-9 and _); password: of the login that
 *   the standby uses, which this makes
 * @throws Fault when another standby of that name follows
 */
export async function makeStandby({ ownerUrl, dataDir, name, password }) {
  const cluster = join(dataDir, "postgres");
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  await asOwner(ownerUrl, async (client) => {
    await reserve(client, name, password);
    const { rows } = await client.query(
      "SELECT current_setting('data_directory') AS folder, current_setting('port') AS port, pg_backup_start($1, fast => true)",
      [name],
    );
    const [{ folder, port }] = rows;
    await copyCluster(folder, draft);
    const stopped = await client.query(
      "SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)",
    );
    await putInto(draft, "backup_label", stopped.rows[0].labelfile);
    await putInto(draft, "standby.signal", "");
    await follow(draft, { port, name, password });
  });
  rmSync(cluster, { recursive: true, force: true });
  await rename(draft, cluster);
}

/**
 * Says which standbys a primary's commits wait for; none with an empty text. It stays when the primary starts anew.
 * @param names as PostgreSQL's synchronous_standby_names takes them
 */
export async function waitForStandbys(ownerUrl, names) {
  await asOwner(ownerUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = ${quoted(names)}`);
    await client.query("SELECT pg_reload_conf()");
  });
}

/** How far a standby, $1, is: whether commits wait for it, and whether it has all of the log up to $2. */
export const STANDBY_STATE = `SELECT sync_state = 'sync' AS waited, pg_current_wal_flush_lsn()::text AS now,
    flush_lsn::text AS flushed, flush_lsn >= $2::pg_lsn AS has
  FROM pg_stat_replication WHERE application_name = $1`;

/** Finds out, look by look, when nothing that was acknowledged can be missing on a standby. */
export class Acknowledged {
  /** From where on commits wait for it; what was acknowledged before is no later in the log. To be asked for as $2. */
  since = null;
  isFirstTime = false;

  /** @param row the standby's of STANDBY_STATE, if it follows @returns whether it has everything */
  look(row) {
    if (!row?.waited) {
      this.since = null;
      return false;
    }
    if (this.since !== null && !this.isFirstTime) return row.has;
    // Once more: servers hear a moment later than this that commits have to wait.
    this.isFirstTime = this.since === null;
    this.since = row.now;
    return false;
  }
}

/**
 * Waits until nothing that a primary acknowledges, or has acknowledged before, is missing on a standby.
 * @param signal ends the wait
 */
export async function untilSynchronous(ownerUrl, name, signal) {
  await asOwner(ownerUrl, async (client) => {
    const acknowledged = new Acknowledged();
    for (;;) {
      signal?.throwIfAborted();
      const { rows } = await client.query(STANDBY_STATE, [name, acknowledged.since]);
      if (acknowledged.look(rows[0])) return;
      await delay(LOOK_MS);
    }
  });
}

/** Ends what a standby is kept for: its place in the log, and that commits wait for it. */
export async function forgetStandby(ownerUrl, name) {
  await waitForStandbys(ownerUrl, "");
  await asOwner(ownerUrl, (client) =>
    client.query(
      "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active",
      [name],
    ),
  );
}

/** Makes a standby that runs the primary. It ends when it may be written to. */
export async function promote(ownerUrl) {
  const isPromoted = await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query("SELECT pg_promote(true, 60) AS done");
    return rows[0].done;
  });
  if (!isPromoted) throw new Fault("The standby has not become the primary within a minute.");
}

/** Lets a data folder's server read its settings anew. */
export function signalReload(dataDir) {
  const pid = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0];
  process.kill(Number(pid), "SIGHUP");
}
