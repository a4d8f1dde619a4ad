import { createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "./report.mjs";

// Written aside and linked into place: a reader never sees half a file, and of two processes
// that start together both use what the first one wrote. Their ids can be the same in two containers.
function writeOnce(path, content) {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
    linkSync(draft, path);
  } catch (error) {
    if (error.code !== "EEXIST") throw new Fault(`${path} can't be written (${error.code}).`);
  } finally {
    rmSync(draft, { force: true });
  }
}

const secret = () => randomBytes(32).toString("base64url");

function readOrMake(path, make) {
  if (!existsSync(path)) writeOnce(path, `${JSON.stringify(make(), null, 2)}\n`);
  return JSON.parse(readFileSync(path, "utf8"));
}

// Node's own way to make the parents too never ends where one of them can hold no folder, as in /proc.
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

/**
 * Makes the data folder.
 * @throws Fault when it can't be made or written to
 */
export function ensureDataDir(dataDir) {
  const probe = join(dataDir, `.probe.${randomBytes(6).toString("hex")}`);
  try {
    makeFolder(dataDir);
    writeFileSync(probe, "", { flag: "wx" });
    rmSync(probe);
  } catch (error) {
    throw new Fault(`DATA_DIR: ${dataDir} can't be written to (${error.code}).`);
  }
}

/**
 * The secrets of this data folder, made on the first call and kept in secrets.json (mode 0600).
 * @throws Fault when they can't be written, as on a full disk
 * @returns {Record<string, string>} sessionSecret, cronSecret, metricsToken
 */
export function readSecrets(dataDir) {
  ensureDataDir(dataDir);
  return readOrMake(join(dataDir, "secrets.json"), () => ({
    sessionSecret: secret(),
    cronSecret: secret(),
    metricsToken: secret(),
  }));
}

/**
 * The passwords of the embedded database, made on the first call and kept in database-secrets.json
 * (mode 0600): they belong to the cluster beside them, while secrets.json may come from elsewhere.
 * @returns {Record<string, string>} databasePassword, appDatabasePassword
 */
export function readDatabaseSecrets(dataDir) {
  // Folders of older versions have them in secrets.json.
  const { databasePassword, appDatabasePassword } = readSecrets(dataDir);
  return readOrMake(join(dataDir, "database-secrets.json"), () => ({
    databasePassword: databasePassword ?? secret(),
    appDatabasePassword: appDatabasePassword ?? secret(),
  }));
}

/**
 * What the public log is signed with, made on the first call and kept in log-key.json (mode 0600): whoever has it can
 * say in the site's name what the log holds, so it stands in no other file and in no backup.
 * @returns {string} 32 bytes in base64url
 */
export function readLogKey(dataDir) {
  ensureDataDir(dataDir);
  return readOrMake(join(dataDir, "log-key.json"), () => ({ signingKey: secret() })).signingKey;
}

/**
 * What push services know the site by, made on the first call and kept in push-key.json (mode 0600). Devices asked
 * for messages of this key: with another one each has to ask anew.
 * @returns {string} 32 bytes in base64url
 */
export function readPushKey(dataDir) {
  ensureDataDir(dataDir);
  return readOrMake(join(dataDir, "push-key.json"), () => ({ privateKey: secret() })).privateKey;
}

/**
 * The password of the feed's login where none was chosen: it follows from the owner's, which the server never gets to
 * see, so that every instance that starts makes the same.
 */
export function feedPasswordOf(ownerPassword) {
  return createHmac("sha256", ownerPassword).update("login of the feed").digest("base64url");
}

/** The password of the login that a standby follows with; it follows from the owner's, too. */
export function standbyPasswordOf(ownerPassword) {
  return createHmac("sha256", ownerPassword).update("login of the standby").digest("base64url");
}

/** The first admin's password where ADMIN_PASSWORD is unset: the one in `file`, or a new one. */
export function readAdminPassword(file) {
  // Older versions left an empty file on a full disk.
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return kept || randomBytes(12).toString("base64url");
}
