import type { Actor } from "@/lib/audit/mutations";
import type { Withdrawal } from "@/lib/generated/prisma/client";
import { stepWithdrawal } from "@/lib/ledger/payments";
import { tellOfMoney } from "@/lib/notifications/money-mail";
import { sendNotification } from "@/lib/notifications/mutations";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { formatPriceE8 } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { type Text, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount } from "@/lib/platform/ui/format";
import { freezeWayOf } from "@/lib/security/notices";
import type { UserId } from "@/lib/sessions/user-id";
import { bookedIn, networkHash } from "@/lib/wallets/names";
import { SIMULATED_SUFFIX } from "@/lib/wallets/rate-rules";
import { freezeRate } from "@/lib/wallets/rates";
import { alreadyProcessed, refuseUnseenHash } from "@/lib/wallets/refusals";
import { formatCoin } from "@/lib/wallets/rules";
import { canDo, transitionOf, type WithdrawalAction } from "./rules";
import type { ProcessWithdrawalInput } from "./schema";

/**
 * Approves, completes or rejects a withdrawal. Of several decisions at once, one succeeds: a colleague may be
 * sending coins for what was approved since it was looked at. Approving one in another coin than USDT and XAUT freezes
 * the market rate of this moment and the coins to send.
 * @param first records in the same transaction that a colleague approved it
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_PROCESSED, RATE_UNAVAILABLE, PRICE_MOVED when
 * the rate is not the shown one any more, AMOUNT_OUT_OF_RANGE, CONFLICT when it must be approved first,
 * TRANSACTION_HASH_REPEATED, SECOND_PERSON_NEEDED. Nothing changes then.
 */
export async function processWithdrawal(
  actor: Actor & { id: string },
  id: string,
  input: ProcessWithdrawalInput,
  first?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { action, adminNotes, seenSameHash, seenStatus } = input;
  if (isApplied()) return;
  const row = await prisma.withdrawal.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND");
  if (row.userId === actor.id) {
    throw new AppError("FORBIDDEN", {
      message: text("errors.withdrawals.somebodyElseProcessYourOwnWithdrawal"),
    });
  }
  const transactionHash = input.transactionHash && networkHash(row.network, input.transactionHash);
  const isApproval = action === "approve" && canDo(action, row.status);
  const rateE8 = isApproval ? await rateOf(row, input.rate) : undefined;
  await transaction(async (tx) => {
    await first?.(tx);
    if (seenStatus && seenStatus !== row.status) throw await refusal(tx, id, action);
    await step(tx, actor, row, { action, transactionHash, notes: adminNotes, rateE8 });
    if (action === "complete" && transactionHash) {
      await refuseUnseenHash(tx, "withdrawal", { id, transactionHash }, seenSameHash);
    }
    await publish(tx, row, action);
    const { userId } = row;
    const note = { userId, type: "withdrawal", ...outcome(row, { ...input, transactionHash }) };
    if (action === "complete") await tellOfMoney(tx, note, await freezeWayOf(tx, userId));
    else await sendNotification(tx, note);
    await markApplied(tx);
  });
}

/**
 * Takes a pending withdrawal back for its owner; the amount is available again.
 * @param sessionId where they do it; all their other devices say so in a dialog
 * @throws AppError NOT_FOUND also for somebody else's, ALREADY_PROCESSED
 */
export async function cancelWithdrawal(
  userId: UserId,
  id: string,
  sessionId?: string,
): Promise<Withdrawal> {
  const row = await prisma.withdrawal.findFirst({ where: { id, userId } });
  if (!row) throw new AppError("NOT_FOUND");
  if (isApplied()) return row;
  return transaction(async (tx) => {
    await markApplied(tx);
    await step(tx, { id: userId }, row, { action: "cancel" });
    await publish(tx, row, "cancel");
    const message = text("notices.withdrawals.youCancelledWithdrawalAvailableAgain", {
      number: row.number,
      amount: amountOf(row),
    });
    const note = {
      userId,
      type: "withdrawal",
      title: text("notices.withdrawals.withdrawalCancelled"),
      message,
    };
    await sendNotification(tx, note, sessionId);
    return tx.withdrawal.findUniqueOrThrow({ where: { id } });
  });
}

