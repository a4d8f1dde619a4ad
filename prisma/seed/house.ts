import { DEMO_FUNDS_KEY, fundDemoHouse } from "@/lib/ledger/house";
import { prisma } from "@/lib/platform/db";

/** Funds the house accounts once. A site that was funded before keeps its amounts, also where these differ. */
export async function seedHouseFunds(): Promise<void> {
  const funded = await prisma.ledgerJournal.findUnique({
    where: { idempotencyKey: DEMO_FUNDS_KEY },
  });
  if (!funded) await fundDemoHouse(prisma);
}
