import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export type Server = { host: string; port: number; password: string };

function environment(server: Server): NodeJS.ProcessEnv {
  const { host, port, password } = server;
  return {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: "postgres",
    PGPASSWORD: password,
  };
}

/** Makes pgbench's own TPC-B-like tables: the ceiling that every number here is a ratio to. */
export async function createTpcb(server: Server, database: string, scale: number): Promise<void> {
  await run("pgbench", ["-i", "-q", "-s", String(scale), database], { env: environment(server) });
}

export type Sample = { tps: number; latencyMs: number };

export type PgbenchOptions = {
  seconds: number;
  protocol: Protocol;
  variables?: Record<string, number>;
};

/** How statements reach the server: as text each time, which is pgbench's own way, or prepared once. */
export type Protocol = "simple" | "prepared";

/**
 * Runs pgbench with 16 clients.
 * @param script a file beside this one, or null for the built-in TPC-B-like transaction
 */
export async function pgbench(
  server: Server,
  database: string,
  script: string | null,
  { seconds, protocol, variables = {} }: PgbenchOptions,
): Promise<Sample> {
  const { stdout } = await run(
    "pgbench",
    [
      ...["-n", "-c", "16", "-j", "2", "-T", String(seconds), "-M", protocol],
      ...Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]),
      ...(script ? ["-f", join(__dirname, script)] : []),
      database,
    ],
    { env: environment(server) },
  );
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  const latency = /latency average = ([\d.]+)/.exec(stdout)?.[1];
  if (!tps || !latency) throw new Error(`pgbench said: ${stdout}`);
  return { tps: Number(tps), latencyMs: Number(latency) };
}
