import { prisma } from "@/lib/platform/db";
import { uuidFrom } from "@/lib/platform/security/hash";
import { houseKey, tradeKey, vaultKey } from "./rules";

const KEYS = {
  "POST /api/trades": tradeKey,
  "POST /api/storage/store": vaultKey,
  "POST /api/storage/retrieve": vaultKey,
  "POST /api/admin/house/transfers": houseKey,
};

/**
 * Which route that keeps its keys with its journals has a journal of this user's key; null for none.
 * @param keyOf the key of a request to a route as its handler got it
 */
export async function spentRoute(
  userId: string,
  keyOf: (route: string) => string,
): Promise<string | null> {
  const routes = Object.entries(KEYS).map(([route, journalKey]) => ({
    route,
    key: journalKey(userId, uuidFrom(keyOf(route))),
  }));
  const found = await prisma.ledgerJournal.findFirst({
    where: { idempotencyKey: { in: routes.map(({ key }) => key) } },
    select: { idempotencyKey: true },
  });
  return routes.find(({ key }) => key === found?.idempotencyKey)?.route ?? null;
}
