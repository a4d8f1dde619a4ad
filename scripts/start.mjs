import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { applicationEnv, serverEnv, step } from "./lib/application.mjs";
import { ensureBuilt, isReady } from "./lib/build.mjs";
import { openDatabase } from "./lib/database.mjs";
import { ensureInstalled, isInstalled } from "./lib/install.mjs";
import { complain, Fault, runMain, say } from "./lib/report.mjs";
import { countRestarts } from "./lib/restarts.mjs";
import { killRunning } from "./lib/run.mjs";
import { ensureDataDir } from "./lib/secrets.mjs";
import { ensureSeeded } from "./lib/seeding.mjs";
import { checkSettings, root, serverFaults } from "./lib/settings.mjs";

// `npm start` and `npm run dev`: from a fresh clone to a running server, and back down in order.

const isDevelopment = process.argv.includes("--dev");
// In an image everything is in place, and what only a build needs is not.
const isBuilt = process.argv.includes("--built");
const NODE_ENV = isDevelopment ? "development" : "production";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
// A Ctrl-C arrives from the terminal and once more from npm; a person takes longer.
const SECOND_SIGNAL_MS = 1000;

/** Fails early and clearly when the port is taken, before a database is started for nothing. */
function requireFreePort({ port, host }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }) => {
      const reasons = {
        EADDRINUSE: `Port ${port} is in use by another program: stop it, or set another PORT.`,
        EACCES: `PORT: ${port} needs rights that this user does not have.`,
      };
      reject(new Fault(reasons[code] ?? `HOST: ${host} is no address of this machine (${code}).`));
    });
    // Any port tells whether the host is right, where the port itself is not.
    probe.listen(port ?? 0, host, () => probe.close(resolve));
  });
}

/** Lets the application check its configuration; `env` may still lack what a first start makes up. */
const checkEnv = ({ databaseUrl }, env = process.env) =>
  step("check-env", {
    ...env,
    NODE_ENV,
    NEXTAUTH_SECRET: env.NEXTAUTH_SECRET || randomBytes(32).toString("base64url"),
    // As it was set: one that follows from APP_URL would say the same mistake again.
    NEXTAUTH_URL: process.env.NEXTAUTH_URL,
    DATABASE_URL: databaseUrl ?? "postgresql://embedded",
  });

/** The lines of a Fault that `check` ends with; none where it ends well. */
async function faultsOf(check) {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof Fault) return error.message.split("\n");
    throw error;
  }
}

const variableOf = (line) => /^[A-Z][A-Z0-9_]+/.exec(line)?.[0];

/**
 * All that can be told of the configuration before anything is installed or built, so that a person
 * mends it once. What the application knows is told with it where it is built already.
 * @throws Fault with a line for each mistake
 */
async function refuseMistakes(settings) {
  const faults = [
    ...settings.faults,
    ...serverFaults(settings),
    ...(await faultsOf(() => requireFreePort(settings))),
    ...(await faultsOf(async () => ensureDataDir(settings.dataDir))),
  ];
  if (faults.length === 0) return;
  if (isBuilt || (!isDevelopment && isInstalled() && isReady(false))) {
    const said = new Set(faults.map(variableOf));
    const more = await faultsOf(() => checkEnv(settings));
    faults.push(...more.filter((line) => !said.has(variableOf(line))));
  }
  throw new Fault(faults.join("\n"));
}

function spawnServer(env) {
  const tsx = [
    join(root, "node_modules/tsx/dist/cli.mjs"),
    "watch",
    "--clear-screen=false",
    "server.ts",
  ];
  const args = isDevelopment ? tsx : ["--enable-source-maps", join(root, "dist/server.mjs")];
  // The channel tells the server when we are gone, even by SIGKILL.
  return spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Runs one server until it ends. @returns how it ended, and whether it was ready before */
async function serveOnce(env, stop) {
  const server = spawnServer(env);
  const end = () => server.kill("SIGTERM");
  stop.addEventListener("abort", end);
  let isReady = false;
  server.on("message", (message) => {
    if (message !== "ready") return;
    isReady = true;
    say(`Ready on http://localhost:${env.PORT}`);
  });
  const [code, signal] = await once(server, "exit");
  stop.removeEventListener("abort", end);
  return { code: code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1), signal, isReady };
}

/**
 * Runs the server, and another one after each that ends unexpectedly, until it is told to stop or the database is
 * gone. One that ends before it ever served says why, and would say it again.
 * @returns the exit code for this process
 */
async function serve(env, database, interruption) {
  const gone = new AbortController();
  database.exited.then(() => gone.abort());
  const stop = AbortSignal.any([interruption, gone.signal]);
  const waitOf = countRestarts();
  for (;;) {
    const { code, signal, isReady } = await serveOnce(env, stop);
    if (gone.signal.aborted && !interruption.aborted) return 1;
    if (code === 0 || interruption.aborted || !isReady) return code;
    const waitMs = waitOf();
    if (waitMs === null) {
      complain("The server ended again and again.");
      return code;
    }
    complain(`The server ended unexpectedly (${signal ?? `code ${code}`}) and is started again.`);
    await delay(waitMs, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return interruption.aborted ? 0 : 1;
  }
}

// What we are told between two steps, or in one that takes no notice, counts before the next one.
async function main(interruption) {
  const settings = checkSettings();
  await refuseMistakes(settings);
  if (!isBuilt) {
    await ensureInstalled();
    interruption.throwIfAborted();
    await ensureBuilt({ development: isDevelopment, serving: !isDevelopment });
  }
  interruption.throwIfAborted();
  const env = applicationEnv(settings, NODE_ENV);
  await checkEnv(settings, env);
  interruption.throwIfAborted();
  const database = await openDatabase(settings, interruption);
  try {
    Object.assign(env, database.env);
    interruption.throwIfAborted();
    await step("prepare", env);
    interruption.throwIfAborted();
    await ensureSeeded(env);
    interruption.throwIfAborted();
    return await serve(serverEnv(env), database, interruption);
  } finally {
    await database.close();
  }
}

runMain(async () => {
  const interruption = new AbortController();
  let interruptedAt;
  for (const name of SIGNALS) {
    process.on(name, () => {
      interruptedAt ??= Date.now();
      killRunning(Date.now() - interruptedAt < SECOND_SIGNAL_MS ? "SIGTERM" : "SIGKILL");
      interruption.abort();
    });
  }
  try {
    return await main(interruption.signal);
  } catch (error) {
    // Whatever we killed on the way out has no news for anybody.
    if (interruption.signal.aborted) return 130;
    throw error;
  }
});
