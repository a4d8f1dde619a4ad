import { sql } from "@/lib/platform/db";
import { isTrue } from "@/lib/platform/db/is-true";
import { attempt } from "./attempt";
import type { EnteredOption, SettledOption } from "./schema";

/** Any option waits for its entry or its end. In the order of the index of open ones, so that no other trade is read. */
export const anyOpenOption = () =>
  sql`(SELECT true FROM trade WHERE status = 'open' ORDER BY user_id, id LIMIT 1) IS NOT NULL`;

/** Whether any option waits for its entry or its end. */
export const hasOpenOptions = (): Promise<boolean> => isTrue(anyOpenOption());

/**
 * Gives waiting options their entry tick; those that got none within 10 s after their delay are voided and refunded.
 * Any number of workers may call it at once. Call again while it returns `limit` rows.
 */
export async function enterDue(limit = 1000): Promise<EnteredOption[]> {
  return attempt(
    () => sql<EnteredOption[]>`
      SELECT o_trade_id AS "tradeId", o_user_id AS "userId", o_status AS status, o_expires_at AS "expiresAt"
      FROM enter_due(${limit})`,
  );
}

/**
 * Settles options past their expiry on recorded ticks, each exactly once. Any number of workers may
 * call it at once. Call again while it returns `limit` rows; one notification a batch is the caller's.
 */
export async function settleDue(limit = 1000): Promise<SettledOption[]> {
  return attempt(
    () => sql<SettledOption[]>`
      SELECT o_trade_id AS "tradeId", o_user_id AS "userId", o_status AS status, o_payout_micro AS "payoutMicro"
      FROM settle_due(${limit})`,
  );
}

/** Trades of the user that count against today's limit. */
export async function dailyTradesUsed(userId: string): Promise<number> {
  const [row] = await sql<{ used: number }[]>`SELECT daily_trades_used(${userId}) AS used`;
  return row?.used ?? 0;
}
