import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./report.mjs";

// Which of two data folders' databases is the primary, and what keeps the other one from being it as well.

const fenceFile = (dataDir) => join(dataDir, "superseded.json");
const primaryFile = (dataDir) => join(dataDir, "standby.json");

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Whether the database of this data folder follows another one, or would once it runs. */
export const isStandby = (dataDir) => existsSync(join(dataDir, "postgres", "standby.signal"));

/** Whether a database is in this data folder. */
export const hasDatabase = (dataDir) => existsSync(join(dataDir, "postgres"));

/** Keeps a data folder's database from starting: that of another folder, `by`, has taken its place. */
export function fence(dataDir, by) {
  const said = { by, at: new Date().toISOString() };
  if (existsSync(dataDir))
    writeFileSync(fenceFile(dataDir), `${JSON.stringify(said, null, 2)}\n`, { mode: 0o600 });
}

/** Lets it start again, as a standby or because its place has not been taken after all. */
export const unfence = (dataDir) => rmSync(fenceFile(dataDir), { force: true });

/** The folder whose database has taken the place of this one's, or null. */
export const supersededBy = (dataDir) => read(fenceFile(dataDir))?.by ?? null;

/** Writes down which folder's database a standby follows. */
export const follows = (dataDir, primary) =>
  writeFileSync(primaryFile(dataDir), `${JSON.stringify({ primary }, null, 2)}\n`, { mode: 0o600 });

/** The folder whose database a standby follows, or null. */
export const primaryOf = (dataDir) => read(primaryFile(dataDir))?.primary ?? null;

/** Whether the commits of this data folder's database wait for a standby. */
export function waitsForStandby(dataDir) {
  const file = join(dataDir, "postgres", "postgresql.auto.conf");
  return existsSync(file) && /^synchronous_standby_names = '\w/m.test(readFileSync(file, "utf8"));
}

/** @throws Fault where a data folder's database is none that may be written to */
export function requirePrimary(dataDir) {
  const by = supersededBy(dataDir);
  if (by !== null) {
    throw new Fault(
      `The database of ${dataDir} does not start: that of ${by} has taken its place. Make it a standby: DATA_DIR=${by} npm run standby -- ${dataDir}`,
    );
  }
  if (!isStandby(dataDir)) return;
  throw new Fault(
    `The database of ${dataDir} is a standby. It follows with npm run standby -- ${dataDir}, and becomes the primary with npm run promote -- ${dataDir}.`,
  );
}
