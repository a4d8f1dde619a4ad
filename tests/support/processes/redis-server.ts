import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { until } from "@/tests/support/poll";
import { answersOn } from "./app-process";

const PROGRAM = "/usr/bin/redis-server";

/** Whether this machine has Redis, as Debian installs it. */
export const hasRedis = existsSync(PROGRAM);

/** Starts a Redis that keeps nothing. Returns the way to kill it. */
export async function startRedis(port: number): Promise<() => Promise<void>> {
  const quiet = ["--save", "", "--appendonly", "no", "--loglevel", "warning"];
  const child = spawn(PROGRAM, ["--port", String(port), "--bind", "127.0.0.1", ...quiet], {
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  await until("Redis takes connections", () => answersOn(port));
  return async () => {
    child.kill("SIGKILL");
    await exited;
  };
}
