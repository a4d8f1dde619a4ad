import { prisma, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { refuseOtherRoute, takeSentKey } from "@/lib/platform/http/idempotency";
import { uuidFrom } from "@/lib/platform/security/hash";
import { houseKey, tradeKey, vaultKey } from "./rules";

const KEYS = {
  "POST /api/trades": tradeKey,
  "POST /api/storage/store": vaultKey,
  "POST /api/storage/retrieve": vaultKey,
  "POST /api/admin/house/transfers": houseKey,
};

const journalKeysOf = (userId: string, keyOf: (route: string) => string) =>
  Object.entries(KEYS).map(([route, journalKey]) => ({
    route,
    key: journalKey(userId, uuidFrom(keyOf(route))),
  }));

/**
 * The table `free` with a journal's key as its only row, or none where the request's key stands for another request:
 * a function that takes the key from there is not called then.
 */
export function freeKey(journalKey: string) {
  const sent = takeSentKey();
  if (!sent) return sql`(SELECT ${journalKey}::text AS key) AS free`;
  const { userId, route, key } = sent;
  const others = journalKeysOf(userId, (of) => `${userId}:${of}:${key}`)
    .filter((other) => other.route !== route)
    .map((other) => other.key);
  return sql`(
    SELECT ${journalKey}::text AS key
    WHERE NOT EXISTS (SELECT FROM idempotency_record WHERE user_id = ${userId} AND key = ${key} AND route <> ${route})
      AND NOT EXISTS (SELECT FROM ledger_journal WHERE idempotency_key = ANY (${others}))
  ) AS free`;
}

/**
 * The row of a statement that took its key from `freeKey`.
 * @throws AppError IDEMPOTENCY_CONFLICT where there is none
 */
export function rowOfFreeKey<Row>([row]: readonly Row[]): Row {
  if (!row) throw new AppError("IDEMPOTENCY_CONFLICT");
  return row;
}

/**
 * The same for what is no single statement.
 * @throws AppError IDEMPOTENCY_CONFLICT
 */
export async function refuseSpentKey(): Promise<void> {
  const sent = takeSentKey();
  if (!sent) return;
  const { userId, route, key } = sent;
  const [spent] = await Promise.all([
    spentRoute(userId, (of) => `${userId}:${of}:${key}`),
    refuseOtherRoute(sent),
  ]);
  if (spent !== null && spent !== route) throw new AppError("IDEMPOTENCY_CONFLICT");
}

/**
 * Which route that keeps its keys with its journals has a journal of this user's key; null for none.
 * @param keyOf the key of a request to a route as its handler got it
 */
export async function spentRoute(
  userId: string,
  keyOf: (route: string) => string,
): Promise<string | null> {
  const routes = journalKeysOf(userId, keyOf);
  const found = await prisma.ledgerJournal.findFirst({
    where: { idempotencyKey: { in: routes.map(({ key }) => key) } },
    select: { idempotencyKey: true },
  });
  return routes.find(({ key }) => key === found?.idempotencyKey)?.route ?? null;
}
