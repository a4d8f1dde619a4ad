import { said } from "@/lib/ledger/payments";
import { type Db, Prisma, prisma, transaction } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { stillPassword } from "@/lib/security/credentials";
import { warnUser } from "@/lib/security/notices";
import { checkProof } from "@/lib/security/two-factor";
import type { SetDelayInput, WithdrawalDelayState } from "./delay-schema";

/** How long a user's withdrawals wait before staff can approve them, and a shorter time that is under way. */
export async function getWithdrawalDelay(
  userId: string,
  db: Db = prisma,
): Promise<WithdrawalDelayState> {
  const row = await db.withdrawalDelay.findUnique({ where: { userId } });
  if (!row) return { hours: 0, pending: null };
  const { hours, nextHours, nextAt } = row;
  if (nextHours === null || nextAt === null) return { hours, pending: null };
  if (nextAt <= now()) return { hours: nextHours, pending: null };
  return { hours, pending: { hours: nextHours, at: nextAt.toISOString() } };
}

/**
 * Chooses how long each withdrawal waits: longer at once, shorter after 24 hours and with the password (and the code).
 * What was asked for before keeps its time.
 * @throws AppError VALIDATION, TOTP_REQUIRED, RATE_LIMITED, UNAUTHORIZED
 */
export async function setWithdrawalDelay(
  userId: string,
  { hours, password, totp }: SetDelayInput,
  sessionId?: string,
): Promise<WithdrawalDelayState> {
  const isShorter = hours < (await getWithdrawalDelay(userId)).hours;
  if (isShorter && !password) {
    throw invalidField("password", text("errors.withdrawals.enterYourLoginPassword"));
  }
  const checkedHash = password ? await checkProof(userId, { password, totp }) : null;
  return transaction(async (tx) => {
    if (checkedHash !== null) await stillPassword(tx, userId, checkedHash);
    else await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    // A longer one of another request since would be made shorter without the password.
    if (checkedHash === null && hours < (await getWithdrawalDelay(userId, tx)).hours) {
      throw invalidField("password", text("errors.withdrawals.enterYourLoginPassword"));
    }
    const isChanged = await said(
      tx,
      Prisma.sql`withdrawal_delay_set(${userId}::uuid, ${hours}::integer)`,
    );
    const state = await getWithdrawalDelay(userId, tx);
    if (!isChanged) return state;
    const { pending } = state;
    const message = pending
      ? text("notices.withdrawals.delayShorter", {
          hours: pending.hours,
          at: formatUtc(pending.at, { zone: true }),
        })
      : text("notices.withdrawals.delaySet", { hours: state.hours });
    await warnUser(
      tx,
      userId,
      { title: text("notices.withdrawals.delay"), message },
      { by: sessionId },
    );
    return state;
  });
}
