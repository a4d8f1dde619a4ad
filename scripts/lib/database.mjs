import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lockHolder, tryLock } from "./lock.mjs";
import { startPostgres } from "./postgres.mjs";
import { complain, Fault, oneLine, say } from "./report.mjs";
import { countRestarts } from "./restarts.mjs";
import { ensureDataDir, feedPasswordOf, readDatabaseSecrets } from "./secrets.mjs";
import { firstHost } from "./settings.mjs";
import { requirePrimary, waitsForStandby } from "./succession.mjs";

const OWNER = "postgres";
const LOGIN = "app";
const FEED_LOGIN = "feed";
const DATABASE = "postgres";

const addressFile = (dataDir) => join(dataDir, "database.json");

/** Addresses of the embedded database that runs on this data folder, or null. */
export function readAddress(dataDir) {
  if (lockHolder(join(dataDir, "lock")) === null) return null;
  try {
    return JSON.parse(readFileSync(addressFile(dataDir), "utf8"));
  } catch {
    return null;
  }
}

function previousPort(dataDir) {
  try {
    return JSON.parse(readFileSync(addressFile(dataDir), "utf8")).port;
  } catch {
    return 0;
  }
}

function writeAddress(dataDir, address) {
  const file = addressFile(dataDir);
  try {
    writeFileSync(file, `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    throw new Fault(`${file} can't be written (${error.code}).`);
  }
}

/** A database's URL for another login. */
function urlFor(url, login, password) {
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/, `$1${login}:${password}@`);
}

/**
 * How the feed gets into an outside database: as FEED_DATABASE_URL says; else, where somebody else than the
 * application migrates, under a login that migrating makes; else as the application's, who may do both then.
 */
function feedLogin(settings) {
  const { migrationDatabaseUrl, feedDatabaseUrl, feedDatabasePassword } = settings;
  const directUrl = settings.sessionDatabaseUrl ?? settings.databaseUrl;
  const ownerUrl = migrationDatabaseUrl && firstHost(migrationDatabaseUrl);
  const owner = ownerUrl && URL.canParse(ownerUrl) ? new URL(ownerUrl) : null;
  const password =
    feedDatabasePassword ??
    (feedDatabaseUrl || !owner?.password || migrationDatabaseUrl === directUrl
      ? undefined
      : feedPasswordOf(decodeURIComponent(owner.password)));
  return {
    ...(password ? { FEED_DATABASE_PASSWORD: password } : {}),
    FEED_DATABASE_URL:
      feedDatabaseUrl ?? (password ? urlFor(directUrl, FEED_LOGIN, password) : directUrl),
  };
}

/**
 * Starts a server again, where it was, whenever it ends by itself.
 * @param start begins it anew, on the same port; its signal ends that
 * @returns exited (resolves once it is given up) and stop()
 */
function keepRunning(first, start, logFile) {
  const waitOf = countRestarts();
  const ending = new AbortController();
  let server = first;
  const keep = async () => {
    for (;;) {
      await server?.exited;
      if (ending.signal.aborted) return;
      const waitMs = waitOf();
      if (waitMs === null) {
        return complain(`The embedded database stopped again and again; see ${logFile}.`);
      }
      complain(`The embedded database stopped unexpectedly and is started again; see ${logFile}.`);
      await delay(waitMs);
      server = await start(ending.signal).catch((error) => {
        if (!ending.signal.aborted) complain(oneLine(error));
        return null;
      });
    }
  };
  const exited = keep();
  return {
    exited,
    async stop() {
      ending.abort();
      await server?.stop();
      await exited;
    },
  };
}

/**
 * Runs the embedded database of a data folder, which this process then owns until `close()` and starts again if it
 * dies. `signal` ends the wait for it.
 * @returns address (port, url, ownerUrl, feedUrl), pid(), exited (resolves only if it dies again and again), close()
 * @throws Fault when the folder can't be written to or is in use, or the database does not start
 */
export async function runEmbedded(dataDir, signal) {
  const lockFile = join(dataDir, "lock");
  const release = tryLock(lockFile);
  if (!release) {
    throw new Fault(
      `The data folder ${dataDir} is in use by process ${lockHolder(lockFile)}: stop it, or set another DATA_DIR.`,
    );
  }
  let kept;
  try {
    const { databasePassword, appDatabasePassword } = readDatabaseSecrets(dataDir);
    const start = (options) => startPostgres({ dataDir, password: databasePassword, ...options });
    const server = await start({ preferredPort: previousPort(dataDir), signal });
    kept = keepRunning(
      server,
      (ending) => start({ port: server.port, signal: ending }),
      join(dataDir, "postgres.log"),
    );
    const address = {
      port: server.port,
      url: server.url(LOGIN, appDatabasePassword, DATABASE),
      ownerUrl: server.url(OWNER, databasePassword, DATABASE),
    };
    writeAddress(dataDir, address);
    return {
      address,
      env: {
        DATABASE_URL: address.url,
        MIGRATION_DATABASE_URL: address.ownerUrl,
        APP_DATABASE_PASSWORD: appDatabasePassword,
        FEED_DATABASE_URL: server.url(FEED_LOGIN, feedPasswordOf(databasePassword), DATABASE),
        FEED_DATABASE_PASSWORD: feedPasswordOf(databasePassword),
      },
      exited: kept.exited,
      async close() {
        await kept.stop();
        release();
      },
    };
  } catch (error) {
    await kept?.stop();
    release();
    throw error;
  }
}

/**
 * Opens the database that the settings name: an outside one, or the embedded one of the data
 * folder (`runEmbedded`). `signal` ends the wait for it.
 * @returns env (the URLs of application, feed and owner, and the passwords of both logins, for the children),
 *   exited (resolves only if an embedded database dies again and again) and close()
 * @throws Fault when the data folder can't be written to or is in use, or the database does not start or is no primary
 */
export async function openDatabase(settings, signal) {
  const { dataDir, databaseUrl, sessionDatabaseUrl, migrationDatabaseUrl } = settings;
  ensureDataDir(dataDir);
  if (databaseUrl) {
    return {
      env: {
        DATABASE_URL: databaseUrl,
        MIGRATION_DATABASE_URL: migrationDatabaseUrl ?? sessionDatabaseUrl ?? databaseUrl,
        ...feedLogin(settings),
      },
      exited: new Promise(() => undefined),
      close: async () => undefined,
    };
  }
  requirePrimary(dataDir);
  if (waitsForStandby(dataDir)) {
    say(
      "Nothing is committed before the standby has it: npm run standby must run beside this site.",
    );
  }
  return runEmbedded(dataDir, signal);
}
