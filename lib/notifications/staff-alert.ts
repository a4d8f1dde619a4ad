import type { Tx } from "@/lib/platform/db";
import { sendNotification } from "./mutations";

/** Tells every active member of staff about a fault of the site, in the caller's transaction. */
export async function alertStaff(tx: Tx, alert: { title: string; message: string }): Promise<void> {
  const staff = await tx.user.findMany({
    where: { isAdmin: true, isActive: true },
    select: { id: true },
  });
  for (const { id } of staff) await sendNotification(tx, { userId: id, type: "alert", ...alert });
}
