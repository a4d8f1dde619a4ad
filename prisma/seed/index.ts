/**
 * What an empty site needs to work. Safe to run at every start: each part does nothing where it
 * finds its rows. With real money nothing of the demo is made.
 */
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { hasAdministrator, seedAdmin } from "./admin";
import { defaultContacts } from "./contacts";
import { defaultDocuments } from "./documents";
import { seedHouseFunds } from "./house";
import { refuseOtherOrigin } from "./origin";
import { defaultPlans } from "./plans";
import { seedStaffRules } from "./rules";
import { defaultWallets } from "./wallets";

/** Any number; makes several instances that start at once seed one after the other. */
const SEED_LOCK = 72100;

/**
 * Fills an empty site.
 * @param keepPassword called before the first administrator, if one is made now, is there to log in
 * @returns the username of the administrator made now, if any
 * @throws Error with one line for a database of the other kind, see refuseOtherOrigin
 */
export async function seed(keepPassword?: () => Promise<void>): Promise<{ admin: string | null }> {
  return prisma.$transaction(
    async (tx) => {
      // It only holds the lock, while the parts work in transactions of their own.
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK})::text`;
      await refuseOtherOrigin(env.REAL_MONEY);
      // Before the first administrator: what an interrupted start left out is made up for, and what an
      // administrator deletes stays deleted.
      if (!(await hasAdministrator())) await seedTexts();
      const admin = await seedAdmin(keepPassword);
      if (env.REAL_MONEY) await seedStaffRules();
      else await seedDemo();
      return { admin };
    },
    { timeout: 60_000 },
  );
}

/** Public texts and ways to reach support: templates that claim nothing. */
async function seedTexts(): Promise<void> {
  if ((await prisma.document.count()) === 0) {
    for (const document of defaultDocuments()) {
      const { title, content } = document;
      await prisma.document.create({
        data: { ...document, versions: { create: { version: 1, title, content } } },
      });
    }
  }
  if ((await prisma.customerService.count()) === 0) {
    await prisma.customerService.createMany({ data: defaultContacts });
  }
}

async function seedDemo(): Promise<void> {
  await seedHouseFunds();
  if ((await prisma.savingPlan.count()) === 0) {
    await prisma.savingPlan.createMany({ data: defaultPlans });
  }
  if ((await prisma.wallet.count()) === 0) {
    await prisma.wallet.createMany({ data: defaultWallets });
  }
}
