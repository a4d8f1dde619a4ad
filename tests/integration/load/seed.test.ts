import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { LoadRefused, seedLoad } from "@/scripts/lib/seed-load";
import { createTestAdmin } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";

const database = testDatabase();
const SIZE = { users: 200, trades: 400, entries: 5_000, seed: 7 };
const nothing = () => undefined;

/** Everything that a seeded database holds of one kind, with the times that depend on when it was seeded left out. */
const fingerprint = () =>
  database.query(
    `SELECT (SELECT md5(string_agg(username || phone_number || is_active, '' ORDER BY username)) FROM app_user WHERE NOT is_admin) AS users,
      (SELECT sum(amount_micro)::text FROM trade) AS trades, (SELECT sum(credited_micro)::text FROM deposit) AS deposits`,
  );

describe("npm run seed:load", () => {
  it("says what a site needs first", async () => {
    await expect(seedLoad(database.ownerUrl, SIZE, nothing)).rejects.toThrow(LoadRefused);
  });

  it("seeds a ledger and an audit log that verify", async () => {
    await createTestAdmin();
    await createWalletRow();
    const lines: string[] = [];
    await seedLoad(database.ownerUrl, SIZE, (line) => lines.push(line));
    expect(lines).toHaveLength(8);

    const report = await verifyLedger();
    expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
    const [audit] = await database.query<{ broken: string | null; entries: number }>(
      "SELECT audit_first_broken() AS broken, (SELECT count(*)::int FROM audit_entry) AS entries",
    );
    expect(audit).toEqual({ broken: null, entries: 20 });
  });

  it("makes as much as was asked for, of every kind", async () => {
    expect(await prisma.user.count({ where: { isAdmin: false } })).toBe(SIZE.users);
    expect(await prisma.trade.count()).toBe(SIZE.trades);
    const [transfers] = await database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM ledger_transfer",
    );
    const wanted = SIZE.entries / 2;
    expect(transfers?.n).toBeGreaterThan(wanted * 0.95);
    expect(transfers?.n).toBeLessThan(wanted * 1.05);
    const kinds = await prisma.trade.groupBy({ by: ["type", "status"] });
    expect(kinds.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
      "ai filled",
      "manual filled",
      "option lost",
      "option open",
      "option refunded",
      "option void",
      "option won",
    ]);
    // How many wait for midnight depends on the hour.
    const savings = await prisma.savingRecord.groupBy({ by: ["status"] });
    expect(savings.map(({ status }) => status)).toEqual(
      expect.arrayContaining(["active", "completed"]),
    );
    for (const count of [
      prisma.deposit.count(),
      prisma.withdrawal.count(),
      prisma.vaultConversion.count(),
      prisma.referralEarning.count(),
      prisma.notification.count(),
      prisma.chatMessage.count(),
      prisma.signIn.count(),
      prisma.session.count(),
    ]) {
      expect(await count).toBeGreaterThan(0);
    }
  });

  it("leaves every trigger and foreign key as it was", async () => {
    const disabled = await database.query("SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'");
    expect(disabled).toEqual([]);
    await expect(database.query("UPDATE ledger_transfer SET amount_micro = 1")).rejects.toThrow(
      "append-only",
    );
  });

  it("refuses a database with users", async () => {
    const before = await fingerprint();
    await expect(seedLoad(database.ownerUrl, SIZE, nothing)).rejects.toThrow(
      "This database has users",
    );
    expect(await fingerprint()).toEqual(before);
  });
});
