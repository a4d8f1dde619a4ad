import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { until } from "@/tests/support/poll";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import {
  databaseOf,
  FIRST_START_MS,
  query,
  STOP_MS,
  serverOf,
  start,
  stopStarted,
} from "@/tests/support/processes/started-site";

const OWN_SECRET = "a secret of more than 32 characters";

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

/** What the server was started with, as `NAME=value`. */
const environmentOfServer = (app: AppProcess): string[] =>
  readFileSync(`/proc/${serverOf(app)}/environ`, "utf8").split("\0");

/** The data folder that most tests share, since to start a site takes most of the time. */
const FOLDER = newDataDir();
let site: AppProcess | undefined;

const hasEnded = ({ child }: AppProcess) => child.exitCode !== null || child.signalCode !== null;

/** The site on the shared folder: as a test before this one left it, or started again. */
async function running(): Promise<AppProcess> {
  if (!site || hasEnded(site)) {
    site = new AppProcess(FOLDER, await freePort());
    await site.ready();
  }
  return site;
}

/** Ends the site on the shared folder, which has then been in use. */
async function endRunning(signal?: NodeJS.Signals): Promise<void> {
  expect(await (await running()).stop(signal)).toBe(0);
}

afterEach(stopStarted, STOP_MS);
afterAll(async () => {
  await site?.stop();
}, STOP_MS);