/** The rate that an approval is decided by, in 10^-8 USDT a coin. None for USDT and XAUT, which are sent as they were asked for. */
async function rateOf(
  { currency }: Withdrawal,
  shown: string | undefined,
): Promise<bigint | undefined> {
  return currency === bookedIn(currency) ? undefined : (await freezeRate(currency, shown)).rateE8;
}

type Step = {
  action: WithdrawalAction;
  transactionHash?: string;
  notes?: string;
  rateE8?: bigint;
};

/** One step of the state machine from the state that was read, guarded against a rival step. */
async function step(
  tx: Tx,
  actor: { id: string; requestId?: string; ip?: string },
  { id, status }: Withdrawal,
  taken: Step,
): Promise<void> {
  const isDone =
    canDo(taken.action, status) &&
    (await stepWithdrawal(tx, actor, id, { ...taken, from: status }));
  if (!isDone) throw await refusal(tx, id, taken.action);
}

/** The word of a step. */
async function publish(
  tx: Tx,
  { id, userId }: Withdrawal,
  action: WithdrawalAction,
): Promise<void> {
  const { to, funds } = transitionOf(action);
  await publishEvent(
    tx,
    { t: "withdrawal", u: userId, id, status: to },
    ...(funds === "keep" ? [] : [{ t: "balance", u: userId }]),
    { t: "queue", u: "admins", queue: "withdrawals" },
  );
}

async function refusal(db: Db, id: string, action: WithdrawalAction): Promise<AppError> {
  const row = await db.withdrawal.findUnique({ where: { id }, include: { processedBy: true } });
  if (action === "complete" && row?.status === "pending") {
    return new AppError("CONFLICT", {
      message: text("errors.withdrawals.approveWithdrawalBeforeCompletingIt"),
    });
  }
  // Who of the staff decided is not for the owner to know.
  if (action === "cancel") return alreadyProcessed(row?.status, undefined, undefined);
  const who =
    row?.status === "cancelled" ? text("errors.withdrawals.itsOwner") : row?.processedBy?.username;
  return alreadyProcessed(row?.status, who, row?.processedAt ?? row?.approvedAt);
}

/** " less the fee of 1.25 USDT"; nothing where there was none. */
function feeOf({ feeMicro, currency }: Withdrawal): string {
  if (feeMicro === 0n) return "";
  return text("notices.withdrawals.lessFee", {
    fee: exactAmount(feeMicro, bookedIn(currency)),
  });
}

/**
 * " as 0.00210526 BTC, at 95,000.00 USDT for 1 BTC"; " as 198.75 USDT" where a fee was taken off; nothing where
 * that is the amount itself, or no coins were recorded.
 */
function coinsOf(row: Withdrawal): string {
  const { currency, payoutE8: coins, rateE8, rateSource, amountMicro, feeMicro } = row;
  if (currency === bookedIn(currency) && feeMicro > 0n) {
    return text("notices.withdrawals.asAmount", {
      amount: exactAmount(amountMicro - feeMicro, currency),
    });
  }
  if (coins === null || rateE8 === null) return "";
  const sent = formatAmount(formatCoin(coins, currency), currency, { exact: true });
  const rate = formatAmount(formatPriceE8(rateE8), "USDT", { exact: true });
  return rateSource?.endsWith(SIMULATED_SUFFIX)
    ? text("notices.withdrawals.asSimulatedCoins", { sent, rate, currency })
    : text("notices.withdrawals.asCoins", { sent, rate, currency });
}

const amountOf = (row: Withdrawal) => exactAmount(row.amountMicro, bookedIn(row.currency));

function outcome(
  row: Withdrawal,
  { action, adminNotes, transactionHash }: ProcessWithdrawalInput,
): { title: Text; message: Text } {
  const what = { number: row.number, amount: amountOf(row) };
  switch (action) {
    case "approve":
      return {
        title: text("notices.withdrawals.withdrawalApproved"),
        message: text("notices.withdrawals.approved", what),
      };
    case "complete":
      return {
        title: text("notices.withdrawals.withdrawalSent"),
        message: text("notices.withdrawals.sent", {
          ...what,
          fee: feeOf(row),
          coins: coinsOf(row),
          transactionHash: transactionHash ?? "",
        }),
      };
    case "reject":
      return {
        title: text("notices.withdrawals.withdrawalNotAccepted"),
        message:
          adminNotes === undefined
            ? text("notices.withdrawals.rejected", what)
            : text("notices.withdrawals.rejectedWithReason", { ...what, reason: adminNotes }),
      };
  }
}
