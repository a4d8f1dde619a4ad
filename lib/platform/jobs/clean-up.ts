import { DAY_MS } from "@/lib/platform/calendar";
import { prisma } from "@/lib/platform/db";
import { now } from "@/lib/platform/time";
import { defineJob } from "./define";

// The browser keeps orders of unknown outcome as long: lib/platform/client/unconfirmed-orders.ts.
const KEYS_LAST_MS = 7 * DAY_MS;
const TOKENS_LAST_MS = DAY_MS;

/** Of a flood, which one statement would not get through in its time. */
const BATCH_ROWS = 10_000;

async function inBatches(signal: AbortSignal, removeSome: () => Promise<number>): Promise<void> {
  while ((await removeSome()) === BATCH_ROWS) signal.throwIfAborted();
}

/** Removes what has served its time: idempotency keys, rate-limit counters, used links. */
export const cleanUpJob = defineJob({
  name: "clean-up",
  schedule: "45 3 * * *",
  timeoutSeconds: 1_800,
  handler: async (_, { signal }) => {
    const at = now().getTime();
    const keysUpTo = new Date(at - KEYS_LAST_MS);
    const tokensUpTo = new Date(at - TOKENS_LAST_MS);
    await inBatches(
      signal,
      () => prisma.$executeRaw`DELETE FROM rate_limit WHERE key IN (
        SELECT key FROM rate_limit WHERE expire < ${BigInt(at)} LIMIT ${BATCH_ROWS})`,
    );
    await inBatches(
      signal,
      () => prisma.$executeRaw`DELETE FROM account_token WHERE id IN (
        SELECT id FROM account_token WHERE expires_at < ${tokensUpTo} LIMIT ${BATCH_ROWS})`,
    );
    await inBatches(
      signal,
      () => prisma.$executeRaw`DELETE FROM idempotency_record WHERE (user_id, key) IN (
        SELECT user_id, key FROM idempotency_record WHERE created_at < ${keysUpTo} LIMIT ${BATCH_ROWS})`,
    );
  },
});
