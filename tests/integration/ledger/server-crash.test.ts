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
import { program } from "@/tests/support/program";

// A poster is a process that has to start, which takes a busy machine a minute.
jest.setTimeout(600_000);

const ROUNDS = 2;
const ACKNOWLEDGED_PER_ROUND = 50;

const run = (script: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [program(script), ...args], {
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // Of a server that is killed, beside what its query says.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "aurum-crash-"));
let server: ReturnType<typeof startOwnPostgres>;
let address: { pid: number; port: number };
let users: [string, string];

const urlOf = (user: string) =>
  `postgresql://${user}:${OWN_PASSWORD}@127.0.0.1:${address.port}/postgres`;

async function start(): Promise<void> {
  server = startOwnPostgres(dataDir);
  address = await server.ready;
}

async function crash(): Promise<void> {
  process.kill(address.pid, "SIGKILL");
  await server.exited;
}

const asOwner = (statement: string) =>
  withClient(urlOf("postgres"), (client) => client.query(statement));

/** Money from outside for the house, with its record, so that the whole verifies. */
function fundHouse(account: number, kind: string, currency: "USDT" | "XAUT", micro: number) {
  const id = randomUUID();
  const outside = currency === "USDT" ? -1 : -2;
  return asOwner(
    `INSERT INTO house_transfer (id, from_kind, to_kind, currency, amount_micro, from_before_micro, from_after_micro,
       to_before_micro, to_after_micro, reason, actor_id)
     VALUES ('${id}', 'external', '${kind}', '${currency}', ${micro}, 0, -${micro}, 0, ${micro}, 'A test', '${users[1]}');
     SELECT ledger_post('house_funding', '${id}', sha256('x'), NULL, ARRAY[${outside}::bigint], ARRAY[${account}::bigint],
       ARRAY[${micro}::bigint], 'house_transfer', '${id}')`,
  );
}

/** As a change of balance by staff. */
async function give(user: string, currency: "USDT" | "XAUT", micro: number): Promise<void> {
  const id = randomUUID();
  const treasury = currency === "USDT" ? -3 : -4;
  await fundHouse(treasury, "treasury", currency, micro);
  await asOwner(
    `INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, reason, status, proposed_by_id, decided_at)
     VALUES ('${id}', '${user}', '${currency}', 'add', ${micro}, 'A test', 'applied', '${users[1]}', now());
     SELECT ledger_post('admin_adjustment', '${id}', sha256('x'), NULL, ARRAY[${treasury}::bigint],
       ARRAY[ledger_account_id('${user}', 'available', '${currency}')], ARRAY[${micro}::bigint], 'balance_adjustment', '${id}')`,
  );
}

async function createUsers(): Promise<[string, string]> {
  const made: [string, string] = [randomUUID(), randomUUID()];
  for (const [i, id] of made.entries()) {
    await asOwner(
      `INSERT INTO app_user (id, username, username_key, email, password_hash, country, country_iso, country_code,
         phone_number, gender, referral_code) VALUES ('${id}', 'user${i}', 'user${i}', 'user${i}', 'x', 'x', 'XX', '+0', '0', '', 'user${i}');
       SELECT ledger_open_user_accounts('${id}')`,
    );
  }
  return made;
}

beforeAll(async () => {
  await start();
  await run("scripts/prepare.ts", [], {
    MIGRATION_DATABASE_URL: urlOf("postgres"),
    APP_DATABASE_PASSWORD: OWN_PASSWORD,
  });
  users = await createUsers();
  await give(users[0], "USDT", 1_000_000_000);
});

afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What the verify command says is wrong. Money between users is no product's; nothing else may be. */
async function wrong(): Promise<string[] | null> {
  const { stdout } = await run("scripts/verify-ledger.ts", [], {
    DATABASE_URL: urlOf("app"),
  }).catch((error: { stdout: string }) => error);
  return stdout.match(/WRONG [a-z -]+/g);
}

/** Starts the process that posts, and keeps the keys that it says were acknowledged. */
function startPoster(args: string[], databaseUrl: string, acknowledged: Set<string>) {
  const poster = spawn(
    process.execPath,
    [program("tests/support/ledger/ledger-model-poster.ts"), ...args],
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
  const [from, to] = users;
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
    await crash();
    await poster.gone;
    await start();
  }
  const { rows } = await withClient(urlOf("postgres"), (client) =>
    client.query<{ key: string; transfers: string }>(
      `SELECT j.idempotency_key AS key, count(t.*) AS transfers FROM ledger_journal j
       LEFT JOIN ledger_transfer t ON t.journal_id = j.id WHERE starts_with(j.idempotency_key, 'crash:') GROUP BY 1`,
    ),
  );
  const posted = new Map(rows.map((row) => [row.key, row.transfers]));
  expect([...acknowledged].filter((key) => posted.get(key) !== "1")).toEqual([]);
  expect(await wrong()).toEqual(["WRONG purposes"]);
});

describe("orders that were accepted when PostgreSQL is killed", () => {
  const begin = Date.now() + 3_600_000;

  /** Sets the clock of every money rule, to milliseconds after the beginning. */
  const clock = (ms: number) =>
    asOwner(
      `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
         AS $$ SELECT timestamptz '${new Date(begin + ms).toISOString()}' $$`,
    );

  /** Records a price at a moment. @returns its number */
  async function tick(ms: number, usdt: number): Promise<string> {
    await clock(ms);
    const e8 = `${usdt}00000000`;
    const { rows } = await asOwner(
      `SELECT record_tick(${e8}, ${e8}, ${e8}, '[{"source":"test"}]', 1, false, clock_timestamp()) AS seq`,
    );
    return String(rows[0]?.seq);
  }

  const asApp = <T>(work: (client: Client) => Promise<T>) =>
    withClient(`${urlOf("app")}?options=-c%20role%3Dapp_runtime`, work);

  /** Accepts a purchase, a sale and a conversion at a moment. @returns their ids */
  async function accept(ms: number): Promise<string[]> {
    await clock(ms);
    const input = `'${randomUUID()}', sha256('x'), '${users[0]}'`;
    return asApp(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT o_trade_id AS id FROM accept_spot_trade('buy' || ${input}, 'buy', 20000000, NULL, 1000)
         UNION ALL SELECT o_trade_id FROM accept_spot_trade('sell' || ${input}, 'sell', 10000, NULL, 1000)
         UNION ALL SELECT o_id FROM accept_conversion('store' || ${input}, 'store', 'USDT', 30000000, NULL, 1000)`,
      );
      return rows.map(({ id }) => id);
    });
  }

  /** Fills what is due, so many at once, until nothing is left. */
  const fillAll = (limit: number) =>
    asApp(async (client) => {
      while (((await client.query(`SELECT FROM fill_due(${limit})`)).rowCount ?? 0) > 0);
    });

  /** What became of orders: their status and the number of their price. */
  async function ends(ids: string[]): Promise<string[]> {
    const { rows } = await asOwner(
      `SELECT DISTINCT status || coalesce(' at ' || seq, '') AS is FROM (
         SELECT id, status, entry_tick_seq AS seq FROM trade UNION ALL SELECT id, status, tick_seq FROM vault_conversion
       ) AS o WHERE id IN ('${ids.join("', '")}') ORDER BY 1`,
    );
    return rows.map((row) => String(row.is));
  }

  const sums = async () =>
    (
      await asOwner(
        "SELECT currency, sum(balance_micro)::text AS micro FROM ledger_account GROUP BY 1 ORDER BY 1",
      )
    ).rows;

  it("are filled at the first usable price after it, or given back, and no money is lost or made", async () => {
    await fundHouse(-200, "inventory", "USDT", 1_000_000_000);
    await fundHouse(-300, "inventory", "XAUT", 10_000_000);
    await give(users[0], "XAUT", 1_000_000);
    await tick(0, 4000);
    const before = await sums();
    const early = [...(await accept(100)), ...(await accept(200))];
    const first = await tick(1_000, 4001);
    const later = await accept(1_500);
    await crash();
    await start();
    expect(await ends([...early, ...later])).toEqual(["pending"]);
    // A price that comes after the restart is not theirs who have one from before.
    const second = await tick(2_000, 4002);
    // Killed again in the middle of filling them.
    const filling = fillAll(1).catch(() => undefined);
    await until("some are filled", async () => (await ends(early)).includes(`filled at ${first}`));
    await crash();
    await filling;
    await start();
    await fillAll(5);
    expect(await ends(early)).toEqual([`filled at ${first}`]);
    expect(await ends(later)).toEqual([`filled at ${second}`]);

    await tick(20_000, 4003);
    const late = await accept(20_500);
    await crash();
    await start();
    await tick(31_000, 4004);
    await fillAll(5);
    expect(await ends(late)).toEqual(["void"]);
    expect(await sums()).toEqual(before);
    const { rows } = await asOwner(
      "SELECT kind FROM ledger_account WHERE kind = 'held' AND balance_micro <> 0",
    );
    expect(rows).toEqual([]);
    expect((await wrong()) ?? []).not.toEqual(
      expect.arrayContaining([expect.not.stringMatching("WRONG purposes")]),
    );
  });
});
