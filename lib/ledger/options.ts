import { prisma, sql } from "@/lib/platform/db";
import { attempt } from "./attempt";
import { availableAfter } from "./first-response";
import { freeKey, rowOfFreeKey } from "./request-keys";
import { inputHash, tradeKey } from "./rules";
import type { EnteredOption, OpenedOption, OpenOptionInput, SettledOption } from "./schema";

/**
 * Opens an option in one round trip: the user's own limits and the risk acceptance are checked, stake and
 * collateral go to escrow, and the first uncontested index tick at least `optionEntryDelayMs` (a setting that the
 * database reads by itself) after acceptance becomes the entry price.
 * Collateral = stake × rate, rounded half to even. The same key and input again returns the first answer,
 * with `simulated` as prices are now.
 * @throws AppError the refusal given, PRODUCT_DISABLED, RISK_NOT_ACCEPTED, INSUFFICIENT_BALANCE,
 *   DAILY_TRADE_LIMIT, TRADE_AMOUNT_OUT_OF_RANGE, MARKET_STALE, MARKET_THIN, HOUSE_LIMIT,
 *   IDEMPOTENCY_CONFLICT
 */
export async function openOption(input: OpenOptionInput): Promise<OpenedOption> {
  const { userId, direction, amountMicro, durationSeconds, reviewedRatePpm: payoutRatePpm } = input;
  // The setting's rate is not part of it: one changed between two tries is no other request.
  const hash = inputHash({ userId, direction, amountMicro, durationSeconds, payoutRatePpm });
  const key = tradeKey(userId, input.key);
  const rows = await attempt(
    () => sql<OpenedOption[]>`
      SELECT o_trade_id AS "tradeId", o_number AS number, o_opened_at AS "openedAt", o_collateral_micro AS "collateralMicro",
        o_available_micro AS "availableMicro", o_replayed AS replayed, o_simulated AS simulated
      FROM ${freeKey(key)}
      CROSS JOIN LATERAL open_user_option(${input.refusal}, ${input.riskVersion}, free.key, ${hash}, ${userId},
        ${direction}, ${amountMicro}, ${durationSeconds}, ${input.payoutRatePpm}, ${input.minAmountMicro},
        ${input.maxAmountMicro}, ${input.dailyTradeLimit}, ${input.minSources}, ${input.capPerSecondMicro},
        ${input.capPerDirectionMicro})`,
  );
  const row = rowOfFreeKey(rows);
  if (!row.replayed) return row;
  return { ...row, availableMicro: await availableAfter(prisma, key, userId, "USDT") };
}

/** Whether any option waits for its entry or its end. */
export async function hasOpenOptions(): Promise<boolean> {
  // In the order of the index of open ones, so that no other trade is read.
  const rows = await sql`SELECT 1 FROM trade WHERE status = 'open' ORDER BY user_id, id LIMIT 1`;
  return rows.length > 0;
}

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
