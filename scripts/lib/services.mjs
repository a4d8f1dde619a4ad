import { existsSync } from "node:fs";
import { canUseApt, installPackages } from "./apt.mjs";
import { say } from "./report.mjs";

// What a site may have beside its database, and the tests run through where it is there.
const SERVICES = [
  { file: "/usr/sbin/pgbouncer", name: "pgbouncer" },
  { file: "/usr/bin/redis-server", name: "redis-server" },
];
// Go's own packages judge the public log. A compiler takes a minute to install, so only the long run does it.
const GO = [
  { file: "/usr/bin/go", name: "golang-go" },
  { file: "/usr/share/gocode/src/golang.org/x/mod", name: "golang-golang-x-mod-dev" },
];

/**
 * Installs PgBouncer and Redis where that can be done, and Go for the long run. Without them their tests run without them,
 * and this says so.
 */
export async function ensureServices() {
  const wanted = process.env.TEST_LONG === "1" ? [...SERVICES, ...GO] : SERVICES;
  const missing = wanted.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if (missing.length === 0) return;
  const all = missing.join(" and ");
  if (!canUseApt()) return say(`${all}: not installed, so the tests run without.`);
  say(`Installing ${all}…`);
  await installPackages(() => missing).catch((error) =>
    say(
      `${all}: could not be installed, so the tests run without. ${error.message.split("\n").at(-1)}`,
    ),
  );
}
