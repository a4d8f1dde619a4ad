import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { sessionUrl } from "@/lib/platform/db/pooled";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/files/storage";
import { BackupError } from "./lib/backup/format";
import { writeBackup } from "./lib/backup/write";

// `npm run backup -- <file>`: the whole database as of one moment, and the uploaded files, in one
// archive. The site goes on meanwhile.

async function main(): Promise<void> {
  const [name] = process.argv.slice(2);
  if (!name) throw new BackupError("Say where to write it: npm run backup -- <file.tar.gz>");
  // npm changes to the project's folder; the person meant their own.
  const file = resolve(process.env.INIT_CWD ?? ".", name);
  const url = process.env.MIGRATION_DATABASE_URL || sessionUrl;
  const hasBucket = env.S3_BUCKET !== undefined;
  const manifest = await writeBackup(url, hasBucket ? null : storage(), file);
  const tables = Object.values(manifest.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { size } = await stat(file);
  const files = hasBucket ? "no files (they are in the bucket)" : `${manifest.files} files`;
  console.log(
    `${rows} rows of ${tables.length} tables and ${files} in ${file} (${(size / 1e6).toFixed(1)} MB).`,
  );
  const { missingFiles } = manifest;
  if (missingFiles.length > 0) {
    throw new BackupError(
      `${missingFiles.length} uploaded files are missing or damaged and not in the archive, the first is ${missingFiles[0]}; everything else is.`,
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
