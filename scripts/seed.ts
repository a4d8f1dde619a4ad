import { closeDatabase } from "../lib/platform/db";
import { seed } from "../prisma/seed";

// Run by `npm start` after the migrations; does nothing on a site that has its rows.
async function main(): Promise<void> {
  const { admin } = await seed();
  const { ADMIN_PASSWORD, ADMIN_PASSWORD_FILE } = process.env;
  if (admin && ADMIN_PASSWORD_FILE) {
    console.log(
      `Administrator "${admin}", password ${ADMIN_PASSWORD} (kept in ${ADMIN_PASSWORD_FILE})`,
    );
  }
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  })
  .finally(closeDatabase);
