"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { SupportInfo } from "@/lib/chat/hours/schema";
import { nameOfZone } from "@/lib/platform/ui/date-time";

type Day = SupportInfo["hours"]["days"][number];

/** Days one after the other with the same hours, in the order of the week. */
function grouped(days: readonly Day[]): Day[][] {
  const groups: Day[][] = [];
  for (const day of days.toSorted((a, b) => a.day - b.day)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isSame = last?.day === day.day - 1 && last.from === day.from && last.to === day.to;
    if (group && isSame) group.push(day);
    else groups.push([day]);
  }
  return groups;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Up to here minutes say more. */
const MINUTES_UP_TO = 2 * HOUR;

/** When support answers, whether it does now, and how long that usually takes. Nothing where there is nothing to say. */
export function SupportHours({ info, className }: { info: SupportInfo; className?: string }) {
  const t = useTranslations("supportHours");
  const formatDateTime = useDateTime();
  const { isOpen, changesAt, hours, medianFirstReplySeconds: seconds } = info;
  if (changesAt === null && seconds === null) return null;
  const name = (day: Day | undefined) => t(`days.${(day?.day ?? 1) as 1}`);
  const list = grouped(hours.days).map((group) => {
    const [first, last] = [group[0], group.at(-1)];
    const days =
      first === last ? name(first) : t("range", { first: name(first), last: name(last) });
    return t("period", { days, from: first?.from ?? "", to: first?.to ?? "" });
  });
  const time =
    seconds === null
      ? null
      : seconds < MINUTES_UP_TO
        ? t("minutes", { count: Math.max(1, Math.ceil(seconds / MINUTE)) })
        : t("hoursLong", { count: Math.ceil(seconds / HOUR) });
  return (
    <section aria-label={t("label")} className={clsx("space-y-0.5 text-text-2", className)}>
      {changesAt === null ? null : (
        <>
          <p className="font-semibold text-text">
            {t(isOpen ? "open" : "closed", { at: formatDateTime(changesAt, { zone: true }) })}
          </p>
          <p>{t("hours", { list: list.join(", "), zone: nameOfZone(hours.zone) })}</p>
        </>
      )}
      {time === null ? null : <p>{t("usual", { time })}</p>}
    </section>
  );
}
