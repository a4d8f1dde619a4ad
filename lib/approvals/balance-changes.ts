import type { Actor } from "@/lib/audit/mutations";
import { availableAfter } from "@/lib/ledger/first-response";
import { applyAdjustment } from "@/lib/ledger/payments";
import { tellOfMoney } from "@/lib/notifications/money-mail";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { freezeWayOf } from "@/lib/security/notices";
import type { ManageBalanceInput } from "./schema";

type Change = { currency: "USDT" | "XAUT"; before: string; after: string };

/**
 * Adds to or subtracts from a user's available balance against the treasury. The user sees the
 * change with its reason, in their history and as a notification. A repeated id changes nothing.
 * @param id of the change
 * @param first what comes before it in its transaction
 * @throws AppError FORBIDDEN for one's own account, NOT_FOUND, VALIDATION, SECOND_PERSON_NEEDED,
 *   INSUFFICIENT_BALANCE, HOUSE_LIMIT when the treasury is short, IDEMPOTENCY_CONFLICT for an id that was used for
 *   another change
 */
export async function adjustBalance(
  actor: Actor & { id: string },
  userId: string,
  input: ManageBalanceInput,
  id: string,
  first?: (tx: Tx) => Promise<void>,
): Promise<Change> {
  if (actor.id === userId) throw new AppError("FORBIDDEN");
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountGreaterThanZero"));
  }
  const change = { id, actor, userId, ...input, amountMicro };
  return sayingWhichHouse(() =>
    transaction(async (tx) => {
      await first?.(tx);
      return apply(tx, change);
    }),
  );
}

/** The code's own text speaks of options. */
async function sayingWhichHouse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (toAppError(error).code !== "HOUSE_LIMIT") throw error;
    throw new AppError("HOUSE_LIMIT", {
      message: text("errors.accounts.theTreasuryDoesNotHoldAmount"),
    });
  }
}

type Adjustment = {
  id: string;
  actor: Actor & { id: string };
  userId: string;
  currency: "USDT" | "XAUT";
  operation: "add" | "subtract";
  amountMicro: bigint;
  reason: string;
};

async function apply(tx: Tx, change: Adjustment): Promise<Change> {
  if (await applyAdjustment(tx, change.actor, change)) await tellOfChange(tx, change);
  else await refuseOther(tx, change);
  const { id, operation, amountMicro, userId, currency } = change;
  const after = await availableAfter(tx, `adjustment:${id}`, userId, currency);
  const signed = operation === "add" ? amountMicro : -amountMicro;
  return { currency, before: formatMicro(after - signed), after: formatMicro(after) };
}

/** @throws AppError IDEMPOTENCY_CONFLICT where the change that was made with this id is another one */
async function refuseOther(tx: Tx, meant: Adjustment): Promise<void> {
  const made = await tx.balanceAdjustment.findUniqueOrThrow({ where: { id: meant.id } });
  const fields = ["userId", "currency", "operation", "amountMicro", "reason"] as const;
  if (fields.some((field) => made[field] !== meant[field])) {
    throw new AppError("IDEMPOTENCY_CONFLICT");
  }
}

/** Tells a user that staff changed their balance. */
async function tellOfChange(
  tx: Tx,
  { userId, currency, operation, amountMicro, reason }: Adjustment,
): Promise<void> {
  const note = {
    userId,
    type: "balance",
    title:
      operation === "add"
        ? text("notices.accounts.balanceIncreased")
        : text("notices.accounts.balanceDecreased"),
    message: text(`notices.accounts.balanceChanged.${operation}`, {
      amount: exactAmount(amountMicro, currency),
      reason,
    }),
  };
  await tellOfMoney(tx, note, operation === "add" ? undefined : await freezeWayOf(tx, userId));
  await publishEvent(tx, { t: "balance", u: userId });
}
