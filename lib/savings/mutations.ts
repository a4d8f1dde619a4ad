import { refundSaving, subscribeToSaving } from "@/lib/ledger/savings";
import { notifyQuietly } from "@/lib/notifications/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, type Micro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { numbered, type Text, text } from "@/lib/platform/text";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount } from "@/lib/platform/ui/format";
import type { UserId } from "@/lib/sessions/user-id";
import { getPlan, getRecord, moneyNow } from "./data";
import { RATE_DECIMALS } from "./rules";
import type { CreateSavingInput, RefundResponse, SavingRecordDto } from "./schema";
import { type RecordWithPlan, serializeRecord } from "./serializers";

async function announce(tx: Tx, userId: string, record: RecordWithPlan): Promise<void> {
  const { id, status } = record;
  await publishEvent(tx, { t: "saving", u: userId, id, status }, { t: "balance", u: userId });
}

/**
 * Subscribes a user to a plan. The same key and input again returns the first record.
 * @throws AppError NOT_FOUND, SAVING_PLAN_INACTIVE, SAVING_TERMS_CHANGED, SAVING_BELOW_MINIMUM,
 *   SAVING_ABOVE_MAXIMUM, SAVING_CAPACITY_FULL, INSUFFICIENT_BALANCE, SAVING_NOT_FUNDED,
 *   IDEMPOTENCY_CONFLICT
 */
export async function subscribe(
  userId: UserId,
  input: CreateSavingInput,
  idempotencyKey: string,
): Promise<SavingRecordDto> {
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null) throw invalidField("amount", text("errors.common.enterAmount"));
  const { savingId, terms } = input;
  const ratePpb = terms ? parseDecimal(terms.dailyRate, RATE_DECIMALS) : null;
  try {
    return await transaction(async (tx) => {
      const key = uuidFrom(idempotencyKey);
      const order = { userId, savingId, key, amountMicro, terms, ratePpb };
      const made = await subscribeToSaving(tx, order);
      const record = await getRecord(tx, userId, made.recordId);
      if (!made.replayed) {
        await notifyQuietly(tx, {
          userId,
          type: "saving",
          title: text("notices.savings.savingStarted"),
          message: numbered(
            text("notices.savings.inItEarnsFrom", {
              principalMicro: exactAmount(record.principalMicro, record.currency),
              name: record.plan.name,
              startsAt: formatUtc(record.startsAt, { zone: true }),
            }),
            record.number,
          ),
        });
        await announce(tx, userId, record);
      }
      return serializeRecord(record, await moneyNow(tx));
    });
  } catch (error) {
    throw await explained(toAppError(error), userId, savingId);
  }
}

/** Adds the plan's numbers to a refusal that is about them. */
async function explained(error: AppError, userId: string, savingId: string): Promise<AppError> {
  const codes = ["SAVING_BELOW_MINIMUM", "SAVING_ABOVE_MAXIMUM", "SAVING_CAPACITY_FULL"];
  if (!codes.includes(error.code)) return error;
  const plan = await getPlan(userId, savingId);
  const amount = (value: string | null) => formatAmount(value, plan.currency, { exact: true });
  const left =
    plan.capacity === null
      ? null
      : (parseMicro(plan.capacity) ?? 0n) - (parseMicro(plan.subscribed) ?? 0n);
  const message = {
    SAVING_BELOW_MINIMUM: text("errors.savings.planMinimum", { minimum: amount(plan.minAmount) }),
    SAVING_ABOVE_MAXIMUM: text("errors.savings.planMaximum", {
      maximum: amount(plan.maxAmount),
      own: amount(plan.own),
    }),
    SAVING_CAPACITY_FULL:
      left !== null && left > 0n
        ? text("errors.savings.planRoom", { left: amount(formatMicro(left)) })
        : text("errors.savings.planFull"),
  }[error.code as string];
  const { minAmount, maxAmount } = plan;
  return new AppError(error.code, {
    message,
    errors: { amount: [message ?? error.text] },
    details: { minAmount, maxAmount, capacityLeft: left === null ? null : formatMicro(left) },
    cause: error,
  });
}

/**
 * Ends one of a user's savings now and pays what its terms say. Days are counted first, so it makes no
 * difference whether the daily work has run yet. The same key again returns the first answer.
 * @throws AppError NOT_FOUND, SAVING_CLOSED, IDEMPOTENCY_CONFLICT
 */
export function refund(
  userId: UserId,
  id: string,
  idempotencyKey: string,
): Promise<RefundResponse> {
  return transaction(async (tx) => {
    const order = { userId, recordId: id, key: uuidFrom(idempotencyKey) };
    const paid = await refundSaving(tx, order);
    const record = await getRecord(tx, userId, id);
    if (!paid.replayed) {
      await notifyQuietly(tx, {
        userId,
        type: "saving",
        title: text("notices.savings.savingRefunded"),
        message: paidText(record, paid.principalMicro, paid.profitMicro),
      });
      await announce(tx, userId, record);
    }
    return {
      record: serializeRecord(record, await moneyNow(tx)),
      refunded: {
        principal: formatMicro(paid.principalMicro),
        profit: formatMicro(paid.profitMicro),
      },
    };
  });
}

/** What a closed saving paid, in one sentence. */
export function paidText(
  { number, currency, plan }: { number: bigint; currency: string; plan: { name: string } },
  principalMicro: Micro,
  profitMicro: Micro,
): Text {
  const values = { plan: plan.name, principal: exactAmount(principalMicro, currency) };
  const message =
    profitMicro > 0n
      ? text("notices.savings.paidOut", { ...values, profit: exactAmount(profitMicro, currency) })
      : text("notices.savings.paidOutWithoutProfit", values);
  return numbered(message, number);
}
