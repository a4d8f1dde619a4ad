import { refundSaving, subscribeToSaving } from "@/lib/ledger/savings";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, type Micro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { uuidFrom } from "@/lib/platform/security/hash";
import { numbered, type Text, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount } from "@/lib/platform/ui/format";
import type { UserId } from "@/lib/sessions/user-id";
import { getPlan } from "./data";
import { HORIZON_DAYS, interestMicro, RATE_DECIMALS } from "./rules";
import type { CreateSavingInput, RefundResponse, SavingRecordDto } from "./schema";
import { type RecordWithPlan, serializeRecord } from "./serializers";

/**
 * Subscribes a user to a plan. The same key and input again returns the first answer.
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
    const key = uuidFrom(idempotencyKey);
    const order = { userId, savingId, key, amountMicro, terms, ratePpb };
    const { record } = await subscribeToSaving(order);
    return serializeRecord(asStarted(record), record.createdAt);
  } catch (error) {
    throw await explained(toAppError(error), userId, savingId);
  }
}

/** A record as it was made, whatever became of it: the first answer of its key. */
function asStarted(record: RecordWithPlan): RecordWithPlan {
  const { principalMicro, dailyRatePpb, durationDays } = record;
  return {
    ...record,
    status: "pending",
    reservedMicro: interestMicro(principalMicro, dailyRatePpb, durationDays ?? HORIZON_DAYS),
    accruedMicro: 0n,
    daysAccrued: 0,
    fundingShortAt: null,
    closedAt: null,
    paidPrincipalMicro: null,
    paidProfitMicro: null,
  };
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
export async function refund(
  userId: UserId,
  id: string,
  idempotencyKey: string,
): Promise<RefundResponse> {
  const { record } = await refundSaving({ userId, recordId: id, key: uuidFrom(idempotencyKey) });
  return {
    record: serializeRecord(record, record.closedAt ?? record.createdAt),
    refunded: {
      principal: formatMicro(record.paidPrincipalMicro ?? 0n),
      profit: formatMicro(record.paidProfitMicro ?? 0n),
    },
  };
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
