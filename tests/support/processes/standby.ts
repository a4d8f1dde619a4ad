import { rmSync } from "node:fs";
import { testDatabase } from "@/tests/support/database";
import { newDataDir } from "@/tests/support/processes/app-process";
import { Command } from "@/tests/support/processes/commands";

/**
 * A standby of a server, by default the one that the tests run on, with all its databases: each is there under its own
 * name, to be read from. Nothing waits for it.
 * @returns port, pid (of its server, for signals), urlOf (the same database and login, on the standby) and stop()
 */
export async function startStandby(ownerUrl = testDatabase().ownerUrl) {
  const folder = newDataDir();
  const command = new Command(["tests/support/processes/standby-server.mjs"], {
    OWNER_URL: ownerUrl,
    STANDBY_DIR: folder,
    STANDBY_NAME: `standby_${process.pid}`,
  });
  await command.says(/^\{.*\}$/m);
  const { port, pid } = JSON.parse(/^\{.*\}$/m.exec(command.output)?.[0] ?? "") as {
    port: number;
    pid: number;
  };
  return {
    port,
    pid,
    urlOf: (url: string) => url.replace(/@127\.0\.0\.1:\d+/, `@127.0.0.1:${port}`),
    async stop(): Promise<void> {
      await command.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
