import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "../lock.mjs";

const LOOK_MS = 20;

/** Sends a signal to a process that may have gone. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {}
}

function read(work) {
  try {
    return work();
  } catch {
    return "";
  }
}

/** Every process of a database's server that has this folder, also one that lost its parent. Empty without /proc. */
function serversOn(cluster) {
  const folder = read(() => realpathSync(cluster));
  const ids = read(() => readdirSync("/proc")) || [];
  return ids
    .filter((id) => /^\d+$/.test(id) && folder !== "")
    .filter((id) => read(() => readlinkSync(`/proc/${id}/cwd`)) === folder)
    .filter((id) => read(() => readFileSync(`/proc/${id}/comm`, "utf8")).startsWith("postgres"))
    .map(Number);
}

/**
 * Ends every process of a database's server, also one that was stopped. When this ends nothing is written to the folder
 * any more, so that another server can take its place.
 * @param pid of the server, where it is known
 */
export async function endServer(cluster, pid) {
  for (;;) {
    const left = new Set(serversOn(cluster).filter(isAlive));
    if (pid && isAlive(pid)) left.add(pid);
    if (left.size === 0) return;
    for (const one of left) signal(one, "SIGKILL");
    await delay(LOOK_MS);
  }
}
