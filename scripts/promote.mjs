import { join, resolve } from "node:path";
import { readAddress } from "./lib/database.mjs";
import { lockHolder, tryLock } from "./lib/lock.mjs";
import { Fault, runMain, say } from "./lib/report.mjs";
import { promote } from "./lib/standby.mjs";
import { fence, hasDatabase, isStandby, primaryOf, unfence } from "./lib/succession.mjs";

// npm run promote -- <folder>: makes a standby the primary, and keeps the one before it from being another.

/** Takes the folder of the old primary, so that it can't start meanwhile. */
function takeOver(primaryDir, dataDir) {
  if (primaryDir === null || !hasDatabase(primaryDir)) return () => undefined;
  const lockFile = join(primaryDir, "lock");
  const release = tryLock(lockFile);
  if (!release) {
    throw new Fault(
      `The database of ${primaryDir} still runs (process ${lockHolder(lockFile)}): end it first, there must not be two.`,
    );
  }
  fence(primaryDir, dataDir);
  return release;
}

runMain(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Fault("Say which folder: npm run promote -- <folder>");
  const dataDir = resolve(folder);
  if (!isStandby(dataDir)) throw new Fault(`The database of ${dataDir} is no standby.`);
  const address = readAddress(dataDir);
  if (!address) throw new Fault(`The standby does not run: npm run standby -- ${dataDir}`);
  const primaryDir = primaryOf(dataDir);
  const release = takeOver(primaryDir, dataDir);
  try {
    await promote(address.ownerUrl);
  } catch (error) {
    if (primaryDir !== null) unfence(primaryDir);
    throw error;
  } finally {
    release();
  }
  say(
    `The database of ${dataDir} is the primary now. It has no standby; one is made of the old primary:`,
  );
  say(`DATA_DIR=${dataDir} npm run standby -- ${primaryDir ?? "<folder>"}`);
});
