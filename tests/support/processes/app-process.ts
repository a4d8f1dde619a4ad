import { mkdtempSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@/tests/support/poll";
import { Command } from "./commands";

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port");
  return address.port;
}

/** Whether somebody takes connections on a port of this machine. */
export function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.end();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** An empty data folder. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "aurum-data-"));
}

/** The whole application as `npm start` runs it, in processes of its own. */
export class AppProcess extends Command {
  constructor(
    readonly dataDir: string,
    readonly port: number,
    env: Record<string, string | undefined> = {},
  ) {
    const { FEED_DATABASE_URL, NODE_OPTIONS } = process.env;
    super(["scripts/start.mjs"], {
      FEED_DATABASE_URL,
      NODE_OPTIONS,
      // What the test itself runs on is not for the application.
      NEXTAUTH_SECRET: "",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      MARKET_SOURCE: "simulated",
      ...env,
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until it serves. @throws Error with its output when it ends instead */
  async ready(timeoutMs = 240_000): Promise<void> {
    let ended = false;
    void this.exited.then(() => {
      ended = true;
    });
    await until("it is ready", () => ended || this.output.includes("Ready on"), timeoutMs);
    if (ended) throw new Error(`It did not start:\n${this.output}`);
  }

  /** Ends every process of it, the database too, without a chance to say goodbye. */
  async killAll(): Promise<void> {
    const file = join(this.dataDir, "postgres", "postmaster.pid");
    const database = Number(readFileSync(file, "utf8").split("\n")[0]);
    if (this.child.pid === undefined) throw new Error("It never started");
    process.kill(-this.child.pid, "SIGKILL");
    process.kill(database, "SIGKILL");
    await this.exited;
  }
}
