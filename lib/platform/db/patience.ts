import { setTimeout as delay } from "node:timers/promises";
import { toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const PATIENCE_MS = 60_000;
const RETRY_MS = 500;

/**
 * Gets what a start needs of the database. On a busy machine a connection may take longer than the
 * driver waits, and a database that starts beside its application refuses the first ones; both pass,
 * so the start tries again for a minute and says what it waits for.
 * @param what named in the log
 * @param patienceMs how long it is tried
 * @throws the last error, when the database stays away; any other error at once
 */
export async function withPatience<T>(
  what: string,
  connect: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      const isAway = toAppError(error).code === "SERVICE_UNAVAILABLE";
      if (!isAway || performance.now() > deadlineMs) throw error;
      log.warn({ event: "start.waiting", what, reason: String(error) });
      await delay(RETRY_MS);
    }
  }
}
