import type { Actor } from "@/lib/audit/mutations";
import { attempt } from "@/lib/ledger/attempt";
import { sql } from "@/lib/platform/db";

/**
 * Ends a pause of prices, in the name of a member of staff: the level that the exchanges show from now on counts.
 * @throws AppError FORBIDDEN, CONFLICT while nothing is paused
 */
export async function resumePrices(actor: Actor, reason: string): Promise<void> {
  await attempt(
    () => sql`
      SELECT market_resume(${actor.id}, ${reason}, ${actor.requestId ?? null}, ${actor.ip ?? null})`,
  );
}
