import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cutLog } from "../postgres.mjs";
import { root } from "../settings.mjs";
import { signal } from "./processes.mjs";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const START_MS = 180_000;
const STOP_MS = 50_000;

/** One application server, which is started again whenever it ends. What it says goes to a file. */
export class Instance {
  /** What happens now: "away", "starting" or "running". */
  state = "away";
  child = null;
  isStopping = false;

  /** @param {{ name: string, port: number, env: Record<string, string>, logFile: string, tell: (line: string) => void }} options */
  constructor(options) {
    Object.assign(this, options);
  }

  get pid() {
    return this.child?.pid ?? null;
  }

  start() {
    this.running = this.run();
  }

  async run() {
    let waitMs = FIRST_WAIT_MS;
    while (!this.isStopping) {
      const { how, wasReady } = await this.once();
      if (this.isStopping) return;
      this.tell(`${this.name} ended (${how}) and is started again; see ${this.logFile}.`);
      // One that never served would end like that again, until what it needs is back.
      waitMs = wasReady ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
      await delay(waitMs);
    }
  }

  /** Runs one server until it ends. */
  once() {
    cutLog(this.logFile);
    const log = openSync(this.logFile, "a", 0o600);
    this.state = "starting";
    const child = spawn(
      process.execPath,
      ["--enable-source-maps", join(root, "dist/server.mjs")],
      // The channel tells it when we are gone. Its own group: Ctrl-C must reach us first.
      { cwd: root, env: this.env, detached: true, stdio: ["ignore", log, log, "ipc"] },
    );
    closeSync(log);
    this.child = child;
    const late = setTimeout(() => child.kill("SIGKILL"), START_MS);
    child.on("message", () => {
      clearTimeout(late);
      this.state = "running";
    });
    return new Promise((resolve) => {
      const end = (how) => {
        clearTimeout(late);
        const wasReady = this.state === "running";
        this.state = "away";
        this.child = null;
        resolve({ how, wasReady });
      };
      child.once("error", ({ message }) => end(message));
      child.once("exit", (code, name) => end(name ?? `code ${code}`));
    });
  }

  /** Ends it at once; another one is started. */
  kill() {
    this.child?.kill("SIGKILL");
  }

  /** Ends it in order, for good. */
  async stop() {
    this.isStopping = true;
    const { child } = this;
    if (!child) return this.running;
    // One that was stopped would not hear the other.
    signal(child.pid, "SIGCONT");
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await this.running;
    clearTimeout(late);
  }
}