const REAL_MONEY_ONLY = [
  "NEXTAUTH_SECRET must be set when REAL_MONEY=1.",
  "ADMIN_PASSWORD must be set when REAL_MONEY=1.",
  "APP_URL: must be an https:// URL when REAL_MONEY=1",
  'REAL_MONEY=1 needs MARKET_SOURCE=live: "simulated" can record prices that are not real',
];
const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[.:/]/g, "\\$&")}$`);

/** What a start that fails complains of. */
async function faultsOf(app: AppProcess): Promise<string> {
  expect(await app.exited).toBe(1);
  const complaints = app.output
    .split("\n")
    .filter((text) => !/^(Building|Generating|Waiting|Applying)/.test(text));
  return complaints.join("\n").trim();
}

// One line for each fault, nothing else: no stack, no second complaint.
const expectFault = async (app: AppProcess, line: RegExp) =>
  expect(await faultsOf(app)).toMatch(line);

describe("npm start", () => {
  it(
    "serves from an empty data folder",
    async () => {
      const first = await running();
      const answer = await fetch(`${first.url}/api/realtime`);
      expect(await answer.json()).toEqual({ success: true, socket: true });
      expect(answer.headers.get("keep-alive")).toBe("timeout=125");
      expect((await fetch(`${first.url}/api/%`)).status).toBe(404);
      const optimised = `${first.url}/_next/image?url=/api/health&w=640&q=75`;
      expect((await fetch(optimised)).status).toBe(404);
      expect(first.output).toMatch(
        /^Administrator "admin", password \S+ \(kept in .*admin-password\)$/m,
      );
      for (const file of [
        "secrets.json",
        "database-secrets.json",
        "log-key.json",
        "admin-password",
        "database.json",
      ]) {
        expect(statSync(join(FOLDER, file)).mode & 0o777).toBe(0o600);
      }
    },
    FIRST_START_MS,
  );

  it(
    "gives the application a database user that can't change tables, with a durable database",
    async () => {
      const app = await running();
      const { url, ownerUrl } = databaseOf(app);
      const variables = environmentOfServer(app);
      expect(variables).toContain(`DATABASE_URL=${url}`);
      expect(variables).toContain("UV_THREADPOOL_SIZE=8");
      // Set and empty: what is missing Next would read from .env again.
      for (const name of ["MIGRATION_DATABASE_URL", "APP_DATABASE_PASSWORD", "ADMIN_PASSWORD"]) {
        expect(variables).toContain(`${name}=`);
      }
      expect(variables.join()).not.toContain(ownerUrl);
      await expect(query(url, "CREATE TABLE mine ()")).rejects.toThrow("permission denied");
      expect(
        await query(
          ownerUrl,
          "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
        ),
      ).toEqual([{ fsync: "on", commit: "on" }]);
    },
    FIRST_START_MS,
  );

  it(
    "says in one line that another one uses the data folder",
    async () => {
      const first = await running();
      const line =
        /^The data folder \S+ is in use by process \d+: stop it, or set another DATA_DIR\.$/;
      await expectFault(await start({}, FOLDER), line);
      expect((await fetch(`${first.url}/api/realtime`)).status).toBe(200);
    },
    FIRST_START_MS,
  );

  it(
    "finishes requests under way before it stops",
    async () => {
      const app = await running();
      const { ownerUrl } = databaseOf(app);
      // Holds the table that the answer is read from, until the stop has been asked for.
      const holder = new Client({ connectionString: ownerUrl });
      await holder.connect();
      await holder.query("BEGIN; LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE");
      const answer = fetch(`${app.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ usernameOrEmail: "nobody", password: "wrong-password" }),
      });
      await until("the request waits", async () => {
        const waiting = await query(
          ownerUrl,
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      const exit = app.stop();
      await until("it answers no more", () =>
        fetch(`${app.url}/api/realtime`).then(
          () => false,
          () => true,
        ),
      );
      await holder.query("ROLLBACK");
      await holder.end();
      expect((await answer).status).toBe(401);
      expect(await exit).toBe(0);
    },
    FIRST_START_MS,
  );

  it(
    "is quick the second time, and keeps what it made",
    async () => {
      // The test before this one leaves it ended.
      if (!site || !hasEnded(site)) await endRunning();
      const secrets = readFileSync(join(FOLDER, "secrets.json"), "utf8");
      rmSync(join(FOLDER, "admin-password"), { force: true });
      const second = await running();
      expect(second.output).not.toContain("password");
      // The administrator has theirs; another one would open nothing.
      expect(existsSync(join(FOLDER, "admin-password"))).toBe(false);
      expect(readFileSync(join(FOLDER, "secrets.json"), "utf8")).toBe(secrets);
    },
    FIRST_START_MS,
  );

  it(
    "starts again after everything was killed, with all that was committed",
    async () => {
      const killed = await running();
      await query(databaseOf(killed).ownerUrl, "CREATE TABLE survivor AS SELECT 42 AS answer");
      await killed.killAll();
      const again = await running();
      expect(await query(databaseOf(again).ownerUrl, "SELECT answer FROM survivor")).toEqual([
        { answer: 42 },
      ]);
    },
    FIRST_START_MS,
  );

  it(
    "says in one line that a demo's database takes no real money",
    async () => {
      await endRunning("SIGINT");
      const real = {
        REAL_MONEY: "1",
        MARKET_SOURCE: "live",
        APP_URL: "https://site.test",
        NEXTAUTH_SECRET: OWN_SECRET,
        ADMIN_PASSWORD: "a password",
      };
      const line =
        /^REAL_MONEY=1 needs a database that no demo was started on: this one holds play money, demo wallets(, simulated prices)?\.$/;
      await expectFault(await start(real, FOLDER), line);
    },
    FIRST_START_MS,
  );

  it(
    "takes the server and the database down when only the start script is killed",
    async () => {
      const app = await running();
      const { ownerUrl } = databaseOf(app);
      app.child.kill("SIGKILL");
      await until("the database is down", () =>
        query(ownerUrl, "SELECT 1").then(
          () => false,
          () => true,
        ),
      );
      await until("the server is down", () =>
        fetch(app.url).then(
          () => false,
          () => true,
        ),
      );
    },
    FIRST_START_MS,
  );
});

