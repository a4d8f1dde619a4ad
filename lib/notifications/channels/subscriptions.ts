import { transaction } from "@/lib/platform/db";
import type { PushSubscriptionInput } from "./schema";
import { DEFAULTS } from "./settings";

/** Of one person; of more the oldest goes. */
const MAX_DEVICES = 20;

/**
 * Lets a device take push messages for as long as its session lives. A device that somebody else used before is taken
 * over, and what waits for it is dropped: it was for the other person.
 */
export async function addPushSubscription(
  userId: string,
  sessionId: string,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  await transaction(async (tx) => {
    await tx.notificationSetting.createMany({
      data: [{ userId, ...DEFAULTS }],
      skipDuplicates: true,
    });
    // Two tabs that ask at once take turns.
    await tx.$queryRaw`SELECT 1 FROM notification_setting WHERE user_id = ${userId}::uuid FOR UPDATE`;
    await tx.pushSubscription.deleteMany({ where: { endpoint, NOT: { userId } } });
    await tx.pushSubscription.upsert({
      where: { endpoint },
      create: { userId, sessionId, endpoint, ...keys },
      update: { sessionId, ...keys },
    });
    const surplus = await tx.pushSubscription.findMany({
      where: { userId },
      orderBy: { id: "desc" },
      skip: MAX_DEVICES,
      select: { id: true },
    });
    await tx.pushSubscription.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  });
}

/** Ends the push messages to a device of a user; one that there is not is ended already. */
export async function endPushSubscription(userId: string, endpoint: string): Promise<void> {
  await transaction((tx) => tx.pushSubscription.deleteMany({ where: { userId, endpoint } }));
}
