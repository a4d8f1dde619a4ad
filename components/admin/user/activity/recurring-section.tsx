"use client";

import { useTranslations } from "next-intl";
import { useRecurringText } from "@/components/recurring/recurring-text";
import { Pill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import type { StaffRecurringDto, StaffRecurringList } from "@/lib/recurring/schema";
import { useUserPages } from "@/lib/staff/user-client";
import { MoreList } from "./more-list";

const TONES = { active: "info", paused: "warn", ended: "neutral" } as const;

/** A user's recurring buys with their last runs, which staff can only read. */
export function RecurringSection({ userId }: { userId: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.recurring");
  const own = useTranslations("recurring");
  const { scheduleOf } = useRecurringText();
  const answer = useUserPages<StaffRecurringList>(userId, "recurring");
  const amount = (one: StaffRecurringDto) => formatAmount(one.amount, "USDT", { exact: true });
  const what = (one: StaffRecurringDto) => (
    <>
      {scheduleOf(one)}
      <span className="block text-caption text-text-2">
        {own(`targets.${one.target}`)}
        {one.maxPrice === null
          ? null
          : ` · ${own("upTo", { price: formatPrice(one.maxPrice, { exact: true }) })}`}
      </span>
    </>
  );
  const status = (one: StaffRecurringDto) => (
    <>
      <Pill tone={TONES[one.status]}>{t(`statuses.${one.status}`)}</Pill>
      {one.status === "paused" ? (
        <span className="block text-caption text-text-2">
          {t(`paused.${one.pauseReason ?? "USER"}`)}
        </span>
      ) : null}
    </>
  );
  const runs = ({ runs: last }: StaffRecurringDto) =>
    last.length === 0 ? (
      t("noRuns")
    ) : (
      <ul>
        {last.map(({ dueAt, reason }) => (
          <li key={dueAt}>
            {formatDateTime(dueAt)}: {t(reason === null ? "bought" : `skipped.${reason}`)}
          </li>
        ))}
      </ul>
    );
  return (
    <MoreList
      id="recurring"
      title={t("title")}
      answer={answer}
      rowsOf={(page) => page.recurring}
      emptyText={t("empty")}
      columns={[
        { key: "begun", header: t("begun"), at: ({ createdAt }) => createdAt },
        { key: "what", header: t("schedule"), cell: what },
        { key: "amount", header: t("amount"), numeric: true, cell: amount },
        { key: "next", header: t("next"), at: ({ nextAt }) => nextAt },
        { key: "runs", header: t("runs"), isTime: true, cell: runs },
        { key: "status", header: t("status"), cell: status },
      ]}
      card={(one) => ({
        title: what(one),
        amount: amount(one),
        meta: one.nextAt
          ? own("next", { time: formatDateTime(one.nextAt, { zone: true }) })
          : formatDateTime(one.createdAt, { zone: true }),
        status: status(one),
        note: runs(one),
      })}
    />
  );
}
