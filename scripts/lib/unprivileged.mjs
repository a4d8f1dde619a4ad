import { execFileSync } from "node:child_process";
import { chmodSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "./report.mjs";

// PostgreSQL refuses to run as root, and initdb wants a user that has a name.
const CANDIDATES = ["postgres", "nobody"];

function idsOf(user) {
  try {
    const id = (flag) =>
      Number(execFileSync("id", [flag, user], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

function canEnter(path, { uid, gid }) {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder);
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
    if ((stat.mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * How to run the database's programs. Not root: as ourselves. Root: as a system user, and where
 * that user can't walk down to the files (a clone under /root), with just the capability to do so.
 * @param {string} dataDir folder that holds the cluster; made passable for the user
 * @param {string} programs folder of the programs
 * @returns {{ uid?: number, gid?: number, wrap: string[] }} spawn options and a command prefix
 */
export function unprivileged(dataDir, programs) {
  if (process.getuid?.() !== 0) return { wrap: [] };
  const ids = CANDIDATES.map(idsOf).find((found) => found !== null);
  if (!ids)
    throw new Fault(
      `Running as root needs a system user for the database (${CANDIDATES.join(" or ")}).`,
    );
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (canEnter(dataDir, ids) && canEnter(programs, ids)) return { ...ids, wrap: [] };
  const capabilities = "+dac_override,+dac_read_search";
  const wrap = [
    "setpriv",
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    "--clear-groups",
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    "--",
  ];
  try {
    execFileSync(wrap[0], [...wrap.slice(1), "true"], { stdio: "ignore" });
  } catch {
    throw new Fault(
      `The database's user can't enter ${canEnter(dataDir, ids) ? programs : dataDir}: move it out of a private folder, or don't run as root.`,
    );
  }
  return { ids, wrap };
}
