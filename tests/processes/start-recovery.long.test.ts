import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@/tests/support/poll";
import type { AppProcess } from "@/tests/support/processes/app-process";
import {
  FIRST_START_MS,
  STOP_MS,
  serverOf,
  start,
  stopStarted,
} from "@/tests/support/processes/started-site";

afterEach(stopStarted, STOP_MS);

describe("npm start", () => {
  it.each([
    ["killed", (app: AppProcess) => app.killAll()],
    ["told to stop", async (app: AppProcess) => expect(await app.stop("SIGINT")).toBe(130)],
  ])(
    "starts again after it was %s in the middle of its first migrations",
    async (_how, end) => {
      const first = await start();
      await until("it migrates", () => first.output.includes("_baseline"), FIRST_START_MS);
      await end(first);
      expect(first.output).not.toContain("Ready");
      const again = await start({}, first.dataDir);
      await again.ready();
      expect(again.output).toMatch(/Applying (migration|the SQL functions)/);
    },
    FIRST_START_MS,
  );

  it(
    "leaves out an exchange that is gone, with a warning and an alert",
    async () => {
      const app = await start({
        MARKET_SOURCE: "live",
        MARKET_EXCHANGES: "okx:XAUT/USDT,nosuch:XAUT/USDT",
        LOG_LEVEL: "warn",
      });
      await app.ready();
      expect(app.output).toMatch(
        /^Warning: MARKET_EXCHANGES: there is no exchange nosuch; the index is made without it$/m,
      );
      await until("it is dropped", () =>
        /"market":"source_gone","source":"nosuch:XAUT\/USDT"/.test(app.output),
      );
      expect((await fetch(`${app.url}/api/realtime`)).status).toBe(200);
    },
    FIRST_START_MS,
  );

  it(
    "revives its database and its server, and lets a proxy know before it stops",
    async () => {
      const app = await start({ SHUTDOWN_GRACE_SECONDS: "6" });
      await app.ready();
      const health = async () => {
        const answer = await fetch(`${app.url}/api/health`).catch(() => null);
        return answer ? [answer.status, ((await answer.json()) as { status: string }).status] : [];
      };
      const serves = (what: string) =>
        until(what, async () => (await health())[0] === 200, FIRST_START_MS);
      const pidFile = join(app.dataDir, "postgres", "postmaster.pid");
      const database = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
      process.kill(database, "SIGKILL");
      await until("the database is started again", () =>
        app.output.includes("The embedded database stopped unexpectedly and is started again"),
      );
      await serves("the server finds its database");
      process.kill(serverOf(app), "SIGKILL");
      await until("the server is started again", () =>
        app.output.includes("The server ended unexpectedly (SIGKILL) and is started again."),
      );
      await serves("another server serves");

      const exit = app.stop();
      await until("health says so", async () => (await health())[1] === "stopping");
      expect((await fetch(`${app.url}/api/realtime`)).status).toBe(200);
      expect(await exit).toBe(0);
    },
    FIRST_START_MS,
  );
});
