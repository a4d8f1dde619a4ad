"use client";

import { useTranslations } from "next-intl";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { type Status, StatusPill } from "@/components/ui/display/pill";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { QueryState } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useBroadcast } from "@/lib/notifications/broadcast-client";
import type { BroadcastDetailDto, BroadcastDto } from "@/lib/notifications/broadcast-schema";

const PILLS: Record<BroadcastDto["status"], Status> = {
  queued: "pending",
  sending: "processing",
  sent: "completed",
  failed: "failed",
};

/** How far a delivery is, in a word. */
export function BroadcastStatus({ status }: Pick<BroadcastDto, "status">) {
  const t = useTranslations("staffNotifications.status");
  return <StatusPill status={PILLS[status]} label={t(status)} />;
}

/** How far a delivery is, in numbers. */
export function BroadcastProgress({ broadcast }: { broadcast: BroadcastDto }) {
  const t = useTranslations("staffNotifications");
  const { recipientCount, deliveredCount, status } = broadcast;
  if (status === "sent") return t("count", { count: deliveredCount });
  return (
    <span className="grid min-w-24 gap-1">
      {t("ofCount", { count: deliveredCount, total: recipientCount })}
      <ProgressBar
        label={t("progress")}
        value={recipientCount === 0 ? 0 : deliveredCount / recipientCount}
      />
    </span>
  );
}

/** The whole of what was sent and its delivery, in a dialog at the side. */
export function BroadcastReport({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("staffNotifications");
  const answer = useBroadcast(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      placement="side"
      title={t("report")}
    >
      {answer.data ? (
        <Report broadcast={answer.data} />
      ) : (
        <QueryState query={answer} label={t("loading")} rows={5} />
      )}
    </Dialog>
  );
}

function Report({ broadcast }: { broadcast: BroadcastDetailDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffNotifications");
  const { audience, recipients, recipientCount, readCount, finishedAt } = broadcast;
  const more = recipientCount - recipients.length;
  const names = recipients.map(({ username }) => username).join(", ");
  return (
    <div className="space-y-4">
      <div>
        <h3 className="font-semibold text-section [overflow-wrap:anywhere]">{broadcast.title}</h3>
        <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{broadcast.message}</p>
      </div>
      <KeyValueRows
        boxed
        rows={[
          { label: t("statusLabel"), value: <BroadcastStatus status={broadcast.status} /> },
          { label: t("delivered"), value: <BroadcastProgress broadcast={broadcast} /> },
          { label: t("read"), value: t("count", { count: readCount }) },
          {
            label: t("audience"),
            value: audience === "all" ? t("all") : more > 0 ? t("andMore", { names, more }) : names,
            stacked: audience === "users",
          },
          { label: t("sentBy"), value: broadcast.author.username },
          { label: t("sentAt"), value: formatDateTime(broadcast.createdAt, { zone: true }) },
          {
            label: t("finishedAt"),
            value: finishedAt ? formatDateTime(finishedAt, { zone: true }) : t("notYet"),
          },
        ]}
      />
    </div>
  );
}
