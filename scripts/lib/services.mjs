import { existsSync } from "node:fs";
import { canUseApt, installPackages } from "./apt.mjs";
import { say } from "./report.mjs";

// What a site may have beside its database, and the tests run through where it is there.
const SERVICES = [
  { program: "/usr/sbin/pgbouncer", name: "pgbouncer" },
  { program: "/usr/bin/redis-server", name: "redis-server" },
];

/** Installs PgBouncer and Redis where that can be done. Without them their tests run without them, and this says so. */
export async function ensureServices() {
  const missing = SERVICES.filter(({ program }) => !existsSync(program)).map(({ name }) => name);
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
