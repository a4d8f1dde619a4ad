import "@/tests/support/no-limits";
import { prisma } from "@/lib/platform/db";
import { seedLoad } from "@/scripts/lib/seed-load";
import { createTestAdmin, signInAs } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import { BIG_TABLES, PlanLog, type Scan } from "@/tests/support/sql/plan-log";
import { askFor, type StaffRead, sampleFor, staffReads } from "@/tests/support/staff-reads";

jest.setTimeout(120_000);

const database = testDatabase();
let log: PlanLog;
let token: string;
let reads: StaffRead[];
let skipped: string[];

beforeAll(async () => {
  // First, so that every connection of the application has it. A sequential scan is then in a plan only
  // where no index could do: with as few rows as a test can have, a scan may be the better choice.
  log = await PlanLog.on(database);
  await database.query(`ALTER DATABASE "${database.name}" SET enable_seqscan = off`);
  const admin = await createTestAdmin();
  await createWalletRow();
  await prisma.document.create({
    data: {
      type: "about-us",
      language: "en",
      title: "About",
      content: "Us",
      versions: { create: { version: 1, title: "About", content: "Us" } },
    },
  });
  await seedLoad(
    database.ownerUrl,
    { users: 2_000, trades: 3_000, entries: 25_000, seed: 3 },
    () => undefined,
  );
  token = await signInAs(admin);
  ({ reads, skipped } = await staffReads(await sampleFor(database)));
});

async function scansOf(read: StaffRead): Promise<Scan[]> {
  log.take();
  await askFor(read, token);
  return log.take().filter(({ table }) => BIG_TABLES.has(table));
}

/** Of 2,000 users and 3,000 trades; a page is 20 rows. */
const MAX_ROWS = 1_000;
/** A name may mean a hundred users, and all of what they did. */
const MAX_ROWS_OF_SEVERAL = 1_500;

const LEFT_OUT = new Set([
  // Counts people up to 10,000 and no further.
  "/api/admin/notifications/recipients",
  // Looking sixty trigrams up costs more than reading as few users as there are here.
  "/api/admin/users search=a transaction hash",
  "/api/chat/admin/all search=a transaction hash",
  "/api/admin/trades user=a transaction hash",
]);

const mostRowsOf = ({ name }: StaffRead) =>
  / (?:user|search)=/.test(name) ? MAX_ROWS_OF_SEVERAL : MAX_ROWS;

describe("what staff read", () => {
  it("is asked for completely", () => {
    expect(reads.length).toBeGreaterThan(60);
    expect(skipped).toEqual([]);
  });

  it("never reads a big table from end to end", async () => {
    const wrong: string[] = [];
    for (const read of reads.filter(({ name }) => !LEFT_OUT.has(name))) {
      for (const scan of await scansOf(read)) {
        if (scan.kind === "Seq Scan" || scan.rows > mostRowsOf(read)) {
          wrong.push(
            `${read.name}: ${scan.kind} on ${scan.table}, ${scan.rows} rows: ${scan.statement}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
