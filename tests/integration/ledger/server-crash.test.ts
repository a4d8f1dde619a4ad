import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "pg";
import { OWN_PASSWORD, startOwnPostgres } from "@/tests/support/jest/own-postgres";
import { until } from "@/tests/support/poll";

// A poster is a process that has to start, which takes a busy machine a minute.
jest.setTimeout(600_000);

const ROUNDS = 2;
const ACKNOWLEDGED_PER_ROUND = 50;

const tsx = (script: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ["--import", "tsx", script, ...args], {
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createUsers(url: string): Promise<[string, string]> {
  const users: [string, string] = [randomUUID(), randomUUID()];
  await withClient(url, async (client) => {
    for (const [i, id] of users.entries()) {
      await client.query(
        `INSERT INTO app_user (id, username, username_key, email, password_hash, country, country_iso, country_code,
          phone_number, gender, referral_code) VALUES ($1, $2, $2, $2, 'x', 'x', 'XX', '+0', '0', '', $2)`,
        [id, `user${i}`],
      );
      await client.query("SELECT ledger_open_user_accounts($1)", [id]);
    }
    // As a change of balance by staff, so that the whole verifies.
    const [transfer, adjustment] = [randomUUID(), randomUUID()];
    await client.query(`
      INSERT INTO house_transfer (id, from_kind, to_kind, currency, amount_micro, from_before_micro, from_after_micro,
        to_before_micro, to_after_micro, reason, actor_id)
      VALUES ('${transfer}', 'external', 'treasury', 'USDT', 1000000000, 0, -1000000000, 0, 1000000000, 'A test', '${users[1]}');
      SELECT ledger_post('house_funding', 'seed', sha256('x'), NULL, ARRAY[-1::bigint], ARRAY[-3::bigint],
        ARRAY[1000000000::bigint], 'house_transfer', '${transfer}');
      INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, reason, status, proposed_by_id, decided_at)
      VALUES ('${adjustment}', '${users[0]}', 'USDT', 'add', 1000000000, 'A test', 'applied', '${users[1]}', now());
      SELECT ledger_post('admin_adjustment', 'gift', sha256('x'), NULL, ARRAY[-3::bigint],
        ARRAY[ledger_account_id('${users[0]}', 'available', 'USDT')], ARRAY[1000000000::bigint], 'balance_adjustment', '${adjustment}')`);
  });
  return users;
}

/** Starts the process that posts, and keeps the keys that it says were acknowledged. */
function startPoster(args: string[], databaseUrl: string, acknowledged: Set<string>) {
  const poster = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/ledger/ledger-model-poster.ts", ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "", DATABASE_URL: databaseUrl },
    },
  );
  let said = "";
  poster.stderr.on("data", (part) => (said += part));
  createInterface({ input: poster.stdout }).on("line", (line) => acknowledged.add(line));
  /** What it said before it ended, or null while it runs. */
  const ended = () => (poster.exitCode === null ? null : said);
  return { gone: once(poster, "exit"), ended };
}

it("keeps every acknowledged transfer, once, when PostgreSQL is killed in the middle of them", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-crash-"));
  let server = startOwnPostgres(dataDir);
  let { pid, port } = await server.ready;
  const urlOf = (user: string) => `postgresql://${user}:${OWN_PASSWORD}@127.0.0.1:${port}/postgres`;
  await tsx("scripts/prepare.ts", [], {
    MIGRATION_DATABASE_URL: urlOf("postgres"),
    APP_DATABASE_PASSWORD: OWN_PASSWORD,
  });
  const [from, to] = await createUsers(urlOf("postgres"));
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    let poster = startPoster([from, to, `crash:${round}:`], urlOf("postgres"), acknowledged);
    const before = acknowledged.size;
    const goal = (round + 1) * ACKNOWLEDGED_PER_ROUND;
    await until(
      "enough transfers are acknowledged",
      () => {
        if (poster.ended() === null) return acknowledged.size >= goal;
        // A server that only just starts may turn its first callers away.
        if (acknowledged.size > before) throw new Error(`The poster ended: ${poster.ended()}`);
        poster = startPoster([from, to, `crash:${round}:`], urlOf("postgres"), acknowledged);
        return false;
      },
      240_000,
    );
    process.kill(pid, "SIGKILL");
    await server.exited;
    await poster.gone;
    server = startOwnPostgres(dataDir);
    ({ pid, port } = await server.ready);
  }
  const rows = await withClient(urlOf("postgres"), (client) =>
    client.query<{ key: string; transfers: string }>(
      `SELECT j.idempotency_key AS key, count(t.*) AS transfers FROM ledger_journal j
       LEFT JOIN ledger_transfer t ON t.journal_id = j.id WHERE starts_with(j.idempotency_key, 'crash:') GROUP BY 1`,
    ),
  );
  const posted = new Map(rows.rows.map((row) => [row.key, row.transfers]));
  expect([...acknowledged].filter((key) => posted.get(key) !== "1")).toEqual([]);
  // It ends with 1, as money between users is no product's; nothing else is wrong.
  const { stdout } = await tsx("scripts/verify-ledger.ts", [], {
    DATABASE_URL: urlOf("app"),
  }).catch((error: { stdout: string }) => error);
  expect(stdout.match(/WRONG [a-z -]+/g)).toEqual(["WRONG purposes"]);
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
