import { closeDatabase, pool } from "../lib/platform/db";
import { requireSessionSettings } from "../lib/platform/db/pooled";
import { env } from "../lib/platform/env";
import { writeWholeFile } from "../lib/platform/whole-file";
import { seed } from "../prisma/seed";

// Run by `npm start` after the migrations, unless it knows that a demo has its rows (lib/seeding.mjs); does nothing on a
// site that has them.

const NO_SUCH_ROLE = ["22023", "42501"];

/** The first connection as the application's: only now can its role be known. */
async function takeRole(): Promise<void> {
  await pool.query("SELECT 1").catch((error: { code?: string; message: string }) => {
    if (!NO_SUCH_ROLE.includes(error.code ?? "")) throw error;
    throw new Error(
      `DATABASE_ROLE: the user of DATABASE_URL can't take the role ${env.DATABASE_ROLE}`,
    );
  });
}

async function main(): Promise<void> {
  const { ADMIN_PASSWORD, ADMIN_PASSWORD_FILE } = process.env;
  await takeRole();
  await requireSessionSettings(async (statement) => (await pool.query(statement)).rows);
  const { admin } = await seed(async () => {
    if (ADMIN_PASSWORD_FILE) await writeWholeFile(ADMIN_PASSWORD_FILE, `${ADMIN_PASSWORD}\n`);
  });
  if (admin && ADMIN_PASSWORD_FILE) {
    console.log(
      `Administrator "${admin}", password ${ADMIN_PASSWORD} (kept in ${ADMIN_PASSWORD_FILE})`,
    );
  }
}

void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  })
  .then(closeDatabase);
