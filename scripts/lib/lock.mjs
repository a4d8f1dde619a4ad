import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "./report.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** What Linux says of a process from its state on; empty where it says nothing. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** Whether a process with this id exists, whoever owns it. One that has ended and that nobody asked after is gone. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return statOf(pid)[0] !== "Z";
}

// A process id alone can come back as another program after a reboot; together with the start
// time it can't. Without /proc the id has to do.
const startedAt = (pid) => statOf(pid)[19] ?? "";

function isHeld(content) {
  const [pid, started] = content.trim().split(" ");
  const id = Number(pid);
  return Number.isInteger(id) && id > 0 && isAlive(id) && startedAt(id) === (started ?? "");
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

// Not the process id: two containers on one folder can have the same.
const beside = (path) => `${path}.${randomBytes(6).toString("hex")}`;

function removeStale(path, content) {
  const aside = `${beside(path)}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw new Fault(
      `${path} is the lock of a process that is gone, and can't be removed (${error.code}): remove it.`,
    );
  }
  // Somebody else may have replaced the dead lock between our look and our rename: give it back.
  if (read(aside) !== content) {
    try {
      linkSync(aside, path);
    } catch {}
  }
  rmSync(aside, { force: true });
}

/**
 * Takes the lock file at `path` for this process.
 * @returns a function that gives it back, or null when a living process holds it.
 * @throws Fault when its folder can't be written to, or a dead process's lock can't be removed
 */
export function tryLock(path) {
  const mine = beside(path);
  const content = `${process.pid} ${startedAt(process.pid)}\n`;
  try {
    writeFileSync(mine, content, { flag: "wx" });
  } catch (error) {
    // On a full disk it is there, and empty.
    rmSync(mine, { force: true });
    throw new Fault(`${dirname(path)} can't be written to (${error.code}).`);
  }
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        linkSync(mine, path);
        return () => {
          if (read(path) === content) unlinkSync(path);
        };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const held = read(path);
      if (held === content) return () => rmSync(path, { force: true });
      if (held !== null && isHeld(held)) return null;
      if (held !== null) removeStale(path, held);
    }
    return null;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** The id of the process that holds the lock file, or null. */
export function lockHolder(path) {
  const held = read(path);
  return held !== null && isHeld(held) ? Number(held.split(" ")[0]) : null;
}

/**
 * Runs `work` while holding the lock file; waits for whoever holds it first.
 * @throws Fault when told to stop while it waits
 */
export async function withLock(path, work, onWait = () => undefined) {
  let release = tryLock(path);
  if (release === null) release = await waitFor(path, onWait);
  try {
    return await work();
  } finally {
    release();
  }
}

async function waitFor(path, onWait) {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    // Whoever reads that it waits may stop it.
    onWait();
    for (;;) {
      await delay(200);
      if (isStopped) throw new Fault("Stopped while waiting.");
      const release = tryLock(path);
      if (release !== null) return release;
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
