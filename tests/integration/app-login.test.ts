import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { prepareDatabase } from "@/scripts/lib/prepare";
import { OWN_PASSWORD, startOwnPostgres } from "@/tests/support/jest/own-postgres";

const PRISMA = join(process.cwd(), "prisma");

it("gives the application's login a new password, unless another site on the server may use it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-login-"));
  const server = startOwnPostgres(dataDir);
  const { port } = await server.ready;
  const urlOf = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const run = async (url: string, query: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(query).finally(() => client.end());
  };
  const superuser = (database: string) => urlOf("postgres", OWN_PASSWORD, database);
  await run(superuser("postgres"), "CREATE DATABASE production");
  await run(superuser("postgres"), "CREATE DATABASE staging");
  const prepare = (database: string, appPassword: string) =>
    prepareDatabase(superuser(database), PRISMA, { appPassword });
  const signIn = (password: string, database: string) =>
    run(urlOf("app", password, database), "SELECT count(*) FROM app_user");

  await prepare("production", "first");
  await signIn("first", "production");
  await prepare("production", "second");
  await signIn("second", "production");
  await expect(signIn("first", "production")).rejects.toMatchObject({ code: "28P01" });

  await expect(prepare("staging", "third")).rejects.toThrow(
    'APP_DATABASE_PASSWORD: the login "app" of this server has another password, and the database "production" may use it.',
  );
  await signIn("second", "production");
  await prepare("staging", "second");
  await signIn("second", "staging");
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);
