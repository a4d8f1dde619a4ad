import type { Actor } from "@/lib/audit/mutations";
import { reverseDeposit } from "@/lib/ledger/payments";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { publishEvent } from "@/lib/platform/outbox";
import { asWritten, sentences, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";

/**
 * Takes back a deposit that was credited by mistake: the first member of staff asks, the second one does it. The user
 * is told what was taken, what they owe and why.
 * @returns whether it is done
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, CONFLICT where it is not credited
 */
export async function takeBackDeposit(
  actor: Actor & { id: string },
  id: string,
  reason: string,
): Promise<boolean> {
  if (isApplied()) return (await prisma.depositReversal.count({ where: { depositId: id } })) > 0;
  return transaction(async (tx) => {
    const made = await reverseDeposit(tx, actor, id, reason);
    if (made === null)
      throw new AppError("CONFLICT", { message: text("errors.deposits.notCredited") });
    const deposit = await tx.deposit.findUniqueOrThrow({
      where: { id },
      include: { reversal: true },
    });
    if (made.done) {
      const what = {
        number: deposit.number,
        taken: exactAmount(made.takenMicro, made.currency),
        owed: exactAmount(made.owedMicro, made.currency),
      };
      const message = text(
        made.owedMicro > 0n ? "notices.deposits.reversedOwing" : "notices.deposits.reversed",
        what,
      );
      await sendNotification(tx, {
        userId: deposit.userId,
        type: "deposit",
        title: text("notices.deposits.depositReversed"),
        message: sentences(message, asWritten(deposit.reversal?.reason ?? reason)),
      });
      await publishEvent(
        tx,
        { t: "deposit", u: deposit.userId, id, status: deposit.status },
        { t: "balance", u: deposit.userId },
      );
    }
    await publishEvent(tx, { t: "queue", u: "admins", queue: "deposits" });
    await markApplied(tx);
    return made.done;
  });
}
