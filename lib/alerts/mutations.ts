import { attempt } from "@/lib/ledger/attempt";
import { prisma, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { parseDecimal } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import type { UserId } from "@/lib/sessions/user-id";
import type { AddAlertInput, AlertDto } from "./schema";
import { toAlert } from "./serializers";

/** A pass ends after this many batches of ticks, so that whoever runs it hears of its stop. */
const MAX_BATCHES = 40;

/** Notes a price that a user wants to be told of. @throws AppError TOO_MANY_ALERTS */
export async function addAlert(
  userId: UserId,
  { direction, price }: AddAlertInput,
): Promise<AlertDto> {
  const priceE8 = parseDecimal(price, 8) ?? 0n;
  const [row] = await attempt(
    () => sql<{ id: string }[]>`SELECT add_price_alert(${userId}, ${direction}, ${priceE8}) AS id`,
  );
  return toAlert(await prisma.priceAlert.findUniqueOrThrow({ where: { id: row?.id } }));
}

/** Forgets an alert of a user, one that waits or one that has fired. @throws AppError NOT_FOUND */
export async function deleteAlert(userId: UserId, id: string): Promise<void> {
  const { count } = await prisma.priceAlert.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("NOT_FOUND");
}

/**
 * Compares the alerts that wait with the ticks that came. Any number of workers may call it at once: each alert fires
 * once. @returns how many fired
 */
export async function firePriceAlerts(): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [row] = await attempt(
      () => sql<{ fired: number; done: boolean }[]>`
        SELECT o_fired AS fired, o_done AS done FROM fire_price_alerts()`,
    );
    const { fired, done } = row ?? { fired: 0, done: true };
    if (fired > 0) wakeRelay();
    total += fired;
    if (done) break;
  }
  return total;
}
