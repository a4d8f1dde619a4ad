import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

// Where a whole run keeps what it throws away: its databases write thousands of files a minute.

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 6 * 2 ** 30;

/** Whether there is a file system in memory that holds what a run writes, beside what it runs. */
function hasRoom() {
  try {
    accessSync(MEMORY, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES && freemem() >= 2 * NEEDED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Makes the folder for the temporary files of everything that this process starts: in memory where
 * there is room for it, else where the system keeps them. It is gone when the process exits.
 */
export function keepTemporaryFilesInMemory() {
  if (!hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, "aurum-"));
  // Databases run as a user of their own, who has to get through it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
