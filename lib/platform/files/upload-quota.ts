import { DAY_MS } from "@/lib/platform/calendar";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";

/** Stored in 24 hours: some twenty of the largest images, or a hundred screenshots. */
const MAX_DAILY_BYTES = 200_000_000;

const TOO_MUCH_TODAY = text("errors.common.youSentManyLargeImagesToday");

type Stored = { bytes: bigint; oldestAgeMs: number | null };

/**
 * Refuses a file that is more than its owner may store in a day, where what support sent to them doesn't count. Until the transaction ends the owner's other
 * files wait, so that many at once count as well.
 * @param bytes of the file as it will be stored
 * @throws AppError RATE_LIMITED with the time when the oldest of the day stops counting
 */
export async function enforceUploadQuota(
  tx: Tx,
  ownerId: string,
  bytes: number,
  field: string,
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`;
  const [today] = await tx.$queryRaw<[Stored]>`
    SELECT coalesce(sum(byte_size), 0)::bigint AS bytes,
      (extract(epoch FROM now() - min(created_at)) * 1000)::float8 AS "oldestAgeMs"
    FROM stored_file f WHERE owner_id = ${ownerId}::uuid AND created_at > now() - interval '1 day'
      AND NOT EXISTS (SELECT 1 FROM chat_message WHERE image_file_id = f.id AND sender = 'support')`;
  if (today.bytes + BigInt(bytes) <= MAX_DAILY_BYTES) return;
  throw new AppError("RATE_LIMITED", {
    message: TOO_MUCH_TODAY,
    errors: { [field]: [TOO_MUCH_TODAY] },
    retryAfterSeconds: Math.ceil((DAY_MS - (today.oldestAgeMs ?? 0)) / 1000),
  });
}
