import { getUser } from "@/lib/accounts/data";
import { maskUsername } from "@/lib/accounts/serializers";
import { reading } from "@/lib/platform/db";
import { env, siteOrigin } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http";
import { formatDecimal, formatMicro } from "@/lib/platform/money";
import { getSettings } from "@/lib/settings/data";
import { isReferralBlocked, referralRatePpm } from "./rules";
import type { ReferralData, UserReferrals } from "./schema";

type Page = { limit: number; cursor?: string };

/** Where this site is: as configured, otherwise as the visitor's browser reached it. */
function originOf(headers: Headers): string {
  const host = headers.get("host");
  if (env.APP_URL || !host) return siteOrigin();
  const protocol = headers.get("x-forwarded-proto") === "https" ? "https" : "http";
  return `${protocol}://${host}`;
}

/** How many people a user invited, and how many of them made a deposit or a trade. */
async function countInvited(userId: string): Promise<{ invited: number; active: number }> {
  const [row] = await reading.prisma.$queryRaw<{ invited: number; active: number }[]>`
    SELECT count(*)::int AS invited, count(*) FILTER (WHERE
        EXISTS (SELECT FROM deposit d WHERE d.user_id = u.id AND d.status = 'completed')
        OR EXISTS (SELECT FROM trade t WHERE t.user_id = u.id))::int AS active
    FROM app_user u WHERE u.referred_by_id = ${userId}::uuid`;
  return row ?? { invited: 0, active: 0 };
}

type Invited = { id: string; username: string; joinedAt: string; earnedUsdt: string };

/** A page of the people whom a user invited, newest first, with what each brought. */
async function listInvited(
  userId: string,
  { limit, cursor }: Page,
): Promise<{ items: Invited[]; nextCursor: string | null }> {
  const rows = await reading.prisma.user.findMany({
    where: { referredById: userId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    select: { id: true, username: true, createdAt: true },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  const earned = await reading.prisma.referralEarning.groupBy({
    by: ["referredId"],
    where: { referrerId: userId, referredId: { in: items.map(({ id }) => id) } },
    _sum: { earnedMicro: true },
  });
  const earnedBy = new Map(earned.map((row) => [row.referredId, row._sum.earnedMicro]));
  return {
    items: items.map(({ id, username, createdAt }) => ({
      id,
      username,
      joinedAt: createdAt.toISOString(),
      earnedUsdt: formatMicro(earnedBy.get(id) ?? 0n),
    })),
    nextCursor,
  };
}

/** What a user's invitations came to, over all of them. */
async function totalsOf(userId: string): Promise<ReferralData["totals"]> {
  const [counts, earned] = await Promise.all([
    countInvited(userId),
    reading.prisma.referralEarning.aggregate({
      where: { referrerId: userId },
      _sum: { earnedMicro: true },
    }),
  ]);
  return { ...counts, earnedUsdt: formatMicro(earned._sum.earnedMicro ?? 0n) };
}

/** Who invited a user, whom they invited and what it earned them, as staff see it. @throws AppError NOT_FOUND */
export async function getUserReferrals(userId: string, page: Page): Promise<UserReferrals> {
  const [user, totals, { items, nextCursor }] = await Promise.all([
    reading.prisma.user.findUnique({
      where: { id: userId },
      select: { referralCode: true, referredBy: { select: { id: true, username: true } } },
    }),
    totalsOf(userId),
    listInvited(userId, page),
  ]);
  if (!user) throw new AppError("NOT_FOUND");
  return { ...user, totals, referrals: items, nextCursor };
}

/**
 * A user's code and link, whom they invited and what it earned them.
 * @param headers of the request, which say where the site is when it was not configured
 * @throws AppError NOT_AVAILABLE_IN_COUNTRY
 */
export async function getReferralData(
  { userId, countryIso }: { userId: string; countryIso: string },
  headers: Headers,
  page: Page,
): Promise<ReferralData> {
  const settings = await getSettings();
  if (isReferralBlocked(settings, countryIso)) throw new AppError("NOT_AVAILABLE_IN_COUNTRY");
  const [{ referralCode }, totals, { items, nextCursor }] = await Promise.all([
    getUser(userId),
    totalsOf(userId),
    listInvited(userId, page),
  ]);
  return {
    referralCode,
    referralLink: `${originOf(headers)}/register?ref=${referralCode}`,
    rate: formatDecimal(BigInt(referralRatePpm(settings)), 6),
    totals,
    referrals: items.map(({ username, joinedAt, earnedUsdt }) => ({
      username: maskUsername(username),
      joinedAt,
      earnedUsdt,
    })),
    nextCursor,
  };
}
