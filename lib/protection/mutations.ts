import { endRun } from "@/lib/ai/mutations";
import { sendNotification } from "@/lib/notifications/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { formatUtc } from "@/lib/platform/ui/date-time";
import type { UserId } from "@/lib/sessions/user-id";
import { exclusionOf, ownLimitsOf } from "./data";
import type { OwnLimits, OwnLimitsInput, OwnLimitsState } from "./schema";

const micro = (amount: string | null) => (amount === null ? null : parseMicro(amount));

/**
 * Sets a user's own limits. What is tighter counts at once, what is looser in 24 hours by the database's clock; what is
 * left out stays as it was asked for last.
 * @throws AppError AMOUNT_OUT_OF_RANGE
 */
export async function setOwnLimits(
  userId: UserId,
  input: OwnLimitsInput,
  sessionId: string,
): Promise<OwnLimitsState> {
  return transaction(async (tx) => {
    // Two changes at once would each bring back what the other has changed.
    await tx.$queryRaw`SELECT ledger_lock_user(${userId}::uuid)`;
    const { limits, pending } = await ownLimitsOf(userId, tx);
    const { at: _, ...waiting } = pending ?? { at: "" };
    const asked: OwnLimits = { ...limits, ...waiting, ...input };
    await tx.$queryRaw`
      SELECT own_limits_set(${userId}::uuid, ${micro(asked.maxStake)}::bigint, ${micro(asked.maxLossDay)}::bigint,
        ${micro(asked.maxLossWeek)}::bigint, ${micro(asked.maxDepositDay)}::bigint, ${asked.maxTradesDay}::integer,
        ${asked.reminderMinutes}::integer)::text`;
    const state = await ownLimitsOf(userId, tx);
    const message = state.pending
      ? text("notices.protection.limitsLater", { at: formatUtc(state.pending.at, { zone: true }) })
      : text("notices.protection.limitsNow");
    const title = text("notices.protection.limits");
    await sendNotification(tx, { userId, type: "security", title, message }, sessionId);
    await publishEvent(tx, { t: "account", u: userId });
    return state;
  });
}

/** How long somebody keeps themselves out: days of a time-out, or months of a self-exclusion. */
export type ExclusionLength = { days: number } | { months: number };

/**
 * Begins a time without options, strategy runs and deposits, which nobody can end early; one that is under way is never made
 * shorter. Runs that are going on are stopped: each sells at the next price, as if its owner had stopped it.
 * @throws AppError VALIDATION
 */
export async function beginExclusion(
  userId: UserId,
  length: ExclusionLength,
  sessionId: string,
): Promise<NonNullable<OwnLimitsState["exclusion"]>> {
  const days = "days" in length ? length.days : null;
  const months = "months" in length ? length.months : null;
  const { exclusion, runs } = await transaction(async (tx) => {
    const begun = await begin(tx, userId, days, months);
    await sendNotification(
      tx,
      {
        userId,
        type: "security",
        title: text(days ? "notices.protection.timeOut" : "notices.protection.selfExclusion"),
        message: text("notices.protection.excludedUntil", {
          until: formatUtc(begun.exclusion.until, { zone: true }),
        }),
      },
      sessionId,
    );
    await publishEvent(tx, { t: "account", u: userId });
    return begun;
  });
  // Each waits for nothing but its own rows; what can't be sold now is sold by the job that ends runs.
  for (const run of runs) await endRun(run, userId);
  return exclusion;
}

async function begin(tx: Tx, userId: string, days: number | null, months: number | null) {
  const [row] = await tx.$queryRaw<{ runs: string[] }[]>`
    SELECT o_runs AS runs FROM exclusion_begin(${userId}::uuid, ${days}::integer, ${months}::integer)`.catch(
    (error: unknown) => {
      throw toAppError(error);
    },
  );
  const exclusion = await exclusionOf(tx, userId);
  if (!row || !exclusion) throw new Error("an exclusion that did not begin");
  return { exclusion, runs: row.runs };
}
