import { transaction } from "@/lib/platform/db";
import type { PushSubscriptionInput } from "./schema";
import { DEFAULTS } from "./settings";

/** Of one person on one side; of more the oldest goes. */
const MAX_DEVICES = 20;

/** Whose messages a device takes: those of somebody as a user, or those about work for staff. Each is turned on by itself. */
export interface PushOwner {
  userId: string;
  forStaff: boolean;
}

/**
 * Lets a device take push messages for as long as its session lives. A device that somebody else used before is taken
 * over, and what waits for it is dropped, on both sides: it was for the other person.
 */
export async function addPushSubscription(
  { userId, sessionId, forStaff }: PushOwner & { sessionId: string },
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  await transaction(async (tx) => {
    await tx.notificationSetting.createMany({
      data: [{ userId, ...DEFAULTS }],
      skipDuplicates: true,
    });
    // Two tabs that ask at once take turns.
    await tx.$queryRaw`SELECT 1 FROM notification_setting WHERE user_id = ${userId}::uuid FOR UPDATE`;
    // So do two people: a row that the other has just made would keep its owner and get this one's session.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`;
    await tx.pushSubscription.deleteMany({ where: { endpoint, NOT: { userId } } });
    await tx.pushSubscription.upsert({
      where: { endpoint_forStaff: { endpoint, forStaff } },
      create: { userId, sessionId, endpoint, forStaff, ...keys },
      update: { sessionId, ...keys },
    });
    const surplus = await tx.pushSubscription.findMany({
      where: { userId, forStaff },
      orderBy: { id: "desc" },
      skip: MAX_DEVICES,
      select: { id: true },
    });
    await tx.pushSubscription.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  });
}

/** Ends the push messages to a device on one side; one that there is not is ended already. */
export async function endPushSubscription(owner: PushOwner, endpoint: string): Promise<void> {
  const { userId, forStaff } = owner;
  await transaction((tx) =>
    tx.pushSubscription.deleteMany({ where: { userId, forStaff, endpoint } }),
  );
}
