import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@/tests/support/poll";
import { answersOn, newDataDir } from "./app-process";
import { Command, runTool } from "./commands";
import { query } from "./started-site";

/** Who is who in a cluster, as it writes down itself. */
export type Part = {
  name: string;
  role: "proxy" | "instance" | "primary" | "standby";
  port: number;
  pid: number | null;
  state: string;
};

const WHOLE = /^(takes requests|serves|every commit is on both|follows)$/;

/** Whether all of it serves, and commits are on both databases. */
export const isWhole = (parts: Part[]): boolean => parts.every(({ state }) => WHOLE.test(state));

/**
 * A port from which on a cluster finds free ones. Its databases come back to theirs, so none may be of those that the
 * system gives to connections meanwhile.
 */
export async function portForCluster(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 1_000) * 10;
    const isTaken = await Promise.all(Array.from({ length: 5 }, (_, n) => answersOn(port + n)));
    if (!isTaken.includes(true)) return port;
  }
}

/** `npm run cluster`, or another script that starts one, with people's limits out of the way. */
export class Cluster extends Command {
  readonly dataDir: string;
  readonly url: string;

  constructor(port: number, script = ["scripts/cluster.mjs"]) {
    const folder = newDataDir();
    const env = {
      NEXTAUTH_SECRET: "",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      ADMIN_PASSWORD: "admin-for-tests",
      MARKET_SOURCE: "simulated",
      RATE_LIMIT_FACTOR: "1000",
      BCRYPT_COST: "4",
      LOG_LEVEL: "warn",
    };
    super(script, env, "pipe");
    this.dataDir = join(folder, "cluster");
    this.url = `http://127.0.0.1:${port}`;
  }

  get parts(): Part[] {
    const text = readFileSync(join(this.dataDir, "cluster.json"), "utf8");
    return (JSON.parse(text) as { parts: Part[] }).parts;
  }

  /** A part by its name or role. */
  part(name: string): Part {
    const found = this.parts.find((part) => part.name === name || part.role === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  }

  /** Waits until all of it serves and commits are on both databases. */
  whole(timeoutMs = 180_000): Promise<unknown> {
    return until("the cluster is whole", () => isWhole(this.parts), timeoutMs).catch(
      (error: Error) => {
        throw new Error(`${error.message}:\n${this.output.slice(-5_000)}`);
      },
    );
  }

  /** Asks the primary as the owner. */
  async ask<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const { ownerUrl } = JSON.parse(readFileSync(join(this.dataDir, "database.json"), "utf8"));
    return query<Row>(ownerUrl, sql, values);
  }

  /** Runs one of the commands for the database, such as verify-ledger. */
  run(tool: string): Promise<{ code: unknown; said: string }> {
    return runTool(tool, { DATA_DIR: this.dataDir });
  }
}
