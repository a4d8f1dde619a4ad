import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { openDatabase } from "./lib/database.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { complain, Fault, runMain, say } from "./lib/report.mjs";
import { killRunning, run } from "./lib/run.mjs";
import { readAdminPassword, readSecrets } from "./lib/secrets.mjs";
import { readSettings, root } from "./lib/settings.mjs";

// `npm start` and `npm run dev`: from a fresh clone to a running server, and back down in order.

const isDevelopment = process.argv.includes("--dev");
// In an image everything is in place, and what only a build needs is not.
const isBuilt = process.argv.includes("--built");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Fails early and clearly when the port is taken, before a database is started for nothing. */
function requireFreePort({ port, host }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const reason =
        error.code === "EADDRINUSE"
          ? "is in use by another program"
          : `can't be used (${error.code})`;
      reject(new Fault(`Port ${port} ${reason}: stop it, or set another PORT.`));
    });
    probe.listen(port, host, () => probe.close(resolve));
  });
}

/** The environment of the application: what is set, and what a first start makes up. */
function applicationEnv(settings) {
  const { dataDir, port, host, realMoney } = settings;
  const env = {
    ...process.env,
    NODE_ENV: isDevelopment ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || process.env.APP_URL || `http://localhost:${port}`,
  };
  if (realMoney) {
    for (const name of ["NEXTAUTH_SECRET", "ADMIN_PASSWORD"]) {
      if (!env[name]) throw new Fault(`${name} must be set when REAL_MONEY=1.`);
    }
  }
  const secrets = readSecrets(dataDir);
  env.NEXTAUTH_SECRET ||= secrets.sessionSecret;
  env.CRON_SECRET ||= secrets.cronSecret;
  env.METRICS_TOKEN ||= secrets.metricsToken;
  if (!env.ADMIN_PASSWORD) {
    env.ADMIN_PASSWORD = readAdminPassword(dataDir);
    env.ADMIN_PASSWORD_FILE = join(dataDir, "admin-password");
  }
  return env;
}

const step = (name, env) =>
  run([process.execPath, "--enable-source-maps", join(root, "dist/scripts", `${name}.mjs`)], {
    env,
    quiet: false,
  });

function spawnServer(env) {
  const tsx = [
    join(root, "node_modules/tsx/dist/cli.mjs"),
    "watch",
    "--clear-screen=false",
    "server.ts",
  ];
  const args = isDevelopment ? tsx : ["--enable-source-maps", join(root, "dist/server.mjs")];
  // The channel tells the server when we are gone, even by SIGKILL.
  return spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Runs the server until it ends; resolves with the exit code for this process. */
async function serve(env, database, interruption) {
  const server = spawnServer(env);
  const ended = new Promise((resolve) =>
    server.once("exit", (code, signal) => resolve({ code, signal })),
  );
  interruption.then(() => server.kill("SIGTERM"));
  server.on("message", (message) => {
    if (message === "ready") say(`Ready on http://localhost:${env.PORT}`);
  });
  let databaseDied = false;
  database.exited.then(() => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    databaseDied = true;
    complain(
      `The embedded database stopped unexpectedly; see ${join(env.DATA_DIR, "postgres.log")}.`,
    );
    server.kill("SIGTERM");
  });
  const { code, signal } = await ended;
  if (databaseDied) return 1;
  return code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1);
}

async function main(interruption) {
  const settings = readSettings();
  await requireFreePort(settings);
  if (!isBuilt) {
    await ensureInstalled();
    await ensureBuilt({ development: isDevelopment });
  }
  const env = applicationEnv(settings);
  await step("check-env", {
    ...env,
    DATABASE_URL: settings.databaseUrl ?? "postgresql://embedded",
  });
  const database = await openDatabase(settings);
  try {
    Object.assign(env, database.env);
    await step("prepare", env);
    await step("seed", env);
    // The server has no business with the rights of the migrating user or the first password.
    const {
      MIGRATION_DATABASE_URL: _owner,
      APP_DATABASE_PASSWORD: _login,
      ADMIN_PASSWORD: _admin,
      ...rest
    } = env;
    return await serve(rest, database, interruption.promise);
  } finally {
    await database.close();
  }
}

runMain(async () => {
  const interruption = { happened: false };
  interruption.promise = new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        interruption.happened = true;
        killRunning();
        resolve();
      });
    }
  });
  try {
    return await main(interruption);
  } catch (error) {
    // Whatever we killed on the way out has no news for anybody.
    if (interruption.happened) return 130;
    throw error;
  }
});
