import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { bundle } from "../../scripts/lib/build.mjs";

/** A helper process that answers each message with one message. */
export interface Helper {
  child: ChildProcess;
  ask<Answer>(message: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a TypeScript file below bench/ as a process of its own, so that it shares no event loop. */
export function startHelper(
  file: string,
  execArgv: string[] = [],
  env: Record<string, string> = {},
): Helper {
  return helperOf(file, join(__dirname, "..", file), [...execArgv, "--import", "tsx"], env);
}

/**
 * Builds one as the site's own server is: what tsx makes of packages hashes several times slower.
 * @returns how it is started
 */
export async function buildHelper(file: string): Promise<(env: Record<string, string>) => Helper> {
  await bundle([join("bench", file)]);
  const built = join("dist/bench", file.replace(/\.ts$/, ".mjs"));
  return (env) => helperOf(file, join(__dirname, "../..", built), ["--enable-source-maps"], env);
}

function helperOf(
  file: string,
  path: string,
  execArgv: string[],
  env: Record<string, string>,
): Helper {
  const child = fork(path, {
    execArgv,
    env: { ...process.env, ...env },
    serialization: "advanced",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    child,
    ask<Answer>(message: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        const gone = () => reject(new Error(`${file} ended`));
        child.once("exit", gone);
        child.once("message", (answer) => {
          child.off("exit", gone);
          const { error } = answer as { error?: string };
          if (error) reject(new Error(`${file}: ${error}`));
          else resolve(answer as Answer);
        });
        child.send(message as object);
      });
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The other side of startHelper(): answers every message with what `work` makes of it. */
export function serveHelper<Message>(work: (message: Message) => Promise<object>): void {
  process.on("message", (message) => {
    work(message as Message).then(
      (answer) => process.send?.(answer),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once("disconnect", () => process.exit(0));
}
