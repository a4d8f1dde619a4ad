import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Password of the superuser of a server of one's own. */
export const OWN_PASSWORD = "test";

/**
 * Starts a PostgreSQL server for one test. The server module is an ES module outside the application, so a process
 * of its own runs it.
 */
export function startOwnPostgres(dataDir: string) {
  const script = `import { startPostgres } from ${JSON.stringify(join(process.cwd(), "scripts/lib/postgres.mjs"))};
    const server = await startPostgres({ dataDir: process.argv[1], password: "${OWN_PASSWORD}", durable: true });
    process.stdout.write(server.pid + " " + server.port + "\\n");
    process.stdin.resume(); process.stdin.once("end", () => void server.stop().then(() => process.exit()));
    void server.exited.then(() => process.exit());`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const ready = new Promise<{ pid: number; port: number }>((resolve, reject) => {
    // Where it takes long, it says so first.
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, pid, port] = /^(\d+) (\d+)$/.exec(line) ?? [];
      if (port) resolve({ pid: Number(pid), port: Number(port) });
    });
    void exited.then(() => reject(new Error("PostgreSQL did not start")));
  });
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  return { ready, exited, stop };
}
