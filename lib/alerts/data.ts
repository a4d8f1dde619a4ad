import { prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http/lists";
import type { AlertList, AlertsQuery } from "./schema";
import { toAlert } from "./serializers";

const FIRED = { open: null, fired: { not: null } } as const;

/** A page of a user's alerts, newest first. */
export async function listAlerts(
  userId: string,
  { status, cursor, limit }: Pick<AlertsQuery, "status" | "cursor" | "limit">,
): Promise<AlertList> {
  const rows = await prisma.priceAlert.findMany({
    where: {
      userId,
      ...(status === undefined ? {} : { firedAt: FIRED[status] }),
      ...(cursor === undefined ? {} : { id: { lt: cursor } }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { alerts: items.map(toAlert), nextCursor };
}