describe("npm start says in one line for each mistake", () => {
  it("that the port is taken", async () => {
    const port = await freePort();
    const other = await occupy(port);
    const app = new AppProcess(newDataDir(), port);
    await expectFault(
      app,
      /^Port \d+ is in use by another program: stop it, or set another PORT\.$/,
    );
    other.close();
  });

  // Many at once, since each start takes a second; and each has its own line all the same.
  it.each<[Record<string, string>, RegExp[], folder?: string]>([
    [
      {
        PORT: "http",
        DATABASE_URL: "mysql://x",
        LOG_LEVEL: "loud",
        APP_URL: "site.test",
        MARKET_BYBIT_WS_URL: "http://x",
        HOST: "host.invalid",
        DATA_DIR: "/dev/null/data",
        APP_DATABASE_PASSWORD: "a b",
      },
      [
        /^PORT must be a whole number from 1 to 65535, not "http"\.$/,
        /^DATABASE_URL must look like postgresql:\/\/\S+$/,
        /^LOG_LEVEL: .*expected one of.*$/,
        /^APP_URL: must be an http:\/\/ or https:\/\/ URL$/,
        /^MARKET_BYBIT_WS_URL: must be a ws:\/\/ or wss:\/\/ URL$/,
        /^HOST: host\.invalid is no address of this machine \(\w+\)\.$/,
        /^DATA_DIR: \/dev\/null\/data can't be written to \(\w+\)\.$/,
        /^APP_DATABASE_PASSWORD may hold letters, digits, - and _ only\.$/,
      ],
    ],
    [
      { APP_URL: "ftp://site.test", DATA_DIR: "/proc/nope" },
      [
        /^APP_URL: must be an http:\/\/ or https:\/\/ URL$/,
        /^DATA_DIR: \/proc\/nope can't be written to \(\w+\)\.$/,
      ],
    ],
    [{ MARKET_EXCHANGES: "okx" }, [/^MARKET_EXCHANGES: "okx" is not of the form .*$/]],
    [{ MARKET_SOURCE: "replay" }, [/^MARKET_SOURCE=replay needs MARKET_REPLAY_FILE$/]],
    [
      { DATABASE_ROLE: "nosuch" },
      [/^DATABASE_ROLE: the user of DATABASE_URL can't take the role nosuch$/],
      // Found out once the database runs: on the one that is there.
      FOLDER,
    ],
    [{ REAL_MONEY: "1" }, REAL_MONEY_ONLY.map(exactly)],
    [{ REAL_MONEY: "true" }, REAL_MONEY_ONLY.map(exactly)],
  ])(
    "that %o can't be",
    async (env, lines, folder = newDataDir()) => {
      const app = await start({ NEXTAUTH_URL: "", ...env }, folder);
      const said = (await faultsOf(app)).split("\n");
      expect(lines.filter((line) => !said.some((one) => line.test(one)))).toEqual([]);
      expect(said).toHaveLength(lines.length);
    },
    FIRST_START_MS,
  );

  it.each([
    [
      { MARKET_SOURCE: "live", MARKET_EXCHANGES: "nosuch:XAUT/USDT,nor:XAUT/USD" },
      /^MARKET_EXCHANGES: there is no exchange nosuch, nor$/,
    ],
    [
      { MARKET_SOURCE: "replay", MARKET_REPLAY_FILE: "/nonexistent.csv" },
      /^MARKET_REPLAY_FILE: \/nonexistent\.csv can't be read \(ENOENT\)$/,
    ],
    [
      { REAL_MONEY: "1", NEXTAUTH_SECRET: OWN_SECRET, ADMIN_PASSWORD: "a-password" },
      exactly(REAL_MONEY_ONLY.slice(2).join("\n")),
    ],
    [
      {
        REAL_MONEY: "1",
        MARKET_SOURCE: "live",
        APP_URL: "https://site.test",
        NEXTAUTH_SECRET: "changeme".repeat(4),
        ADMIN_PASSWORD: "admin123",
      },
      exactly(
        [
          "NEXTAUTH_SECRET: is a well-known placeholder: make up another",
          "ADMIN_PASSWORD: is a well-known password: make up another when REAL_MONEY=1",
        ].join("\n"),
      ),
    ],
  ])(
    "before it starts a database, that it can't run with %o",
    async (env, line) => {
      const app = await start(env);
      await expectFault(app, line);
      expect(existsSync(join(app.dataDir, "postgres"))).toBe(false);
    },
    FIRST_START_MS,
  );

  it(
    "that the database is dead",
    async () => {
      const url = `postgresql://app:secret@127.0.0.1:${await freePort()}/app`;
      await expectFault(
        await start({ DATABASE_URL: url }),
        /^The database can't be reached: connect ECONNREFUSED \S+$/,
      );
    },
    FIRST_START_MS,
  );
});
