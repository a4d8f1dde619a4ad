import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The scripts in a clone without packages and without a build.

const REAL_MONEY_ONLY = [
  "NEXTAUTH_SECRET must be set when REAL_MONEY=1.",
  "ADMIN_PASSWORD must be set when REAL_MONEY=1.",
  "APP_URL: must be an https:// URL when REAL_MONEY=1",
  'REAL_MONEY=1 needs MARKET_SOURCE=live: "auto" can record prices that are not real',
];
const WRONG_PORT = 'PORT must be a whole number from 1 to 65535, not "abc".';
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "clone-"));
  cpSync("scripts/start.mjs", join(clone, "scripts/start.mjs"));
  cpSync("scripts/lib", join(clone, "scripts/lib"), { recursive: true });
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** What a start says that comes to nothing. */
function start(env: Record<string, string>, ...options: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/start.mjs", ...options],
    {
      cwd: clone,
      env: { PATH: process.env.PATH, NODE_ENV: "test", HOST: "127.0.0.1", ...env },
      encoding: "utf8",
    },
  );
  expect([status, stdout]).toEqual([1, ""]);
  return stderr.trim().split("\n");
}

it("says every mistake at once, before it installs anything", () => {
  const env = {
    PORT: "abc",
    HOST: "192.0.2.1",
    DATA_DIR: "/dev/null/data",
    DATABASE_URL: "mysql://x",
    MIGRATION_DATABASE_URL: "x",
    FEED_DATABASE_URL: "postgresql://feed:x@one:5432,two:5433/site",
    APP_DATABASE_PASSWORD: "a b",
    MARKET_SOURCE: "nope",
  };
  expect(start(env)).toEqual([
    "APP_DATABASE_PASSWORD may hold letters, digits, - and _ only.",
    WRONG_PORT,
    "DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    "MIGRATION_DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    'MARKET_SOURCE must be one of auto, live, simulated, replay, not "nope".',
    expect.stringMatching(/^HOST: 192\.0\.2\.1 is no address of this machine \(\w+\)\.$/),
    "DATA_DIR: /dev/null/data can't be written to (ENOTDIR).",
  ]);
  expect(existsSync(join(clone, "node_modules"))).toBe(false);
});

it("says all that real money needs", () => {
  expect(start({ PORT: "abc", REAL_MONEY: "1" })).toEqual([WRONG_PORT, ...REAL_MONEY_ONLY]);
});

it("says with it what the application finds, where it is built, and nothing twice", () => {
  mkdirSync(join(clone, "dist/scripts"), { recursive: true });
  writeFileSync(
    join(clone, "dist/scripts/check-env.mjs"),
    `console.error(process.env.NEXTAUTH_SECRET ? "PORT: no number\\nLOG_LEVEL: no level" : "No secret");
     process.exitCode = 1;`,
  );
  expect(start({ PORT: "abc" }, "--built")).toEqual([WRONG_PORT, "LOG_LEVEL: no level"]);
});
