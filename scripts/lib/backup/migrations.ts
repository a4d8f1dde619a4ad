import { join } from "node:path";
import { readSquash, type Squash } from "../migrations/files";
import { BackupError, type Header } from "./format";

type Migrations = Header["migrations"];

/** A list in which the baseline stands for the migrations that it replaced: they build the same tables. */
function squashed(list: Migrations, squash: Squash, present: Migrations): Migrations {
  const isOld = ({ name, checksum }: Migrations[number]) => squash.migrations[name] === checksum;
  if (list.filter(isOld).length !== Object.keys(squash.migrations).length) return list;
  const isBaseline = ({ name }: Migrations[number]) => name === squash.baseline;
  const rest = list.filter((migration) => !isOld(migration) && !isBaseline(migration));
  return [...present.filter(isBaseline), ...rest];
}

/**
 * Refuses an archive that was written with other migrations than those that are `present`.
 * @throws BackupError
 */
export function requireMigrations({ migrations }: Header, present: Migrations): void {
  const squash = readSquash(join(process.cwd(), "prisma"));
  // Databases sort names in their own ways.
  const listed = (list: Migrations) =>
    (squash ? squashed(list, squash, present) : list)
      .map(({ name, checksum }) => `${name} ${checksum}`)
      .sort()
      .join("\n");
  if (listed(present) === listed(migrations)) return;
  const last = migrations.at(-1)?.name ?? "none";
  throw new BackupError(
    `The archive was written with other migrations (the last was ${last}): restore it with that version of the application, then upgrade.`,
  );
}
