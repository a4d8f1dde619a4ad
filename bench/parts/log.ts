import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildHelper } from "../support/children";
import { type BenchDatabase, openDatabase } from "../support/database";
import type { Filled, FillMessage, SignedHead } from "../support/log-filler";
import type { KeeperMessage, Proved, Sequenced } from "../support/log-keeper";
import { limited, median, type PartResult, quantile } from "../support/measure";

export type LogOptions = { entries: number; proofs: number };

/** Full bundles, so that each file of rows begins with one. */
const CHUNK = 256 * 2_000;
const GIGABYTE = 1e9;
/** Rows, indexes and files of an entry take less. */
const ENTRY_BYTES = 1_000;

/** Fills files and rows, as the sequencer would have one entry after the other. */
async function fillLog({ dataDir, owner, env }: BenchDatabase, entries: number) {
  const origin = env.LOG_ORIGIN ?? "";
  const place = createHash("sha256").update(origin).digest("hex").slice(0, 32);
  const folder = join(dataDir, "uploads/log", place);
  mkdirSync(folder, { recursive: true });
  const filler = (await buildHelper("support/log-filler.ts"))(env);
  try {
    const ask = <Answer>(message: FillMessage) => filler.ask<Answer>(message);
    // Triggers, write-ahead log and one index would cost hours and are made up for, or belong to writing alone.
    await owner.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB';
      ALTER TABLE log_entry DROP CONSTRAINT log_entry_once; ALTER TABLE log_entry SET UNLOGGED`);
    let copying = Promise.resolve();
    let [cpuSeconds, entryBytes] = [0, 0];
    for (let from = 0; from < entries; from += CHUNK) {
      const [rows, nodes] = [`entry-${from}`, `node-${from}`].map((name) =>
        join(dataDir, name),
      ) as [string, string];
      const count = Math.min(CHUNK, entries - from);
      const filled = await ask<Filled>({ do: "fill", count, folder, entries: rows, nodes });
      cpuSeconds += filled.cost.cpuSeconds;
      entryBytes += filled.entryBytes;
      await copying;
      copying = (async () => {
        await owner.query(`COPY log_entry (index, kind, ref, entry) FROM '${rows}'`);
        await owner.query(`COPY log_node (level, index, hash) FROM '${nodes}'`);
        for (const file of [rows, nodes]) rmSync(file);
      })();
    }
    await copying;
    await owner.query("ALTER TABLE log_entry ADD CONSTRAINT log_entry_once UNIQUE (kind, ref)");
    await owner.query("VACUUM (ANALYZE) log_entry, log_node");
    const head = await ask<SignedHead>({ do: "sign", origin, seed: env.LOG_SIGNING_KEY ?? "" });
    await owner.query(
      `INSERT INTO log_head (origin, key, size, root, note, at) VALUES ($1, $2, $3, decode($4, 'hex'), $5, now())`,
      [origin, head.key, head.size, head.root, head.note],
    );
    writeFileSync(join(folder, "checkpoint"), head.note);
    await owner.query("SET session_replication_role = origin; CHECKPOINT");
    return { folder, cpuSeconds, entryBytes };
  } finally {
    await filler.stop();
  }
}

const bytesBelow = (folder: string) =>
  Number(execFileSync("du", ["-sB1", folder], { encoding: "utf8" }).split("\t")[0]);

async function bytesOfTables({ owner }: BenchDatabase): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    "SELECT pg_total_relation_size('log_entry') + pg_total_relation_size('log_node') AS bytes",
  );
  return Number(rows[0]?.bytes);
}

/**
 * The public log at the size of years: how soon a process that begins has the next entry in it, how long a proof takes, and
 * how much it all takes on disk.
 */
export async function benchLog({ entries, proofs }: LogOptions): Promise<PartResult> {
  const database = await openDatabase();
  try {
    const { bavail, bsize } = statfsSync(database.dataDir);
    if (bavail * bsize < entries * ENTRY_BYTES) throw new Error("There is too little room on disk");
    const startedAt = performance.now();
    const { folder, cpuSeconds, entryBytes } = await fillLog(database, entries);
    const fillSeconds = performance.now() - startedAt;
    const files = bytesBelow(folder);
    const tables = await bytesOfTables(database);
    const start = await buildHelper("support/log-keeper.ts");
    const begunAt = performance.now();
    const keeper = start(database.env);
    try {
      const ask = <Answer>(message: KeeperMessage) => keeper.ask<Answer>(message);
      const { size, cost } = await ask<Sequenced>({ do: "sequence" });
      const restart = (performance.now() - begunAt) / 1000;
      const indexes = Array.from({ length: proofs }, () => Math.floor(Math.random() * entries));
      // The newest, and the first, whose paths are the shortest and the longest.
      const proved = await ask<Proved>({ do: "prove", indexes: [0, entries - 1, ...indexes] });
      const ms = proved.ms.slice(2);
      const name = `log of ${entries} entries`;
      const gigabytes = (bytes: number) => ({ value: bytes / GIGABYTE, unit: "GB" });
      return {
        measures: [
          limited(`${name}, start to the next entry`, restart, "s", 5),
          limited(`${name}, a proof, median`, median(ms), "ms", 50),
          limited(`${name}, a proof, 99th percentile`, quantile(ms, 0.99), "ms", 50),
          { name: `${name}, files`, ...gigabytes(files) },
          { name: `${name}, tables with indexes`, ...gigabytes(tables) },
        ],
        details: {
          fillSeconds: fillSeconds / 1000,
          fillCpuSeconds: cpuSeconds,
          entryBytes,
          sequence: cost,
          proved,
        },
        failures: size > entries ? [] : ["log: nothing was added to it"],
      };
    } finally {
      await keeper.stop();
    }
  } finally {
    await database.close();
  }
}
