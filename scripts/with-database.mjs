import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { openDatabase, readAddress } from "./lib/database.mjs";
import { Fault, runMain } from "./lib/report.mjs";
import { readSecrets } from "./lib/secrets.mjs";
import { readSettings, root } from "./lib/settings.mjs";

// node scripts/with-database.mjs <command…>: runs a command against the database that `npm start`
// would use. An embedded one that is not running is started for as long as the command takes.

async function database(settings) {
  const running = settings.databaseUrl ? null : readAddress(settings.dataDir);
  if (!running) return openDatabase(settings);
  return {
    env: { DATABASE_URL: running.url, MIGRATION_DATABASE_URL: running.ownerUrl },
    close: async () => undefined,
  };
}

runMain(async () => {
  const [command, ...args] = process.argv.slice(2);
  if (!command) throw new Fault("Say which command to run.");
  const settings = readSettings();
  const { env, close } = await database(settings);
  try {
    const child = spawn(command, args, {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        DATA_DIR: settings.dataDir,
        NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || readSecrets(settings.dataDir).sessionSecret,
        PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
        ...env,
      },
    });
    // The command decides how it ends; we only clean up after it.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
    return await new Promise((resolve, reject) => {
      child.once("error", () => reject(new Fault(`There is no command ${command}.`)));
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    await close();
  }
});
