import type { Tx } from "@/lib/platform/db";
import type { Text } from "@/lib/platform/text";
import { type NotificationInput, sendNotifications } from "./mutations";

type Alert = { title: Text; message: Text };

/** The notifications that tell every active member of staff about a fault of the site. */
export async function alertsOf(tx: Tx, alert: Alert): Promise<NotificationInput[]> {
  const staff = await tx.user.findMany({
    where: { isAdmin: true, isActive: true },
    select: { id: true },
  });
  return staff.map(({ id }) => ({ userId: id, type: "alert", ...alert }));
}

/** Tells every active member of staff about a fault of the site, in the caller's transaction. */
export async function alertStaff(tx: Tx, alert: Alert): Promise<void> {
  await sendNotifications(tx, await alertsOf(tx, alert));
}
