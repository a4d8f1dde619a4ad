import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { balancesOf } from "@/lib/ledger/data";
import { postTransfers } from "@/lib/ledger/mutations";
import { notifyUser } from "@/lib/notifications/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { notify } from "@/lib/platform/realtime";
import { uuidFrom } from "@/lib/platform/security/hash";
import { now } from "@/lib/platform/time";
import type { ManageBalanceInput } from "./staff-schema";

type Change = { currency: "USDT" | "XAUT"; before: string; after: string };

/**
 * Adds to or subtracts from a user's available balance against the treasury. The user sees the
 * change with its reason, in their history and as a notification. A repeated key changes nothing.
 * @throws AppError FORBIDDEN for one's own account, NOT_FOUND, VALIDATION, INSUFFICIENT_BALANCE,
 *   HOUSE_LIMIT when the treasury is short
 */
export async function adjustBalance(
  actor: Actor,
  userId: string,
  input: ManageBalanceInput,
  idempotencyKey: string,
): Promise<Change> {
  if (actor.id === userId) throw new AppError("FORBIDDEN");
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", "Enter an amount greater than zero");
  }
  try {
    return await transaction((tx) =>
      post(tx, actor, userId, { ...input, amountMicro }, idempotencyKey),
    );
  } catch (error) {
    // The code's own text speaks of options.
    if (toAppError(error).code !== "HOUSE_LIMIT") throw error;
    throw new AppError("HOUSE_LIMIT", { message: "The treasury does not hold this amount" });
  }
}

async function post(
  tx: Tx,
  actor: Actor,
  userId: string,
  input: ManageBalanceInput & { amountMicro: bigint },
  key: string,
): Promise<Change> {
  const { currency, operation, amountMicro, reason } = input;
  const exists = await tx.user.count({ where: { id: userId, erasedAt: null } });
  if (exists === 0) throw new AppError("NOT_FOUND");
  const id = uuidFrom(`adjustment:${key}`);
  const treasury = { house: "treasury", currency } as const;
  const available = { user: userId, kind: "available", currency } as const;
  const isNew = await postTransfers(tx, {
    kind: "admin_adjustment",
    key: `adjustment:${key}`,
    actorId: actor.id,
    transfers: [
      operation === "add"
        ? { from: treasury, to: available, amountMicro }
        : { from: available, to: treasury, amountMicro },
    ],
    reference: { type: "balance_adjustment", id },
  });
  const after = (await balancesOf(tx, userId))[currency].available;
  const signed = operation === "add" ? amountMicro : -amountMicro;
  const change = { currency, before: formatMicro(after - signed), after: formatMicro(after) };
  if (!isNew) return change;

  await tx.balanceAdjustment.create({
    data: {
      id,
      userId,
      currency,
      operation,
      amountMicro,
      reason,
      status: "applied",
      proposedById: actor.id ?? userId,
      decidedAt: now(),
    },
  });
  await appendAudit(tx, actor, {
    action: `balance.${operation}`,
    targetType: "user",
    targetId: userId,
    subjectUserId: userId,
    before: { [currency]: change.before },
    after: { [currency]: change.after },
    reason,
  });
  await notifyUser(tx, {
    userId,
    type: "balance",
    title: operation === "add" ? "Balance increased" : "Balance decreased",
    message: `Support ${operation === "add" ? "added" : "subtracted"} ${formatMicro(amountMicro)} ${currency}. Reason: ${reason}`,
  });
  await notify(tx, { t: "balance", u: userId });
  return change;
}
