import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { AppProcess, freePort, newDataDir } from "./app-process";

// Sites that are started as an operator starts them, with `npm start`.

export const FIRST_START_MS = 300_000;
export const STOP_MS = 60_000;
const STARTED: AppProcess[] = [];

/** Begins to start a site of its own. */
export async function start(
  env: Record<string, string> = {},
  dataDir = newDataDir(),
): Promise<AppProcess> {
  const app = new AppProcess(dataDir, await freePort(), env);
  STARTED.push(app);
  return app;
}

/** Stops what `start` began. */
export async function stopStarted(): Promise<void> {
  await Promise.all(STARTED.splice(0).map((app) => app.stop()));
}

/** The addresses of a site's own database, for its login and for the owner. */
export function databaseOf(app: AppProcess): { url: string; ownerUrl: string } {
  return JSON.parse(readFileSync(join(app.dataDir, "database.json"), "utf8")) as {
    url: string;
    ownerUrl: string;
  };
}

/** The process that serves. */
export function serverOf(app: AppProcess): number {
  const parent = String(app.child.pid);
  const pid = readdirSync("/proc").find((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "utf8");
      if (stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] !== parent) return false;
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("server.mjs");
    } catch {
      // Some other process, which has just ended.
      return false;
    }
  });
  return Number(pid);
}

const CONNECT_MS = 20_000;

/** Runs one statement. */
export async function query<Row = unknown>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // These databases are shut down under their clients; the query's own error is enough.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Without values the simple protocol is used, which takes several statements.
    return (await (values.length > 0 ? client.query(sql, values) : client.query(sql)))
      .rows as Row[];
  } finally {
    await client.end();
  }
}
