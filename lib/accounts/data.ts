import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { deviceName } from "./device-rules";
import type { SessionList } from "./schema";

/** A user by id. @throws AppError NOT_FOUND */
export async function getUser(userId: string): Promise<User> {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user) throw new AppError("NOT_FOUND");
  return user;
}

/** Until when a user's withdrawals are on hold, as an ISO time in UTC; null without a hold, or once it has ended. */
export function holdEndOf({ withdrawalsHeldUntil }: Pick<User, "withdrawalsHeldUntil">) {
  return withdrawalsHeldUntil && withdrawalsHeldUntil > now()
    ? withdrawalsHeldUntil.toISOString()
    : null;
}

/** Whether the user accepted the risks of a product in the version now in force. */
export async function hasAcceptedRisk(userId: string, product: "option" | "ai"): Promise<boolean> {
  const { riskVersion } = await getSettings();
  const found = await prisma.riskAcceptance.findUnique({
    where: { userId_product_version: { userId, product, version: riskVersion } },
  });
  return found !== null;
}

/** A page of the user's live sessions, newest first. */
export async function listSessions(
  userId: string,
  currentId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<SessionList> {
  const rows = await prisma.session.findMany({
    where: {
      userId,
      revokedAt: null,
      expiresAt: { gt: new Date() },
      // Ids are made in time order.
      ...(cursor === undefined ? {} : { id: { lt: cursor } }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    sessions: items.map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      userAgent: row.userAgent,
      ip: row.ip,
      current: row.id === currentId,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    })),
    nextCursor,
  };
}
