import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@/tests/support/poll";
import { answersOn, freePort } from "./app-process";

const PROGRAM = "/usr/sbin/pgbouncer";

/** Whether this machine has PgBouncer, as Debian installs it. */
export const hasPgBouncer = existsSync(PROGRAM);

export type PgBouncer = { url: string; stop: () => Promise<void> };

/**
 * Starts PgBouncer before a database, pooling by transaction.
 * @param target how its login reaches the server
 * @param size connections to the server
 */
export async function startPgBouncer(target: string, size: number): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "aurum-pgbouncer-"));
  // It refuses to run as root, so somebody else has to read this.
  chmodSync(folder, 0o755);
  const { hostname, port: serverPort, username, password, pathname } = new URL(target);
  const port = await freePort();
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${username}" "${password}"\n`);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 200
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn(PROGRAM, [...(isRoot ? ["-u", "postgres"] : []), file], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  const exited = once(child, "exit");
  const url = `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
  await until("PgBouncer takes connections", () => answersOn(port));
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
