import { getUser, holdEndOf } from "@/lib/accounts/data";
import { deviceName } from "@/lib/accounts/device-rules";
import { prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http/lists";
import { openPhrase } from "@/lib/platform/mail";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import type { Security, SignInList } from "./schema";

/** What protects a user's account, and what is under way. */
export async function getSecurity(userId: string): Promise<Security> {
  const [user, pending, recoveryCodesLeft, { withdrawalHoldHours }] = await Promise.all([
    getUser(userId),
    prisma.accountToken.findFirst({
      where: { userId, purpose: "email-change", usedAt: null, expiresAt: { gt: now() } },
      orderBy: { createdAt: "desc" },
    }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
    getSettings(),
  ]);
  return {
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    pendingEmail: pending?.email ?? null,
    passwordChangedAt: user.passwordChangedAt?.toISOString() ?? null,
    hasWithdrawPassword: user.withdrawPasswordHash !== null,
    oneTimeWithdrawPasswordUntil: user.oneTimeWithdrawPasswordUntil?.toISOString() ?? null,
    withdrawPasswordChangedAt: user.withdrawPasswordChangedAt?.toISOString() ?? null,
    twoFactorEnabled: user.twoFactorEnabledAt !== null,
    twoFactorEnabledAt: user.twoFactorEnabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    phrase: openPhrase(user.sealedPhrase),
    deviceApproval: user.deviceApproval,
    withdrawalsHeldUntil: holdEndOf(user),
    holdHours: withdrawalHoldHours,
  };
}

/** A page of a user's logins, refused ones included, newest first. */
export async function listSignIns(
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<SignInList> {
  const rows = await prisma.signIn.findMany({
    // Ids are made in time order.
    where: { userId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    signIns: items.map(({ id, outcome, ip, userAgent, createdAt }) => ({
      id,
      outcome: outcome,
      device: deviceName(userAgent),
      userAgent,
      ip,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor,
  };
}
