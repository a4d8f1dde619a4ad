import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { Client } from "pg";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import { runSqlFile } from "../../scripts/lib/sql-file";
import { until } from "../../tests/support/poll";

const TOKEN_SECONDS = 86_400;

export type BenchUser = { userId: string; token: string };

/** The production application on a durable database of its own. */
export interface BenchApp {
  url: string;
  /** A connection with every right. */
  owner: Client;
  sessionSecret: string;
  metricsToken: string;
  dataDir: string;
  /** What another instance on the same database is started with. */
  beside: Record<string, string>;
  /** Processor time that its processes and its database's have taken so far; by /proc, so 0 elsewhere. */
  cpuMs(): number;
  close(): Promise<void>;
}

const MS_PER_TICK = 10;

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Processor time of every process of a group, and of every one that works in a folder. */
function cpuMsOf(group: number | undefined, folder: string): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids
    .map((id) => {
      const stat = orEmpty(() => readFileSync(`/proc/${id}/stat`, "utf8"));
      // What follows the program's name, which may hold blanks.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const isOurs =
        Number(fields[2]) === group || orEmpty(() => readlinkSync(`/proc/${id}/cwd`)) === folder;
      return isOurs ? Number(fields[11]) + Number(fields[12]) : 0;
    })
    .reduce((sum, ticks) => sum + ticks * MS_PER_TICK, 0);
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;

/** Starts `npm start` on an empty data folder and waits until it serves and has a price. */
export async function startApp(env: Record<string, string> = {}): Promise<BenchApp> {
  const dataDir = newDataDir();
  const app = new AppProcess(dataDir, await freePort(), {
    RATE_LIMIT_FACTOR: "100000",
    LOG_LEVEL: "error",
    ...env,
  });
  const close = async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await app.ready();
    const address = readJson(join(dataDir, "database.json"));
    const secrets = readJson(join(dataDir, "secrets.json"));
    const owner = new Client({ connectionString: address.ownerUrl });
    await owner.connect();
    await until("there is a price", async () => {
      const { rowCount } = await owner.query("SELECT 1 FROM market_head WHERE seq > 0");
      return rowCount === 1;
    });
    return {
      url: app.url,
      owner,
      sessionSecret: secrets.sessionSecret ?? "",
      metricsToken: secrets.metricsToken ?? "",
      dataDir,
      beside: {
        ...env,
        RATE_LIMIT_FACTOR: "100000",
        LOG_LEVEL: "error",
        DATABASE_URL: address.url ?? "",
        MIGRATION_DATABASE_URL: address.ownerUrl ?? "",
        NEXTAUTH_SECRET: secrets.sessionSecret ?? "",
      },
      cpuMs: () => cpuMsOf(app.child.pid, join(dataDir, "postgres")),
      async close() {
        await owner.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a file beside this one as the owner, each statement by itself. */
export function runSql(
  owner: Client,
  file: string,
  variables: Record<string, number | string> = {},
): Promise<void> {
  return runSqlFile(owner, join(__dirname, file), variables);
}

/** A token for a session row, in the application's format. */
export function tokenOf(app: BenchApp, userId: string, sessionId: string): Promise<string> {
  const token = { sub: userId, sid: sessionId };
  return encode({ token, secret: app.sessionSecret, maxAge: TOKEN_SECONDS });
}

/** Adds `count` logged-in users with 1,000,000 USDT each, a funded house, and wide limits. */
export async function populate(app: BenchApp, count: number): Promise<BenchUser[]> {
  const { owner } = app;
  await runSql(owner, "populate.sql", { users: count });
  const { rows } = await owner.query<{ user_id: string; session_id: string }>(
    "SELECT user_id, session_id FROM bench_user ORDER BY n",
  );
  const users: BenchUser[] = [];
  for (const row of rows) {
    users.push({ userId: row.user_id, token: await tokenOf(app, row.user_id, row.session_id) });
  }
  return users;
}
