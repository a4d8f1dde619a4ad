import type { Actor } from "@/lib/audit/mutations";
import { availableAfter } from "@/lib/ledger/first-response";
import { applyAdjustment } from "@/lib/ledger/payments";
import { getMarketHead } from "@/lib/market/data";
import { tellOfMoney } from "@/lib/notifications/money-mail";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { getSettings } from "@/lib/settings/data";
import { findChange, requestApproval } from "./mutations";
import { changeValueMicro, needsApproval } from "./rules";
import type { ApprovalDto, ManageBalanceInput } from "./schema";

type Change = { currency: "USDT" | "XAUT"; before: string; after: string };
type Outcome = { change: Change } | { approval: ApprovalDto };

/**
 * Adds to or subtracts from a user's available balance against the treasury. The user sees the
 * change with its reason, in their history and as a notification. Above the site's threshold the
 * change waits for a colleague instead. A repeated key changes nothing.
 * @throws AppError FORBIDDEN for one's own account, NOT_FOUND, VALIDATION, INSUFFICIENT_BALANCE,
 *   HOUSE_LIMIT when the treasury is short, IDEMPOTENCY_CONFLICT for a key that was used for another change
 */
export async function adjustBalance(
  actor: Actor & { id: string },
  userId: string,
  input: ManageBalanceInput,
  idempotencyKey: string,
): Promise<Outcome> {
  if (actor.id === userId) throw new AppError("FORBIDDEN");
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountGreaterThanZero"));
  }
  const id = uuidFrom(`adjustment:${idempotencyKey}`);
  const key = `adjustment:${id}`;
  const request = { id, actor, userId, ...input, amountMicro };
  const waiting = await waitsForApproval(request);
  if (waiting) return { approval: await requestApproval({ ...request, ...waiting }) };
  return { change: await sayingWhichHouse(() => transaction((tx) => applyNow(tx, request, key))) };
}

/** The change's value when a colleague has to approve it; null when nobody has to. */
async function waitsForApproval(
  request: Adjustment,
): Promise<{ valueMicro: bigint | null } | null> {
  // A repetition is what the first request was, whatever the threshold and the price are now.
  const known = await findChange(request);
  if (known) return known.expiresAt ? { valueMicro: known.valueMicro } : null;
  const { balanceApprovalThreshold } = await getSettings();
  const thresholdMicro = parseMicro(balanceApprovalThreshold) ?? 0n;
  const head = request.currency === "XAUT" && thresholdMicro > 0n ? await getMarketHead() : null;
  const priceE8 = head && !head.stale ? head.priceE8 : null;
  const valueMicro = changeValueMicro(request.currency, request.amountMicro, priceE8);
  return needsApproval(valueMicro, thresholdMicro) ? { valueMicro } : null;
}

/** The code's own text speaks of options. */
export async function sayingWhichHouse<T>(work: () => Promise<T>): Promise<T> {
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

async function applyNow(
  tx: Tx,
  request: Adjustment & { actor: { id: string } },
  key: string,
): Promise<Change> {
  const isNew = await applyAdjustment(tx, request.actor, request);
  if (isNew) await tellOfChange(tx, request);
  else await findChange(request);
  const { operation, amountMicro, userId, currency } = request;
  const after = await availableAfter(tx, key, userId, currency);
  const signed = operation === "add" ? amountMicro : -amountMicro;
  return { currency, before: formatMicro(after - signed), after: formatMicro(after) };
}

/** Tells a user that staff changed their balance. */
export async function tellOfChange(
  tx: Tx,
  { userId, currency, operation, amountMicro, reason }: Omit<Adjustment, "actor">,
): Promise<void> {
  await tellOfMoney(tx, {
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
  });
  await publishEvent(tx, { t: "balance", u: userId });
}
