import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import { prisma } from "@/lib/platform/db";
import { removeFilesJob } from "@/lib/platform/files/removal";
import { localStorage, storage } from "@/lib/platform/files/storage";
import { drainQueue } from "@/lib/platform/jobs/runner";
import { eraseUser } from "@/lib/staff/erasure";
import { settleOnce } from "@/lib/trading/jobs";
import { readBackup } from "@/scripts/lib/backup/read";
import { reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { createTestDatabase, type TestDatabase, testDatabase } from "@/tests/support/database";
import { program } from "@/tests/support/program";
import { open, openMarket, type TestTrader, tick, trader, wait } from "./trading/support";

// Scripts in processes of their own, beside other suites.
jest.setTimeout(180_000);

const folder = mkdtempSync(join(tmpdir(), "aurum-backup-"));
const archive = join(folder, "site.tar.gz");
const storageOf = (name: string) => localStorage(join(folder, name, "uploads"));

type Ended = { code: number | null; output: string };

function runScript(name: "backup" | "restore", file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [program(`scripts/${name}.ts`), file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  return new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, output }));
  });
}

const restoreInto = (target: TestDatabase, file = archive) =>
  runScript("restore", file, {
    DATABASE_URL: target.appUrl,
    MIGRATION_DATABASE_URL: target.ownerUrl,
    DATA_DIR: join(folder, target.name),
  });

let staff: { id: string; name: string };
let traders: TestTrader[];
let proofKey: string;

async function fillSite(): Promise<void> {
  await openMarket();
  const admin = await signedInAdmin();
  staff = { id: admin.user.id, name: admin.user.username };
  traders = await Promise.all(Array.from({ length: 4 }, () => trader()));
  const wallet = await createWalletRow("USDT", "TRC20");
  const deposit = async (token: string, action: "confirm" | "reject") => {
    const { body } = await reportDeposit(token, wallet, { amount: "250" });
    const processed = await callRoute(processDeposit, {
      method: "PUT",
      token: admin.token,
      params: { id: body.deposit.id },
      body: { action, adminNotes: "Looked at" },
    });
    expect(processed.status).toBe(200);
  };
  await deposit(traders[0]!.token, "confirm");
  proofKey = (await prisma.storedFile.findFirstOrThrow()).storageKey;
  // Of this one the row of the proof stays, without its picture.
  const gone = await signedInUser();
  await deposit(gone.token, "reject");
  await eraseUser(staff, gone.user.id, { reason: "Asked for it" });
  expect(await drainQueue([removeFilesJob])).toEqual({ done: 1, failed: 0 });
  await tick("4000");
  for (const one of traders) expect((await open(one, { amount: "10" })).status).toBe(201);
  await tick("4000.50");
  await settleOnce();
  await tick("4010", { after: 59 });
  await wait(2);
  await settleOnce();
  // One that is still open when the backup is written.
  await tick("4011");
  await open(traders[1]!, { amount: "20" });
  await testDatabase().query(
    `INSERT INTO setting (key, value) VALUES ('announcement', to_jsonb(E'two\\nlines\\tand \\\\ more'::text))`,
  );
}

/** Months that the migrations of a new database do not make. */
async function addOldMonths(): Promise<void> {
  await testDatabase().query(
    `SET ROLE ledger_owner;
     CREATE TABLE ledger_transfer_2024_12 PARTITION OF ledger_transfer
       FOR VALUES FROM ('2024-12-01 00:00:00+00') TO ('2025-01-01 00:00:00+00');
     RESET ROLE;
     SELECT ensure_partitions(0), ensure_market_tick_partitions('2025-01-15Z', 0);`,
  );
}

