import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Written aside and linked into place: a reader never sees half a file, and of two processes
// that start together both use what the first one wrote.
function writeOnce(path, content) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const secret = () => randomBytes(32).toString("base64url");

/**
 * The secrets of this data folder, made on the first call and kept in secrets.json (mode 0600).
 * @returns {Record<string, string>} sessionSecret, cronSecret, metricsToken, databasePassword,
 *   appDatabasePassword
 */
export function readSecrets(dataDir) {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "secrets.json");
  if (!existsSync(path)) {
    const made = {
      sessionSecret: secret(),
      cronSecret: secret(),
      metricsToken: secret(),
      databasePassword: secret(),
      appDatabasePassword: secret(),
    };
    writeOnce(path, `${JSON.stringify(made, null, 2)}\n`);
  }
  return JSON.parse(readFileSync(path, "utf8"));
}

/**
 * The first admin's password where ADMIN_PASSWORD is unset: random, kept in admin-password (0600).
 */
export function readAdminPassword(dataDir) {
  const path = join(dataDir, "admin-password");
  if (!existsSync(path)) writeOnce(path, `${randomBytes(12).toString("base64url")}\n`);
  return readFileSync(path, "utf8").trim();
}
