import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { testDatabase } from "@/tests/support/database";
import { brokenChecks, createFundedUser, units } from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";
import { program } from "@/tests/support/program";

jest.setTimeout(180_000);

const database = testDatabase();
const ROUNDS = 3;
const ACKNOWLEDGED_PER_ROUND = 25;
const POSTER = "ledger-crash-poster";

/** A process that posts transfers as fast as it can and prints each key once it is acknowledged. */
function startPoster(from: string, to: string, prefix: string): ChildProcess {
  const script = program("tests/support/ledger/ledger-model-poster.ts");
  return spawn(process.execPath, [script, from, to, prefix], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "", PGAPPNAME: POSTER, DATABASE_URL: database.ownerUrl },
  });
}

function collect(child: ChildProcess, keys: Set<string>): void {
  createInterface({ input: child.stdout! }).on("line", (line) => keys.add(line));
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

const sessionsOfPosters = () =>
  database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${POSTER}'`,
  );

const postedKeys = async (prefix: string) => {
  const rows = await database.query<{ key: string; transfers: string }>(
    `SELECT j.idempotency_key AS key, count(t.*) AS transfers FROM ledger_journal j
     LEFT JOIN ledger_transfer t ON t.journal_id = j.id
     WHERE starts_with(j.idempotency_key, $1) GROUP BY 1`,
    [prefix],
  );
  return new Map(rows.map((row) => [row.key, Number(row.transfers)]));
};

it("loses and doubles nothing when the application is killed in the middle of transfers", async () => {
  const [ann, bob] = [await createFundedUser(units(1000)), await createFundedUser()];
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const prefix = `crash:${round}:`;
    const child = startPoster(ann, bob, prefix);
    collect(child, acknowledged);
    // Its own ones: the round before had more than it waited for.
    const own = () => [...acknowledged].filter((key) => key.startsWith(prefix));
    await until(
      "enough transfers are acknowledged",
      () => own().length >= ACKNOWLEDGED_PER_ROUND,
      60_000,
    );
    expect(await sessionsOfPosters()).not.toHaveLength(0);
    await kill(child);
  }
  // A session that is idle may still have a statement to read.
  await until(
    "the killed clients' sessions are gone",
    async () => (await sessionsOfPosters()).length === 0,
  );
  const posted = await postedKeys("crash:");
  expect([...acknowledged].filter((key) => posted.get(key) !== 1)).toEqual([]);
  // What was posted without its answer arriving is there once and whole, too.
  expect([...posted.values()].every((transfers) => transfers === 1)).toBe(true);
  const [row] = await database.query<{ balance_micro: string }>(
    "SELECT balance_micro FROM ledger_account WHERE owner_id = $1 AND kind = 'available' AND currency = 'USDT'",
    [bob],
  );
  expect(Number(row?.balance_micro)).toBe(posted.size * 1000);
  // Money between users is no product's.
  expect(await brokenChecks("purposes")).toEqual([]);
});
