import { chown, copyFile, lstat, mkdir, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

// What a copy must not have, or what its server makes anew; of these folders only what is in them.
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|(standby|recovery)\.signal|postgresql\.auto\.conf)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
/** Last, so that it speaks of nothing that was copied before it was written. */
const CONTROL = "global/pg_control";

/**
 * Copies the folder of a server that runs and has been told of it by pg_backup_start. Files that vanish meanwhile are
 * of no use to the copy either.
 */
export async function copyCluster(from, to) {
  const { uid, gid } = await lstat(from);
  const own = (path) => (process.getuid?.() === 0 ? chown(path, uid, gid) : undefined);
  const copy = async (source) => {
    const target = join(to, relative(from, source));
    await copyFile(source, target).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    await own(target);
  };
  const walk = async (folder) => {
    const inside = relative(from, folder);
    const target = join(to, inside);
    await mkdir(target, { recursive: true, mode: 0o700 });
    await own(target);
    if (EMPTIED.test(inside)) return;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(from, path);
      if (LEFT_OUT.test(name) || name === CONTROL) continue;
      if (entry.isDirectory()) await walk(path);
      else await copy(path);
    }
  };
  await walk(from);
  await copy(join(from, CONTROL));
}
