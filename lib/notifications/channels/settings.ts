import type { NotificationSetting } from "@/lib/generated/prisma/client";
import { minuteOf } from "@/lib/platform/calendar-zones";
import { prisma, transaction } from "@/lib/platform/db";
import { now } from "@/lib/platform/time";
import {
  ALWAYS_MAILED,
  type NotificationKind,
  nextSummaryAt,
  notificationKinds,
  type QuietHours,
} from "./rules";
import type { NotificationSettings, NotificationSettingsChange } from "./schema";

/** Of somebody who has chosen nothing. Nothing is pushed without a device that takes it. */
export const DEFAULTS = {
  push: [...notificationKinds],
  mail: [],
  quietFrom: null,
  quietTo: null,
  quietZone: null,
  showsAmounts: false,
  weeklyZone: null,
  weeklyAmounts: false,
  weeklyNextAt: null,
  weeklyMailed: null,
} satisfies Omit<NotificationSetting, "userId">;

type Row = Omit<NotificationSetting, "userId">;

const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The quiet hours of a row, or null where there are none. */
export function quietHoursOf(
  row: Pick<Row, "quietFrom" | "quietTo" | "quietZone">,
): QuietHours | null {
  const { quietFrom: from, quietTo: to, quietZone: zone } = row;
  return from === null || to === null || zone === null ? null : { from, to, zone };
}

function serialize(row: Row): NotificationSettings {
  const quiet = quietHoursOf(row);
  const channels = notificationKinds.map((kind) => [
    kind,
    {
      push: row.push.includes(kind),
      mail: ALWAYS_MAILED.includes(kind) || row.mail.includes(kind),
    },
  ]);
  return {
    kinds: Object.fromEntries(channels) as NotificationSettings["kinds"],
    quietHours: quiet && { from: clockOf(quiet.from), to: clockOf(quiet.to), zone: quiet.zone },
    showAmounts: row.showsAmounts,
    weeklySummary:
      row.weeklyZone === null ? null : { showAmounts: row.weeklyAmounts, zone: row.weeklyZone },
  };
}

/** How a user is told of what happens. */
export async function getNotificationSettings(userId: string): Promise<NotificationSettings> {
  return serialize(
    (await prisma.notificationSetting.findUnique({ where: { userId } })) ?? DEFAULTS,
  );
}

type Weekly = Pick<Row, "weeklyZone" | "weeklyAmounts" | "weeklyNextAt">;

/** A mail that is due already stays due, unless weeks begin elsewhere now. */
function weeklyOf(row: Row, wanted: NotificationSettings["weeklySummary"]): Weekly {
  if (wanted === null) return { weeklyZone: null, weeklyAmounts: false, weeklyNextAt: null };
  const { zone, showAmounts } = wanted;
  const isSame = row.weeklyZone === zone;
  const weeklyNextAt = isSame ? row.weeklyNextAt : nextSummaryAt(now(), zone);
  return { weeklyZone: zone, weeklyAmounts: showAmounts, weeklyNextAt };
}

/** The columns that a change leaves a row with. */
function changed(
  row: Row,
  { kinds = {}, quietHours, showAmounts, weeklySummary }: NotificationSettingsChange,
): Partial<Row> {
  const chosen = (channel: "push" | "mail") =>
    notificationKinds.filter((kind: NotificationKind) => {
      const isFixed = channel === "mail" && ALWAYS_MAILED.includes(kind);
      return !isFixed && (kinds[kind]?.[channel] ?? row[channel].includes(kind));
    });
  return {
    push: chosen("push"),
    mail: chosen("mail"),
    showsAmounts: showAmounts ?? row.showsAmounts,
    ...(weeklySummary === undefined ? {} : weeklyOf(row, weeklySummary)),
    ...(quietHours === undefined
      ? { quietFrom: row.quietFrom, quietTo: row.quietTo, quietZone: row.quietZone }
      : {
          quietFrom: quietHours && minuteOf(quietHours.from),
          quietTo: quietHours && minuteOf(quietHours.to),
          quietZone: quietHours?.zone ?? null,
        }),
  };
}

/** Changes how a user is told of what happens; what is absent stays. Of two changes at once each counts. */
export function updateNotificationSettings(
  userId: string,
  change: NotificationSettingsChange,
): Promise<NotificationSettings> {
  return transaction(async (tx) => {
    await tx.notificationSetting.createMany({
      data: [{ userId, ...DEFAULTS }],
      skipDuplicates: true,
    });
    await tx.$queryRaw`SELECT 1 FROM notification_setting WHERE user_id = ${userId}::uuid FOR UPDATE`;
    const row = await tx.notificationSetting.findUniqueOrThrow({ where: { userId } });
    return serialize(
      await tx.notificationSetting.update({ where: { userId }, data: changed(row, change) }),
    );
  });
}
