import { getUser } from "@/lib/accounts/data";
import { maskUsername } from "@/lib/accounts/serializers";
import { prisma } from "@/lib/platform/db";
import { env, siteOrigin } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http";
import { formatDecimal, formatMicro } from "@/lib/platform/money";
import { getSettings } from "@/lib/settings/data";
import { isReferralBlocked, referralRatePpm } from "./rules";
import type { ReferralData } from "./schema";

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
  const [row] = await prisma.$queryRaw<{ invited: number; active: number }[]>`
    SELECT count(*)::int AS invited, count(*) FILTER (WHERE
        EXISTS (SELECT FROM deposit d WHERE d.user_id = u.id AND d.status = 'completed')
        OR EXISTS (SELECT FROM trade t WHERE t.user_id = u.id))::int AS active
    FROM app_user u WHERE u.referred_by_id = ${userId}::uuid`;
  return row ?? { invited: 0, active: 0 };
}

/** A page of the people whom a user invited, newest first, with what each brought. */
async function listReferrals(userId: string, { limit, cursor }: Page) {
  const rows = await prisma.user.findMany({
    where: { referredById: userId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    select: { id: true, username: true, createdAt: true },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = pageOf(rows, limit, ({ id }) => id);
  const earned = await prisma.referralEarning.groupBy({
    by: ["referredId"],
    where: { referrerId: userId, referredId: { in: page.items.map(({ id }) => id) } },
    _sum: { earnedMicro: true },
  });
  const earnedBy = new Map(earned.map((row) => [row.referredId, row._sum.earnedMicro]));
  return {
    referrals: page.items.map(({ id, username, createdAt }) => ({
      username: maskUsername(username),
      joinedAt: createdAt.toISOString(),
      earnedUsdt: formatMicro(earnedBy.get(id) ?? 0n),
    })),
    nextCursor: page.nextCursor,
  };
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
  const [{ referralCode }, counts, earned, list] = await Promise.all([
    getUser(userId),
    countInvited(userId),
    prisma.referralEarning.aggregate({
      where: { referrerId: userId },
      _sum: { earnedMicro: true },
    }),
    listReferrals(userId, page),
  ]);
  return {
    referralCode,
    referralLink: `${originOf(headers)}/register?ref=${referralCode}`,
    rate: formatDecimal(BigInt(referralRatePpm(settings)), 6),
    totals: { ...counts, earnedUsdt: formatMicro(earned._sum.earnedMicro ?? 0n) },
    ...list,
  };
}
