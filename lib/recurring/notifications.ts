/** Tells users of a time that was skipped. A purchase is told by its trade or conversion. */

import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import type { RecurringDto } from "./schema";

type Run = {
  id: string;
  userId: string;
  amountMicro: string;
  reason: NonNullable<RecurringDto["lastRun"]>["reason"];
  hasPaused: boolean;
};

function toldOf({ id, userId, amountMicro, reason, hasPaused }: Run): Told {
  const event = { t: "recurring", u: userId, id };
  if (reason === null) return [event, { t: "balance", u: userId }];
  const amount = exactAmount(BigInt(amountMicro), "USDT");
  return [
    event,
    {
      userId,
      type: "recurring",
      title: text(`notices.recurring.${hasPaused ? "paused" : "skipped"}`),
      message: hasPaused
        ? text("notices.recurring.pausedText", { amount })
        : text(`notices.recurring.reasons.${reason}`, { amount }),
    },
  ];
}

/** Of times at which a recurring buy was due. */
export const recurringDelivery = defineDelivery("recurring_run", async (_tx, runs: Run[]) =>
  runs.map(toldOf),
);
