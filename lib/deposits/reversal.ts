import type { Actor } from "@/lib/audit/mutations";
import { reverseDeposit } from "@/lib/ledger/payments";
import { sendNotification } from "@/lib/notifications/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { publishEvent } from "@/lib/platform/outbox";
import { asWritten, sentences, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";

/**
 * Takes back a deposit that was credited by mistake, which always takes two members of staff. The user is told what was
 * taken, what they owe and why.
 * @param first records in the same transaction that a colleague approved it
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, CONFLICT where it is not credited, SECOND_PERSON_NEEDED
 */
export async function takeBackDeposit(
  actor: Actor & { id: string },
  id: string,
  reason: string,
  first?: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (isApplied()) return;
  await transaction(async (tx) => {
    await first?.(tx);
    const made = await reverseDeposit(tx, actor, id, reason);
    if (made === null)
      throw new AppError("CONFLICT", { message: text("errors.deposits.notCredited") });
    const deposit = await tx.deposit.findUniqueOrThrow({ where: { id } });
    const message = text(
      made.owedMicro > 0n ? "notices.deposits.reversedOwing" : "notices.deposits.reversed",
      {
        number: deposit.number,
        taken: exactAmount(made.takenMicro, made.currency),
        owed: exactAmount(made.owedMicro, made.currency),
      },
    );
    await sendNotification(tx, {
      userId: deposit.userId,
      type: "deposit",
      title: text("notices.deposits.depositReversed"),
      message: sentences(message, asWritten(reason)),
    });
    await publishEvent(
      tx,
      { t: "deposit", u: deposit.userId, id, status: deposit.status },
      { t: "balance", u: deposit.userId },
      { t: "queue", u: "admins", queue: "deposits" },
    );
    await markApplied(tx);
  });
}
