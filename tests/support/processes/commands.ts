import { type ChildProcess, spawn } from "node:child_process";
import { until } from "@/tests/support/poll";

/** A command of this project that runs, with what it has said. */
export class Command {
  readonly child: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  output = "";

  constructor(
    args: string[],
    env: Record<string, string | undefined> = {},
    stdin: "ignore" | "pipe" = "ignore",
  ) {
    this.child = spawn(process.execPath, args, {
      // Its own group, so that a test can kill all of it at once.
      detached: true,
      env: {
        ...process.env,
        DATABASE_URL: "",
        MIGRATION_DATABASE_URL: "",
        FEED_DATABASE_URL: "",
        NODE_OPTIONS: "",
        ...env,
      },
      stdio: [stdin, "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString("utf8");
      });
    }
    this.exited = new Promise((resolve) =>
      this.child.once("close", (code, signal) => resolve(code ?? signal)),
    );
  }

  /** Waits until it has said that. @throws Error with all it said when it has not in time */
  async says(what: RegExp, timeoutMs = 60_000): Promise<void> {
    await until(`it says ${what}`, () => what.test(this.output), timeoutMs).catch(() => {
      throw new Error(`It did not say ${what}:\n${this.output}`);
    });
  }

  /** Asks it to stop. @returns its exit code, or the signal that ended it */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | NodeJS.Signals | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

/**
 * Runs one of the commands for a database, such as verify-ledger.
 * @param env says which database
 * @returns its exit code, and what it said
 */
export async function runTool(
  tool: string,
  env: Record<string, string>,
): Promise<{ code: unknown; said: string }> {
  const args = ["scripts/with-database.mjs", process.execPath, `dist/scripts/${tool}.mjs`];
  const command = new Command(args, { ...env, NEXTAUTH_SECRET: "", NODE_ENV: "production" });
  return { code: await command.exited, said: command.output };
}
