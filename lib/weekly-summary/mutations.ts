import { endOfQuiet, isQuiet, nextSummaryAt, weekBefore } from "@/lib/notifications/channels/rules";
import { quietHoursOf } from "@/lib/notifications/channels/settings";
import { unsubscribeLink } from "@/lib/notifications/channels/unsubscribe";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queueMail } from "@/lib/platform/mail";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { nameOfZone } from "@/lib/platform/ui/date-time";
import { getSettings } from "@/lib/settings/data";
import { readSummary } from "./data";
import { dateOf, figuresOf } from "./texts";

const BATCH_SIZE = 100;
const RETRY_MS = 30 * 60_000;
const EVERYBODY = "00000000-0000-0000-0000-000000000000";

const readDue = (after: string, at: Date) =>
  prisma.notificationSetting.findMany({
    where: { weeklyNextAt: { lte: at }, userId: { gt: after } },
    orderBy: { userId: "asc" },
    take: BATCH_SIZE,
    include: { user: true },
  });
type Due = Awaited<ReturnType<typeof readDue>>[number];

/**
 * Mails each person whose time it is their week. Any number of processes may do this at once. Somebody whose week can't be
 * read is tried again later, and keeps nobody else waiting.
 */
export async function mailSummaries(signal?: AbortSignal, at = now()): Promise<void> {
  for (let after = EVERYBODY; ; ) {
    const due = await readDue(after, at);
    for (const row of due) {
      signal?.throwIfAborted();
      await mailOne(row, at).catch(async (error: unknown) => {
        log.warn({ event: "weekly_summary.failed", userId: row.userId, err: error });
        await settle(prisma, row, { weeklyNextAt: new Date(+at + RETRY_MS) });
      });
    }
    const last = due.at(-1);
    if (!last || due.length < BATCH_SIZE) return;
    after = last.userId;
  }
}

type Change = { weeklyNextAt: Date; weeklyMailed?: Date };

/** Of several processes one does it: the others find the row changed, and so does who was overtaken by its owner. */
async function settle(db: Pick<Tx, "notificationSetting">, row: Due, data: Change) {
  const { userId, weeklyNextAt, weeklyMailed, weeklyAmounts } = row;
  const where = { userId, weeklyNextAt, weeklyMailed, weeklyAmounts };
  const { count } = await db.notificationSetting.updateMany({ where, data });
  return count === 1;
}

/** Queues the mail in the transaction that notes its week: a crash at any point sends it once. */
async function mailOne(row: Due, at: Date): Promise<void> {
  const { userId, user, weeklyZone: zone, weeklyMailed } = row;
  if (zone === null) return;
  const quiet = quietHoursOf(row);
  if (quiet && isQuiet(quiet, at)) {
    await settle(prisma, row, { weeklyNextAt: endOfQuiet(quiet, at) });
    return;
  }
  const weeklyNextAt = nextSummaryAt(at, zone);
  const week = weekBefore(at, zone);
  const isOpen = user.isActive && user.frozenAt === null && user.erasedAt === null;
  if (!isOpen || (weeklyMailed !== null && weeklyMailed >= week.monday)) {
    await settle(prisma, row, { weeklyNextAt });
    return;
  }
  const summary = await readSummary(userId, week);
  await transaction(async (tx) => {
    const isOurs = await settle(tx, row, { weeklyNextAt, weeklyMailed: week.monday });
    // Where nothing was owned there is nothing to tell.
    if (!isOurs || summary === null) return;
    const { siteName } = await getSettings(tx);
    const from = dateOf(week.from, zone);
    const to = dateOf(new Date(+week.to - 1), zone);
    await queueMail(tx, {
      to: user.email,
      unsubscribe: unsubscribeLink(userId, "weekly"),
      subject: text("mails.weeklySummary.subject", { siteName, to }),
      text: text("mails.weeklySummary.body", {
        username: user.username,
        from,
        to,
        zone: nameOfZone(zone),
        figures: figuresOf(summary, row.weeklyAmounts),
        link: `${siteOrigin()}/transaction-history`,
        settings: `${siteOrigin()}/notifications/settings`,
      }),
    });
  });
}
