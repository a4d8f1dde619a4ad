/** Tells users that a withdrawal was asked for, and staff that one waits. */
import type { Withdrawal } from "@/lib/generated/prisma/client";
import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { mailWarning, NOT_YOU, type Notice } from "@/lib/security/notices";
import { bookedIn } from "@/lib/wallets/names";

type Asked = { withdrawalId: string; sessionId: string | null };

function noticeOf({ number, currency, network, amountMicro }: Withdrawal): Notice {
  const unit = bookedIn(currency);
  const amount = exactAmount(amountMicro, unit);
  const message =
    currency === unit
      ? text("notices.withdrawals.requested", { number, amount, network })
      : text("notices.withdrawals.requestedInCoins", { number, amount, currency, network });
  return { title: text("notices.withdrawals.withdrawalRequested"), message };
}

/** All devices of its owner say so in a dialog, but for the session that asked. */
function toldOf(row: Withdrawal, sessionId: string | null): Told {
  const { id, userId } = row;
  return [
    {
      userId,
      type: "withdrawal",
      ...noticeOf(row),
      ...(sessionId === null ? {} : { by: sessionId }),
    },
    { t: "withdrawal", u: userId, id, status: row.status },
    { t: "balance", u: userId },
    { t: "queue", u: "admins", queue: "withdrawals" },
  ];
}

/** Of withdrawals that were asked for. Their owners are mailed, too, however they want to hear of other things: it may not be they. */
export const withdrawalDelivery = defineDelivery("withdrawal_asked", async (tx, all: Asked[]) => {
  const rows = await tx.withdrawal.findMany({
    where: { id: { in: all.map(({ withdrawalId }) => withdrawalId) } },
    include: { user: true },
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { user, ...row } of rows) await mailWarning(tx, user, noticeOf(row), NOT_YOU);
  return all.map(({ withdrawalId, sessionId }) => {
    const row = found.get(withdrawalId);
    return row ? toldOf(row, sessionId) : [];
  });
});
