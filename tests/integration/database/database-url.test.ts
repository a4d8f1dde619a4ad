import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as database from "@/lib/platform/db";
import { endingSilent } from "@/lib/platform/db/silence";
import { toAppError } from "@/lib/platform/errors";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { CuttableProxy } from "@/tests/support/processes/cuttable-proxy";

let opened: typeof database | undefined;

/** The application's connections where DATABASE_URL is that. */
async function openAt(url: string): Promise<typeof database> {
  await opened?.closeDatabase();
  process.env.DATABASE_URL = url;
  Reflect.deleteProperty(globalThis, "__database");
  jest.resetModules();
  opened = await import("@/lib/platform/db");
  return opened;
}

it.each([
  "schema=public&connection_limit=5&pool_timeout=0&pgbouncer=true",
  "sslmode=disable&channel_binding=require&connect_timeout=10&target_session_attrs=read-write",
  "role=postgres",
])("both drivers connect, as the application's role, with ?%s", async (parameters) => {
  const { pool, sql } = await openAt(`${testDatabase().appUrl}?${parameters}`);
  const { rows } = await pool.query(
    "SELECT current_database() AS name, current_setting('role') AS role",
  );
  expect(rows).toEqual([{ name: testDatabase().name, role: "app_runtime" }]);
  expect(
    await sql`SELECT current_database() AS name, current_setting('role') AS role`,
  ).toMatchObject(rows);
});

it("hands certificates and their key on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "aurum-tls-"));
  const file = (name: string) => {
    writeFileSync(join(folder, name), name);
    return join(folder, name);
  };
  const parameters = new URLSearchParams({
    sslmode: "verify-full",
    sslrootcert: file("ca"),
    sslcert: file("cert"),
    sslkey: file("key"),
  });
  const { sql } = await openAt(`postgresql://app@database.test/site?${parameters}`);
  expect({ ...(sql.options.ssl as object) }).toEqual({ ca: "ca", cert: "cert", key: "key" });
});

it("takes no part of an IPv6 address for a port", async () => {
  const { sql } = await openAt("postgresql://app@[2001:db8::5]:6543/site");
  const { host, port } = sql.options;
  expect([host, port]).toEqual([["2001:db8::5"], [6543]]);
});

it("finds a socket of this machine, as hosted sites are given one", async () => {
  const { sql } = await openAt("postgresql:///site?host=/run/postgresql&user=app");
  const { path, user, database } = sql.options;
  expect([path, user, database]).toEqual(["/run/postgresql/.s.PGSQL.5432", "app", "site"]);
});

describe("behind a transaction pooler", () => {
  beforeEach(() => {
    process.env.DATABASE_SESSION_URL = testDatabase().ownerUrl;
  });
  afterEach(() => {
    delete process.env.DATABASE_SESSION_URL;
  });

  /** Asks through the pool that is open now, as a start does. */
  const requireSettings = async ({ pool }: typeof database) => {
    const { requireSessionSettings } = await import("@/lib/platform/db/pooled");
    await requireSessionSettings(async (statement) => (await pool.query(statement)).rows);
  };

  it("nothing is asked of a connection and nothing left on it", async () => {
    const { pool, prisma, sql } = await openAt(testDatabase().appUrl);
    await sql`SELECT ${1}::int`;
    await prisma.setting.count();
    const one = await pool.connect();
    await one.query({ name: "kept", text: "SELECT $1::int", values: [1] });
    const { rows } = await one.query(
      "SELECT count(*)::int AS named, current_setting('role') AS role FROM pg_prepared_statements",
    );
    one.release();
    expect(rows).toEqual([{ named: 0, role: "none" }]);
    expect(await sql`SELECT FROM pg_prepared_statements`).toHaveLength(0);
  });

  it("a start says what its connections have to come with", async () => {
    const refused = await requireSettings(await openAt(testDatabase().appUrl)).catch(String);
    const [, statements = ""] = / run: (.*); and let the pooler /.exec(String(refused)) ?? [];
    await testDatabase().query(statements);
    const opened = await openAt(testDatabase().appUrl);
    await requireSettings(opened);
    const { rows } = await opened.pool.query(
      "SELECT current_user AS me, current_setting('lock_timeout') AS wait",
    );
    expect(rows).toEqual([{ me: "app_runtime", wait: "3s" }]);
  });
});

/** What was asked is answered or refused as while the database is away, for as long as it takes. */
async function answeredAgain(ask: () => PromiseLike<unknown>): Promise<void> {
  await until("it is answered", async () => {
    try {
      await ask();
      return true;
    } catch (error) {
      expect(toAppError(error).code).toBe("SERVICE_UNAVAILABLE");
      return false;
    }
  });
}

it("everything follows the primary over several hosts, also from one that says nothing any more", async () => {
  const [, port = ""] = /:(\d+)\//.exec(testDatabase().appUrl) ?? [];
  const one = await CuttableProxy.to(Number(port));
  const two = await CuttableProxy.to(Number(port));
  const gone = await CuttableProxy.to(Number(port));
  await gone.close();
  const url = (login: string) =>
    login.replace(`127.0.0.1:${port}`, [gone, one, two].map((at) => `127.0.0.1:${at.port}`).join());
  const { pool, prisma, sql } = await openAt(url(testDatabase().appUrl));
  const { openSession } = await import("@/lib/platform/db/session");
  const { forgetPrimaries, streamOf } = await import("@/lib/platform/db/primary");
  const { quietClient } = await import("@/lib/platform/db/quiet-client");
  const works = [
    () => pool.query("SELECT 1"),
    () => prisma.$queryRaw`SELECT 1`,
    () => sql`SELECT 1`,
  ];
  try {
    await Promise.all(works.map((work) => work()));
    const session = await openSession("listens");
    const script = quietClient({ connectionString: url(testDatabase().ownerUrl) });
    await script.connect();
    const ended = new Promise((resolve) => script.once("end", resolve));

    one.freeze();
    const waiting = works.map((work) => Promise.resolve(work()).catch((error: unknown) => error));
    // Long before anybody's patience with one connection is over.
    await Promise.all([session.lost, ended]);
    for (const refused of await Promise.all(waiting)) {
      expect(toAppError(refused).code).toBe("SERVICE_UNAVAILABLE");
    }
    await Promise.all(works.map(answeredAgain));

    two.cut();
    await Promise.all(works.map(answeredAgain));

    const nobody = `127.0.0.1:${gone.port}`;
    const late = quietClient({
      connectionString: url(testDatabase().appUrl).replace(/(?<=@)[^/]+/, `${nobody},${nobody}`),
      ...endingSilent(),
    });
    await expect(late.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(streamOf(late).destroyed).toBe(true);
  } finally {
    forgetPrimaries();
    await Promise.all([one.close(), two.close()]);
  }
}, 20_000);

it("a connection that may only read any more is not used again", async () => {
  const { pool } = await openAt(testDatabase().appUrl);
  const client = await pool.connect();
  await client.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
  const pidOf = "SELECT pg_backend_pid() AS pid";
  const before = (await client.query(pidOf)).rows[0];
  const refused = await client.query("CREATE SEQUENCE x").catch((error: unknown) => error);
  client.release();
  expect(refused).toMatchObject({ code: "25006" });
  expect((await pool.query(pidOf)).rows[0]).not.toEqual(before);
});
