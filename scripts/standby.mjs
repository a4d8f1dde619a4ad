import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readAddress, runEmbedded } from "./lib/database.mjs";
import { Fault, runMain, say } from "./lib/report.mjs";
import {
  ensureDataDir,
  readDatabaseSecrets,
  readLogKey,
  readPushKey,
  standbyPasswordOf,
} from "./lib/secrets.mjs";
import { readSettings } from "./lib/settings.mjs";
import {
  follow,
  forgetStandby,
  makeStandby,
  signalReload,
  untilSynchronous,
  waitForStandbys,
} from "./lib/standby.mjs";
import {
  follows,
  hasDatabase,
  isStandby,
  primaryOf,
  supersededBy,
  unfence,
} from "./lib/succession.mjs";

// npm run standby -- <folder> [--end]: keeps a copy of the embedded database of DATA_DIR, which no commit is without.

const NAME = "standby";
const LOOK_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Makes the standby, where the folder does not hold one. */
async function make(primaryDir, dataDir) {
  if (isStandby(dataDir)) return;
  if (hasDatabase(dataDir) && supersededBy(dataDir) === null) {
    throw new Fault(`${dataDir} holds a database of its own: name another folder.`);
  }
  const address = readAddress(primaryDir);
  if (!address)
    throw new Fault(
      `No database runs on ${primaryDir}: start the site first, or set its DATA_DIR.`,
    );
  say(`Copying the database of ${primaryDir} to ${dataDir}…`);
  ensureDataDir(dataDir);
  // Made now where the site never had one: the log goes on only under the key that it began with.
  readLogKey(primaryDir);
  readPushKey(primaryDir);
  for (const name of ["secrets.json", "database-secrets.json", "log-key.json", "push-key.json"]) {
    copyFileSync(join(primaryDir, name), join(dataDir, name));
  }
  const password = standbyPasswordOf(readDatabaseSecrets(primaryDir).databasePassword);
  await makeStandby({ ownerUrl: address.ownerUrl, dataDir, name: NAME, password });
  follows(dataDir, primaryDir);
  unfence(dataDir);
}

/** The primary has come, on whatever port, or has gone. @returns whether that is done */
async function change(primary, { primaryDir, dataDir, own, stop }) {
  if (!primary) {
    say(`The database of ${primaryDir} has gone. If it stays away: npm run promote -- ${dataDir}`);
    return true;
  }
  const { port, ownerUrl } = primary;
  try {
    const password = standbyPasswordOf(readDatabaseSecrets(dataDir).databasePassword);
    await follow(join(dataDir, "postgres"), { port, name: NAME, password });
    signalReload(dataDir);
    await waitForStandbys(ownerUrl, NAME);
    await untilSynchronous(ownerUrl, NAME, stop);
  } catch {
    // It has gone again, or only begins.
    return false;
  }
  say(
    `The database of ${dataDir} follows that of ${primaryDir}: nothing is acknowledged before both have it. Uploaded files are not copied.`,
  );
  say(
    `An instance that is to go on after a failover gets both: DATABASE_URL=postgresql://app:…@127.0.0.1:${port},127.0.0.1:${own}/postgres (password in ${join(dataDir, "database-secrets.json")})`,
  );
  return true;
}

/** Follows until it is told to stop, or for as long as it runs once it has become the primary. */
async function run(dataDir, stop) {
  const primaryDir = primaryOf(dataDir);
  const database = await runEmbedded(dataDir, stop);
  const place = { primaryDir, dataDir, own: database.address.port, stop };
  try {
    // Neither one nor none.
    let followed;
    while (!stop.aborted && isStandby(dataDir)) {
      const primary = readAddress(primaryDir);
      const port = primary?.port ?? null;
      if (port !== followed && (await change(primary, place))) followed = port;
      await delay(LOOK_MS, undefined, { signal: stop }).catch(() => undefined);
    }
    if (!stop.aborted) {
      say(`The database of ${dataDir} is the primary now.`);
      await Promise.race([
        database.exited,
        new Promise((end) => stop.addEventListener("abort", end)),
      ]);
    }
  } finally {
    await database.close();
  }
  if (isStandby(dataDir)) {
    say(
      "The standby has stopped, and the site commits nothing until it follows again or npm run standby -- … --end.",
    );
  }
}

runMain(async () => {
  const [folder, option] = process.argv.slice(2);
  const settings = readSettings();
  if (!folder || (option !== undefined && option !== "--end")) {
    throw new Fault("Say which folder: npm run standby -- <folder> [--end]");
  }
  if (settings.databaseUrl)
    throw new Fault("DATABASE_URL is set: a standby is made of the embedded database only.");
  const dataDir = resolve(folder);
  if (option === "--end") {
    const primary = readAddress(primaryOf(dataDir) ?? settings.dataDir);
    if (!primary) throw new Fault(`No database runs that ${dataDir} follows.`);
    await forgetStandby(primary.ownerUrl, NAME);
    say(`The site goes on without a standby. ${dataDir} can be removed.`);
    return;
  }
  const stop = new AbortController();
  for (const name of SIGNALS) process.on(name, () => stop.abort());
  await make(settings.dataDir, dataDir);
  await run(dataDir, stop.signal);
});
