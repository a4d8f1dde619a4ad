import { DAY_MS } from "@/lib/platform/calendar";
import type { Tx } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";

/** Stored in 24 hours: some twenty of the largest images, or a hundred screenshots. */
const MAX_DAILY_BYTES = 200_000_000;
/** Ten such days. Proofs are kept as long as the books, so that nobody may send without end. */
const MAX_BYTES = 2_000_000_000;

const TOO_MUCH_TODAY = "You have sent many large images today. Please try again later.";
const NO_ROOM = "You have no room left for images. Please contact support.";

type Stored = { total: bigint; today: bigint; oldest_age_ms: number | null };

/**
 * Refuses a file that is more than its owner may store. Until the transaction ends the owner's other files
 * wait, so that many at once count as well.
 * @param bytes of the file as it will be stored
 * @throws AppError RATE_LIMITED with the time when the oldest of the day stops counting, VALIDATION of
 * `field` for more than may be stored in all
 */
export async function refuseBeyondRoom(
  tx: Tx,
  ownerId: string,
  bytes: number,
  field: string,
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`;
  const [stored] = await tx.$queryRaw<[Stored]>`
    SELECT coalesce(sum(byte_size), 0)::bigint AS total,
      coalesce(sum(byte_size) FILTER (WHERE recent), 0)::bigint AS today,
      (extract(epoch FROM now() - min(created_at) FILTER (WHERE recent)) * 1000)::float8 AS oldest_age_ms
    FROM (SELECT byte_size, created_at, created_at > now() - interval '1 day' AS recent
      FROM stored_file WHERE owner_id = ${ownerId}::uuid) AS file`;
  if (stored.total + BigInt(bytes) > MAX_BYTES) throw invalidField(field, NO_ROOM);
  if (stored.today + BigInt(bytes) <= MAX_DAILY_BYTES) return;
  throw new AppError("RATE_LIMITED", {
    message: TOO_MUCH_TODAY,
    errors: { [field]: [TOO_MUCH_TODAY] },
    retryAfterSeconds: Math.ceil((DAY_MS - (stored.oldest_age_ms ?? 0)) / 1000),
  });
}
