import { join } from "node:path";
import { run } from "./run.mjs";
import { readAdminPassword, readLogKey, readPushKey, readSecrets } from "./secrets.mjs";
import { root } from "./settings.mjs";

// What every way to run the application gives it.

// What the server has no business with: the rights of the migrating user and the first password.
const NOT_FOR_SERVER = [
  "MIGRATION_DATABASE_URL",
  "POSTGRES_PASSWORD",
  "APP_DATABASE_PASSWORD",
  "FEED_DATABASE_PASSWORD",
  "ADMIN_PASSWORD",
];

/** The environment of the application: what is set, and what a first start makes up. */
export function applicationEnv(settings, NODE_ENV = "production") {
  const { dataDir, port, host } = settings;
  const env = {
    ...process.env,
    NODE_ENV,
    NEXT_TELEMETRY_DISABLED: "1",
    // Read once, when a process starts. Two hashes and two images work at the same time, which would be all
    // of Node's own four threads: files and tokens would wait behind them.
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE || "8",
    // Each of those threads would get arenas of its own, whose free memory glibc keeps.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || "2",
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || process.env.APP_URL || `http://localhost:${port}`,
  };
  const secrets = readSecrets(dataDir);
  env.NEXTAUTH_SECRET ||= secrets.sessionSecret;
  env.CRON_SECRET ||= secrets.cronSecret;
  env.METRICS_TOKEN ||= secrets.metricsToken;
  env.LOG_SIGNING_KEY ||= readLogKey(dataDir);
  env.PUSH_PRIVATE_KEY ||= readPushKey(dataDir);
  if (!env.ADMIN_PASSWORD) {
    // Kept once the first administrator is made with it.
    env.ADMIN_PASSWORD_FILE = join(dataDir, "admin-password");
    env.ADMIN_PASSWORD = readAdminPassword(env.ADMIN_PASSWORD_FILE);
  }
  return env;
}

/** Runs one of the steps before the server. @throws Fault with its last words */
export const step = (name, env) =>
  run([process.execPath, "--enable-source-maps", join(root, "dist/scripts", `${name}.mjs`)], {
    env,
    quiet: false,
  });

/** The same environment for the server, which a step's has more than. Empty and not left out: Next reads .env once more and sets what is missing. */
export const serverEnv = (env) => ({
  ...env,
  ...Object.fromEntries(NOT_FOR_SERVER.map((name) => [name, ""])),
});
