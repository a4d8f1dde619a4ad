import { prisma, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { refuseOtherRoute, takeSentKey } from "@/lib/platform/http/idempotency";
import { uuidFrom } from "@/lib/platform/security/hash";
import {
  houseKey,
  orderKey,
  savingKey,
  savingRefundKey,
  tradeKey,
  vaultKey,
  withdrawalId,
  withdrawalKey,
} from "./rules";

/** The journal's key of a request with a key, by its route. */
const KEYS: Record<string, (userId: string, idempotencyKey: string) => string> = {
  "POST /api/trades": (userId, key) => tradeKey(userId, uuidFrom(key)),
  "POST /api/orders": (userId, key) => orderKey(userId, uuidFrom(key)),
  "POST /api/storage/store": (userId, key) => vaultKey(userId, uuidFrom(key)),
  "POST /api/storage/retrieve": (userId, key) => vaultKey(userId, uuidFrom(key)),
  "POST /api/savings/user/create": (userId, key) => savingKey(userId, uuidFrom(key)),
  "POST /api/savings/user/refund/{id}": (userId, key) => savingRefundKey(userId, uuidFrom(key)),
  "POST /api/admin/house/transfers": (userId, key) => houseKey(userId, uuidFrom(key)),
  "POST /api/withdrawals": (_, key) => withdrawalKey(withdrawalId(key)),
};

const journalKeysOf = (userId: string, keyOf: (route: string) => string) =>
  Object.entries(KEYS).map(([route, journalKey]) => ({
    route,
    key: journalKey(userId, keyOf(route)),
  }));

/** A journal's key, and what its request's own key must not stand for already. */
export type TakenKey = {
  key: string;
  sent: { userId: string; route: string; key: string; others: string[] } | null;
};

/** Takes the key of the request that is served now for a journal. */
export function takeKey(journalKey: string): TakenKey {
  const sent = takeSentKey();
  if (!sent) return { key: journalKey, sent: null };
  const { userId, route, key } = sent;
  const others = journalKeysOf(userId, (of) => `${userId}:${of}:${key}`)
    .map((other) => other.key)
    .filter((other) => other !== journalKey);
  return { key: journalKey, sent: { userId, route, key, others } };
}

/**
 * The table `free` with a journal's key as its only row, or none where the request's key stands for another request:
 * a function that takes the key from there is not called then.
 */
export function freeKey({ key: journalKey, sent }: TakenKey) {
  if (!sent) return sql`(SELECT ${journalKey}::text AS key) AS free`;
  const { userId, route, key, others } = sent;
  return sql`(
    SELECT ${journalKey}::text AS key
    WHERE NOT EXISTS (SELECT FROM idempotency_record WHERE user_id = ${userId} AND key = ${key} AND route <> ${route})
      AND NOT EXISTS (SELECT FROM ledger_journal WHERE idempotency_key = ANY (${others}))
  ) AS free`;
}

/**
 * The table `free` with those of the requests, as JSON, whose keys stand for no other request. Each key is looked up by
 * itself: as many as may be asked for at once must not make a plan read all there are.
 */
export function freeRequests(requests: Pick<TakenKey, "sent">[]) {
  const toText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
  return sql`(
    SELECT jsonb_agg(r.value - 'sent') AS requests FROM jsonb_array_elements(${JSON.stringify(requests, toText)}::text::jsonb) AS r
    WHERE (SELECT count(*) FROM idempotency_record i WHERE i.user_id = (r.value #>> '{sent,userId}')::uuid
        AND i.key = r.value #>> '{sent,key}' AND i.route <> r.value #>> '{sent,route}') = 0
      AND (SELECT count(*) FROM ledger_journal j
        WHERE j.idempotency_key = ANY (ARRAY(SELECT jsonb_array_elements_text(r.value #> '{sent,others}')))) = 0
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
