import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as database from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";

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
