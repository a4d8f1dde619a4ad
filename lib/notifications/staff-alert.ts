import type { Tx } from "@/lib/platform/db";
import type { Text } from "@/lib/platform/text";
import { sendNotification } from "./mutations";

/** Tells every active member of staff about a fault of the site, in the caller's transaction. */
export async function alertStaff(tx: Tx, alert: { title: Text; message: Text }): Promise<void> {
  const staff = await tx.user.findMany({
    where: { isAdmin: true, isActive: true },
    select: { id: true },
  });
  for (const { id } of staff) await sendNotification(tx, { userId: id, type: "alert", ...alert });
}
