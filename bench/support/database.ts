import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startPostgres } from "../../scripts/lib/postgres.mjs";

export const BENCH_PASSWORD = "bench";

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** Makes the schema of the application in an empty database. */
export function prepareDatabase(ownerUrl: string): void {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/prepare.ts"], {
    env: {
      ...process.env,
      MIGRATION_DATABASE_URL: ownerUrl,
      APP_DATABASE_PASSWORD: BENCH_PASSWORD,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** What a process of the application is started with on a database. */
export const siteEnv = (
  server: Server,
  { dataDir, database }: { dataDir: string; database: string },
): Record<string, string> => ({
  DATABASE_URL: server.url("app", BENCH_PASSWORD, database),
  MIGRATION_DATABASE_URL: server.url("postgres", BENCH_PASSWORD, database),
  DATA_DIR: dataDir,
  NEXTAUTH_SECRET: "only-for-benchmarks-only-for-benchmarks",
  NEXTAUTH_URL: "http://localhost:3000",
  ADMIN_PASSWORD: "only-for-benchmarks",
  LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url"),
  LOG_ORIGIN: "bench.example/log",
  RATE_LIMIT_FACTOR: "100000",
  LOG_LEVEL: "error",
  NODE_ENV: "production",
});

/** A durable database with the application's schema, without a site on it. */
export interface BenchDatabase {
  dataDir: string;
  /** Of a process of the application on it. */
  env: Record<string, string>;
  /** A connection with every right. */
  owner: Client;
  close(): Promise<void>;
}

/** Starts one in an empty folder. */
export async function openDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-bench-"));
  const server = await startPostgres({ dataDir, password: BENCH_PASSWORD, durable: true });
  const ownerUrl = server.url("postgres", BENCH_PASSWORD, "postgres");
  const owner = new Client({ connectionString: ownerUrl });
  const close = async () => {
    await owner.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    prepareDatabase(ownerUrl);
    await owner.connect();
    return { dataDir, env: siteEnv(server, { dataDir, database: "postgres" }), owner, close };
  } catch (error) {
    await close();
    throw error;
  }
}
