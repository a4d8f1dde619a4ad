import {
  chooseSavingRenewal,
  type Renewal,
  refundSaving,
  subscribeToSaving,
} from "@/lib/ledger/savings";
import { prisma } from "@/lib/platform/db";
import { AppError, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, type Micro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { uuidFrom } from "@/lib/platform/security/hash";
import { numbered, type Text, text } from "@/lib/platform/text";
import { firstWords } from "@/lib/platform/text/first-words";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount } from "@/lib/platform/ui/format";
import type { UserId } from "@/lib/sessions/user-id";
import { getPlan, getRecord, moneyNow } from "./data";
import { HORIZON_DAYS, interestMicro, RATE_DECIMALS } from "./rules";
import type {
  ChooseRenewalInput,
  CreateSavingInput,
  RefundResponse,
  SavingRecordDto,
} from "./schema";
import { type RecordWithPlan, serializeRecord } from "./serializers";

/**
 * Subscribes a user to a plan. The same key and input again returns the first answer.
 * @throws AppError NOT_FOUND, SAVING_PLAN_INACTIVE, SAVING_TERMS_CHANGED, SAVING_BELOW_MINIMUM,
 *   SAVING_ABOVE_MAXIMUM, SAVING_CAPACITY_FULL, INSUFFICIENT_BALANCE, SAVING_NOT_FUNDED,
 *   SAVING_NOT_RENEWABLE, IDEMPOTENCY_CONFLICT
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
  const renewal = renewalOf({ autoRenew: input.autoRenew ?? "none", ...input });
  try {
    const key = uuidFrom(idempotencyKey);
    const order = { userId, savingId, key, amountMicro, terms, ratePpb, renewal };
    const { record } = await subscribeToSaving(order);
    return serializeRecord(asStarted(record, renewal), record.createdAt);
  } catch (error) {
    throw await explained(toAppError(error), userId, savingId);
  }
}

/** What is to become of a saving when it matures. @returns null where nothing is */
function renewalOf({ autoRenew, minDailyRate }: ChooseRenewalInput): Renewal | null {
  if (autoRenew === "none") return null;
  const minRatePpb = minDailyRate ? parseDecimal(minDailyRate, RATE_DECIMALS) : null;
  return { autoRenew, minRatePpb };
}

/**
 * Chooses what one of a user's fixed savings does when it matures. The last choice before that counts.
 * @throws AppError NOT_FOUND, SAVING_CLOSED once it has matured, SAVING_NOT_RENEWABLE
 */
export async function chooseRenewal(
  userId: UserId,
  id: string,
  input: ChooseRenewalInput,
): Promise<SavingRecordDto> {
  await chooseSavingRenewal({ userId, recordId: id, renewal: renewalOf(input) });
  const [record, at] = await Promise.all([getRecord(prisma, userId, id), moneyNow()]);
  return serializeRecord(record, at);
}

/** A record as it was made, whatever became of it: the first answer of its key. */
function asStarted(record: RecordWithPlan, renewal: Renewal | null): RecordWithPlan {
  const { principalMicro, dailyRatePpb, durationDays } = record;
  return {
    ...record,
    autoRenew: renewal?.autoRenew ?? "none",
    minDailyRatePpb: renewal && (renewal.minRatePpb ?? dailyRatePpb),
    notRenewed: null,
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
  const values = { plan: firstWords(plan.name), principal: exactAmount(principalMicro, currency) };
  const message =
    profitMicro > 0n
      ? text("notices.savings.paidOut", { ...values, profit: exactAmount(profitMicro, currency) })
      : text("notices.savings.paidOutWithoutProfit", values);
  return numbered(message, number);
}
