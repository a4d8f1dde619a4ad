import { attempt } from "@/lib/ledger/attempt";
import { inputHash } from "@/lib/ledger/rules";
import { minuteOf } from "@/lib/platform/calendar-zones";
import { sql } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { parseDecimal, parseMicro } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import type { UserId } from "@/lib/sessions/user-id";
import { getSettings } from "@/lib/settings/data";
import { getRecurring } from "./data";
import type { CreateRecurringInput, RecurringDto } from "./schema";

/** A pass ends after this many, so that whoever runs it hears of its stop. */
const MAX_RUNS = 1_000;

/**
 * Begins a recurring buy. The same key and input again returns it as it is now.
 * @throws AppError VALIDATION, TRADE_AMOUNT_OUT_OF_RANGE, BELOW_MINIMUM_STORAGE, PRODUCT_DISABLED, TOO_MANY_RECURRING,
 *   IDEMPOTENCY_CONFLICT
 */
export async function createRecurring(
  userId: UserId,
  input: CreateRecurringInput,
  idempotencyKey: string,
): Promise<RecurringDto> {
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const { every, day = null, time, target, maxPrice } = input;
  const maxE8 = maxPrice === undefined ? null : parseDecimal(maxPrice, 8);
  if (maxE8 === 0n) throw invalidField("maxPrice", text("errors.trading.enterPriceSuchAs400250"));
  const hash = inputHash({ userId, amountMicro, every, day, time, target, maxE8 });
  const [row] = await attempt(
    () => sql<{ id: string }[]>`
      SELECT o_id AS id FROM recurring_create(${uuidFrom(idempotencyKey)}, ${hash}, ${userId}, ${amountMicro}, ${every},
        ${day}, ${minuteOf(time)}, ${target}, ${maxE8})`,
  );
  return getRecurring(userId, row?.id ?? "");
}

/** Pauses a recurring buy of a user, or lets it go on from its next time. @throws AppError NOT_FOUND */
export async function pauseRecurring(
  userId: UserId,
  id: string,
  paused: boolean,
): Promise<RecurringDto> {
  await change(userId, id, paused ? "paused" : "active");
  return getRecurring(userId, id);
}

/** Ends a recurring buy of a user for good. @throws AppError NOT_FOUND */
export const deleteRecurring = (userId: UserId, id: string): Promise<void> =>
  change(userId, id, "deleted");

async function change(userId: string, id: string, status: string): Promise<void> {
  await attempt(() => sql`SELECT recurring_change(${userId}, ${id}, ${status})`);
}

/**
 * Runs every recurring buy that is due; during maintenance none. Any number of workers may call it at once: each time
 * that is due is run once. @returns how many ran
 */
export async function runRecurringBuys(): Promise<number> {
  const [due] = await attempt(
    () => sql<{ any: boolean }[]>`
      SELECT EXISTS (SELECT FROM recurring_buy WHERE status = 'active' AND next_at <= app_now()) AS any`,
  );
  if (!due?.any || (await getSettings()).maintenance) return 0;
  let total = 0;
  while (total < MAX_RUNS) {
    const rows = await attempt(() => sql`SELECT o_id FROM recurring_run_one()`);
    if (rows.length === 0) break;
    total += rows.length;
  }
  if (total > 0) wakeRelay();
  return total;
}
