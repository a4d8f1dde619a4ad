import type { Actor } from "@/lib/audit/mutations";
import type { Deposit } from "@/lib/generated/prisma/client";
import { confirmDeposit, rejectDeposit } from "@/lib/ledger/payments";
import { tellOfMoney } from "@/lib/notifications/money-mail";
import { sendNotification } from "@/lib/notifications/mutations";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { formatMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { formatAmount } from "@/lib/platform/ui/format";
import { bookedIn, networkHash } from "@/lib/wallets/names";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import { freezeRate } from "@/lib/wallets/rates";
import { alreadyCredited, alreadyProcessed, refuseUnseenHash } from "@/lib/wallets/refusals";
import { formatCoin, transactionKeyOf } from "@/lib/wallets/rules";
import type { ProcessDepositInput } from "./schema";

/**
 * Confirms a deposit at the market rate of this moment (XAUT one to one), or rejects it. Of several who do so at
 * once, one succeeds. Nothing changes when it throws.
 * @param first records in the same transaction that a colleague approved it
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_PROCESSED, RATE_UNAVAILABLE,
 * PRICE_MOVED when the rate is not the shown one any more, AMOUNT_OUT_OF_RANGE, VALIDATION for a hash
 * where there is another, TRANSACTION_HASH_REPEATED, TRANSACTION_ALREADY_CREDITED, SECOND_PERSON_NEEDED
 */
export async function processDeposit(
  actor: Actor & { id: string },
  id: string,
  input: ProcessDepositInput,
  first?: First,
): Promise<void> {
  if (isApplied()) return;
  const deposit = await prisma.deposit.findUnique({ where: { id } });
  if (!deposit) throw new AppError("NOT_FOUND");
  if (deposit.userId === actor.id) {
    throw new AppError("FORBIDDEN", {
      message: text("errors.deposits.somebodyElseProcessYourOwnDeposit"),
    });
  }
  if (deposit.status !== "pending") throw await refusal(prisma, id);
  const decision =
    input.action === "confirm"
      ? {
          confirms: true,
          rateE8: await rateOf(deposit, input.rate),
          ...hashOf(deposit, input.transactionHash),
        }
      : REJECTED;
  await decide(actor, deposit, decision, input, first).catch((error: unknown) => {
    // The unique index is what stops two at once.
    throw violatedUnique(error)?.includes("credited_transaction") ? alreadyCredited() : error;
  });
}

async function decide(
  actor: Actor & { id: string },
  deposit: Deposit,
  decision: Decision,
  input: ProcessDepositInput,
  first?: First,
): Promise<void> {
  const { id } = deposit;
  const mayRepeat = first !== undefined && input.overrideReason !== undefined;
  await transaction(async (tx) => {
    await first?.(tx);
    const outcome = await settle(tx, actor, deposit, decision, input.adminNotes);
    if (outcome === null) throw await refusal(tx, id);
    if (outcome.creditedMicro) {
      const transactionHash = decision.transactionHash ?? deposit.transactionHash;
      if (!mayRepeat) {
        await refuseUnseenHash(tx, "deposit", { id, transactionHash }, input.seenSameHash);
      }
      await publishEvent(tx, { t: "balance", u: deposit.userId });
    }
    await notifyOfOutcome(tx, deposit, outcome, input.adminNotes);
    await markApplied(tx);
  });
}

/** What comes first in the transaction. */
type First = (tx: Tx) => Promise<void>;
/** What a member of staff decided, with the rate that they saw; XAUT has none. */
type Decision = { confirms: boolean; rateE8?: bigint; transactionHash?: string };
type Outcome = { status: PaymentStatus; creditedMicro?: bigint };
const REJECTED: Decision = { confirms: false };

/** Credits or rejects it. @returns null where somebody else was faster */
async function settle(
  tx: Tx,
  actor: Actor & { id: string },
  { id }: Deposit,
  { confirms, rateE8, transactionHash }: Decision,
  notes: string | undefined,
): Promise<Outcome | null> {
  if (!confirms) {
    return (await rejectDeposit(tx, actor, id, notes)) ? { status: "failed" } : null;
  }
  const credit = await confirmDeposit(tx, actor, id, { rateE8, transactionHash, notes });
  return credit && { status: "completed", creditedMicro: credit.creditedMicro };
}

/** The hash that staff add to a deposit that was reported without one. */
function hashOf(
  { transactionHash: reported, network }: Deposit,
  transactionHash: string | undefined,
): Pick<Decision, "transactionHash"> {
  if (transactionHash === undefined) return {};
  if (reported === null) return { transactionHash: networkHash(network, transactionHash) };
  if (transactionKeyOf(reported) === transactionKeyOf(transactionHash)) return {};
  throw invalidField("transactionHash", text("errors.deposits.thisDepositWasReportedWithAnother"));
}

/** The rate that a deposit is credited at; none of XAUT, which is credited one to one. */
async function rateOf(
  { currency }: Deposit,
  shown: string | undefined,
): Promise<bigint | undefined> {
  return currency === "XAUT" ? undefined : (await freezeRate(currency, shown)).rateE8;
}

const rejectionText = (what: { number: bigint | number; sent: string }, reason?: string) =>
  reason === undefined
    ? text("notices.deposits.rejected", what)
    : text("notices.deposits.rejectedWithReason", { ...what, reason });

async function notifyOfOutcome(
  tx: Tx,
  deposit: Deposit,
  decision: Outcome,
  note: string | undefined,
): Promise<void> {
  const { id, userId, number } = deposit;
  const sent = formatAmount(formatCoin(deposit.amountE8, deposit.currency), deposit.currency, {
    exact: true,
  });
  const credited = decision.creditedMicro ? formatMicro(decision.creditedMicro) : null;
  const tell = credited ? tellOfMoney : sendNotification;
  await tell(tx, {
    userId,
    type: "deposit",
    title: credited
      ? text("notices.deposits.depositCredited")
      : text("notices.deposits.depositNotAccepted"),
    message: credited
      ? text("notices.deposits.yourDepositWasCreditedAs", {
          number,
          sent,
          credited: formatAmount(credited, bookedIn(deposit.currency), { exact: true }),
        })
      : rejectionText({ number, sent }, note),
  });
  await publishEvent(
    tx,
    { t: "deposit", u: userId, id, status: decision.status },
    { t: "queue", u: "admins", queue: "deposits" },
  );
}

async function refusal(db: Db, id: string): Promise<AppError> {
  const row = await db.deposit.findUnique({ where: { id }, include: { processedBy: true } });
  return alreadyProcessed(row?.status, row?.processedBy?.username, row?.processedAt);
}
