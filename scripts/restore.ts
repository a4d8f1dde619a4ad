import { join, resolve } from "node:path";
import { formatReport, verifyLedger } from "@/lib/ledger/verify";
import { closeDatabase, prisma } from "@/lib/platform/db";
import { sessionUrl } from "@/lib/platform/db/pooled";
import { storage } from "@/lib/platform/files/storage";
import { BackupError } from "./lib/backup/format";
import { readBackup, requireRestorable } from "./lib/backup/read";
import { readMigrations } from "./lib/migrations/files";
import { prepareDatabase } from "./lib/prepare";

// `npm run restore -- <file>`: fills a new database from an archive of `npm run backup`, then
// recomputes the ledger and the audit log. Exits with 1 on any difference.

async function auditFirstBroken(): Promise<bigint | null> {
  const [row] = await prisma.$queryRaw<{ broken: bigint | null }[]>`
    SELECT audit_first_broken() AS broken`;
  return row?.broken ?? null;
}

async function main(): Promise<void> {
  const [name] = process.argv.slice(2);
  if (!name) throw new BackupError("Say what to restore: npm run restore -- <file.tar.gz>");
  const file = resolve(process.env.INIT_CWD ?? ".", name);
  const url = process.env.MIGRATION_DATABASE_URL || sessionUrl;
  const prismaFolder = join(process.cwd(), "prisma");
  await requireRestorable(url, file, readMigrations(prismaFolder));
  await prepareDatabase(url, prismaFolder, {
    appPassword: process.env.APP_DATABASE_PASSWORD,
    feedPassword: process.env.FEED_DATABASE_PASSWORD,
  });
  const { header, manifest } = await readBackup(url, storage(), file);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${rows} rows of ${header.tables.length} tables and ${manifest.files} files restored, as of ${header.createdAt}.`,
  );
  const report = await verifyLedger();
  console.log(formatReport(report));
  const broken = await auditFirstBroken();
  console.log(
    broken === null ? "The audit log is whole." : `THE AUDIT LOG IS BROKEN at entry ${broken}.`,
  );
  if (header.files === "bucket") console.log("Its files stay in the bucket they were in.");
  if (manifest.missingFiles.length > 0) {
    console.log(`${manifest.missingFiles.length} files were missing when it was written.`);
  }
  process.exitCode = report.ok && broken === null ? 0 : 1;
}

void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  })
  .then(closeDatabase);