/** A digest of every row of every table, partitions counted as part of theirs. */
async function digests(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'
     ORDER BY relname`,
  );
  const result: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ digest: string }>(
      `SELECT count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest
       FROM "${name}" t`,
    );
    result[name] = row?.digest ?? "";
  }
  return result;
}

/** Takes from users' balances, as staff, until told to stop; counts those changes that were acknowledged. */
function keepPosting() {
  const state = { posted: 0, stopping: false };
  const post = async ({ user }: TestTrader) => {
    const change = {
      amount: "0.000001",
      operation: "subtract",
      currency: "USDT",
      reason: "A good reason",
    } as const;
    while (!state.stopping) {
      await adjustBalance(staff, user.id, change, randomUUID());
      state.posted += 1;
    }
  };
  const running = Promise.all([post(traders[0]!), post(traders[1]!)]);
  return {
    posted: () => state.posted,
    stop: async () => {
      state.stopping = true;
      await running;
    },
  };
}

async function rowsIn(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "SELECT (SELECT count(*) FROM app_user)::int + (SELECT count(*) FROM ledger_journal)::int AS count",
  );
  return row?.count ?? -1;
}

const backUp = (file = archive) => runScript("backup", file, {});

beforeAll(async () => {
  await fillSite();
  await addOldMonths();
});

describe("a backup of a quiet site", () => {
  let target: TestDatabase;

  beforeAll(async () => {
    expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining("1 files") });
    target = await createTestDatabase();
  });
  afterAll(() => target.drop());

  it("is for its owner's eyes only, and leaves no draft behind", () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(existsSync(`${archive}.part`)).toBe(false);
  });

  it("comes back row by row, verified, with its files", async () => {
    const restored = await restoreInto(target);
    expect(restored.output).toContain("The ledger verifies.");
    expect(restored.output).toContain("The audit log is whole.");
    expect(restored.code).toBe(0);
    expect(await digests(target)).toEqual(await digests(testDatabase()));
    const proof = await storageOf(target.name).get(proofKey);
    const { sha256 } = await prisma.storedFile.findFirstOrThrow({
      where: { storageKey: proofKey },
    });
    expect(createHash("sha256").update(proof!).digest()).toEqual(Buffer.from(sha256));
  });

  it("goes on where it stopped: numbers, and months with their guards", async () => {
    const numbers =
      "SELECT last_value FROM pg_sequences WHERE sequencename = 'ledger_journal_id_seq'";
    expect(await target.query(numbers)).toEqual(await testDatabase().query(numbers));
    const guards = `SELECT tgrelid::regclass::text AS part, tgname FROM pg_trigger
      WHERE tgname LIKE '%no_truncate' ORDER BY 1, 2`;
    expect(await target.query(guards)).toEqual(await testDatabase().query(guards));
    await expect(target.query("DELETE FROM ledger_transfer")).rejects.toThrow("append-only");
    await target.setClock(new Date(Date.now() + 7 * 86_400_000));
    const [tick] = await target.query(
      `SELECT record_tick(1, 1, 1, '[{"source": "test"}]', 1, true) = max(seq) + 1 AS follows FROM market_tick`,
    );
    expect(tick).toEqual({ follows: true });
  });

  it("is refused by a database that is in use, which is not migrated first", async () => {
    await target.query(
      "DELETE FROM _prisma_migrations WHERE started_at = (SELECT max(started_at) FROM _prisma_migrations)",
    );
    const migrations = () => target.query("SELECT * FROM _prisma_migrations ORDER BY started_at");
    const before = await migrations();
    const again = await restoreInto(target);
    expect(again).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The database is not empty \(\w+\.\w+ has rows\).*\n$/),
    });
    expect(await migrations()).toEqual(before);
  });
});

it("does not touch a new database for an archive that it then refuses", async () => {
  const target = await createTestDatabase({ empty: true });
  const older = join(folder, "older.tar.gz");
  const tar = gunzipSync(readFileSync(archive));
  tar.write("0".repeat(8), tar.indexOf('"checksum": "') + '"checksum": "'.length);
  writeFileSync(older, gzipSync(tar));
  for (const [file, reason] of [
    [older, "written with other migrations"],
    [`${archive}.none`, "There is no file"],
  ] as const) {
    const refused = await restoreInto(target, file);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
    const things = `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT FROM pg_namespace WHERE nspname = 'pgboss'`;
    expect(await target.query(things)).toEqual([]);
  }
  await target.drop();
});

describe("a backup of a busy site", () => {
  it("holds one moment of it", async () => {
    const file = join(folder, "busy.tar.gz");
    const [before] = await testDatabase().query<{ count: number }>(
      "SELECT count(*)::int AS count FROM ledger_transfer",
    );
    const work = keepPosting();
    const written = await backUp(file);
    await work.stop();
    expect(written.code).toBe(0);
    expect(work.posted()).toBeGreaterThan(0);

    const target = await createTestDatabase();
    const restored = await restoreInto(target, file);
    expect(restored.output).toContain("The ledger verifies.");
    expect(restored.code).toBe(0);
    const [after] = await target.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM ledger_transfer",
    );
    expect(after!.count).toBeGreaterThanOrEqual(before!.count);
    expect(after!.count).toBeLessThanOrEqual(before!.count + work.posted());
    await target.drop();
  });
});

describe("an archive that can't be trusted", () => {
  let target: TestDatabase;
  const path = join(folder, "bad.tar.gz");
  const restore = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return readBackup(target.ownerUrl, storageOf("bad"), path);
  };

  beforeAll(async () => {
    target = await createTestDatabase();
  });
  afterEach(async () => {
    expect(await rowsIn(target)).toBe(0);
    expect(await storageOf("bad").get(proofKey)).toBeNull();
  });
  afterAll(() => target.drop());

  it("cut off at any length restores nothing", async () => {
    const whole = readFileSync(archive);
    for (const share of [0, 0.1, 0.5, 0.9, 0.9999]) {
      await expect(restore(whole.subarray(0, Math.floor(whole.length * share)))).rejects.toThrow(
        "was not restored, nothing was changed",
      );
    }
  });

  it("with a changed byte restores nothing", async () => {
    const bytes = Buffer.from(readFileSync(archive));
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await expect(restore(bytes)).rejects.toThrow("nothing was changed");
  });

  /** With a changed balance, which shows only at its end. */
  async function tampered(): Promise<Buffer> {
    const tar = gunzipSync(readFileSync(archive));
    const [transfer] = await testDatabase().query<{ id: string }>(
      "SELECT reference_id::text AS id FROM ledger_transfer WHERE reference_type = 'trade' ORDER BY id LIMIT 1",
    );
    const at = tar.indexOf(transfer!.id);
    tar.write("0", at);
    tar.write("f", at + 1);
    return gzipSync(tar);
  }

  it("with a changed balance, packed as if nothing had happened, restores nothing", async () => {
    await expect(restore(await tampered())).rejects.toThrow(/rows of public\.\w+ were changed/);
  });

  it("leaves the files of a site whose storage it is tried on as they are", async () => {
    const live = storageOf("live");
    const proof = await storage().get(proofKey);
    await live.put(proofKey, proof!, "image/png");
    writeFileSync(path, await tampered());
    await expect(readBackup(target.ownerUrl, live, path)).rejects.toThrow("were changed");
    expect(await live.get(proofKey)).toEqual(proof);

    const other = new Uint8Array([1, 2, 3]);
    await live.put(proofKey, other, "image/png");
    await expect(readBackup(target.ownerUrl, live, archive)).rejects.toThrow(
      "already holds a file",
    );
    expect(await live.get(proofKey)).toEqual(other);
  });

  it("says that files which it added could not be removed", async () => {
    const stuck = { ...storageOf("stuck"), remove: () => Promise.reject(new Error("no rights")) };
    writeFileSync(path, await tampered());
    await expect(readBackup(target.ownerUrl, stuck, path)).rejects.toThrow(
      "no row was changed, but 1 files that were added could not be removed",
    );
  });

  it("from other migrations is refused", async () => {
    await target.query("UPDATE _prisma_migrations SET checksum = repeat('0', 64)");
    await expect(restore(readFileSync(archive))).rejects.toThrow("written with other migrations");
  });

  it("that is something else is refused", async () => {
    await expect(restore(gzipSync("not a tar"))).rejects.toThrow("nothing was changed");
    await expect(restore(Buffer.from("not even gzip"))).rejects.toThrow("nothing was changed");
    await expect(readBackup(target.ownerUrl, storageOf("bad"), `${path}.none`)).rejects.toThrow(
      "There is no file",
    );
  });
});

describe("a restore that fails at its very end", () => {
  let target: TestDatabase;
  const restore = () => readBackup(target.ownerUrl, storageOf(target.name), archive);
  const proof = () => storageOf(target.name).get(proofKey);

  beforeEach(async () => {
    target = await createTestDatabase();
  });
  afterEach(() => target.drop());

  it("is one that succeeded when only the statistics are missing", async () => {
    // Only in the restoring transaction is that setting 0.
    await target.query(
      `ALTER DATABASE "${target.name}" SET idle_in_transaction_session_timeout = '1h'`,
    );
    await target.query(
      `CREATE FUNCTION no_statistics(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
         IF current_setting('idle_in_transaction_session_timeout') <> '0' THEN
           RAISE EXCEPTION 'no statistics';
         END IF;
         RETURN $1;
       END $$;
       CREATE INDEX ON setting (no_statistics(key))`,
    );
    await expect(target.query("ANALYZE setting")).resolves.toEqual([]);
    await restore();
    expect(await rowsIn(target)).toBeGreaterThan(0);
    expect(await proof()).not.toBeNull();
    await expect(target.query("ANALYZE setting")).rejects.toThrow("no statistics");
  });

  it("keeps the files and says that its outcome is unknown when the commit is not answered", async () => {
    await target.query(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM pg_terminate_backend(pg_backend_pid());
         RETURN NULL;
       END $$;
       CREATE CONSTRAINT TRIGGER die AFTER INSERT ON app_user DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION die();
       ALTER TABLE app_user ENABLE ALWAYS TRIGGER die`,
    );
    await expect(restore()).rejects.toThrow("was restored is not known");
    expect(await proof()).not.toBeNull();
    // As the message advises.
    await target.query("DROP TRIGGER die ON app_user");
    await restore();
    expect(await rowsIn(target)).toBeGreaterThan(0);
  });
});

it("says so when an uploaded file is gone, and keeps the rest", async () => {
  const file = join(folder, "gone.tar.gz");
  const written = await runScript("backup", file, { DATA_DIR: join(folder, "empty") });
  expect(written).toMatchObject({
    code: 1,
    output: expect.stringContaining("1 uploaded files are missing or damaged"),
  });
  expect(existsSync(file)).toBe(true);
});
