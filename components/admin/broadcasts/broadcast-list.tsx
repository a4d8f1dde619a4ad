"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { SectionTitle } from "@/components/ui/display/card";
import type { DataColumn } from "@/components/ui/display/data-list";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useBroadcasts } from "@/lib/notifications/broadcast-client";
import type { BroadcastDto } from "@/lib/notifications/broadcast-schema";
import { BROADCAST_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import { BroadcastProgress, BroadcastReport, BroadcastStatus } from "./broadcast-report";

/** Which report is open, in the address. */
const SHOWN = "report";

/** What was sent before, with how far each delivery is. */
export function BroadcastList() {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffNotifications");
  const url = useListUrl(BROADCAST_FILTERS);
  const answer = useBroadcasts(url.query);
  const shown = url.parameter(SHOWN);
  const open = (id: string | null) => url.setParameter(SHOWN, id);
  return (
    <section aria-labelledby="earlier" className="space-y-2">
      <SectionTitle id="earlier">{t("earlier")}</SectionTitle>
      <StaffList
        answer={answer}
        rows={answer.data?.notifications}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("none")}
        caption={t("earlier")}
        rowKey={({ id }) => id}
        columns={useColumns(open)}
        onOpen={({ id }) => open(id)}
        card={(item) => ({
          title: item.title,
          amount: <BroadcastProgress broadcast={item} />,
          meta: `${formatDateTime(item.createdAt, { zone: true })} · ${t("readCount", { count: item.readCount })}`,
          status: <BroadcastStatus status={item.status} />,
        })}
      />
      {shown ? <BroadcastReport id={shown} onClose={() => open(null)} /> : null}
    </section>
  );
}

function useColumns(open: (id: string) => void): DataColumn<BroadcastDto>[] {
  const t = useTranslations("staffNotifications");
  return [
    {
      key: "sent",
      header: t("sentAt"),
      at: (item) => item.createdAt,
    },
    {
      key: "title",
      header: t("titleLabel"),
      className: "[overflow-wrap:anywhere]",
      cell: (item) => item.title,
    },
    {
      key: "audience",
      header: t("audience"),
      cell: (item) => t(item.audience === "all" ? "all" : "users"),
    },
    {
      key: "status",
      header: t("statusLabel"),
      cell: (item) => <BroadcastStatus status={item.status} />,
    },
    {
      key: "delivered",
      header: t("delivered"),
      numeric: true,
      cell: (item) => <BroadcastProgress broadcast={item} />,
    },
    {
      key: "read",
      header: t("read"),
      numeric: true,
      cell: (item) => t("count", { count: item.readCount }),
    },
    {
      key: "open",
      header: t("report"),
      hiddenHeader: true,
      cell: (item) => (
        <Button
          variant="outline"
          aria-label={t("reportOf", { title: item.title })}
          onClick={() => open(item.id)}
        >
          {t("report")}
        </Button>
      ),
    },
  ];
}
