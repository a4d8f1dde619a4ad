import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Timeline, type TimelineStep } from "@/components/ui/display/timeline";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";

type T = ReturnType<typeof useTranslations<"withdraw.timeline">>;

function stepsOf(
  withdrawal: WithdrawalDto,
  t: T,
  time: (at: string | null) => string,
): TimelineStep[] {
  const { status, approvedAt, processedAt, adminNotes, payoutAmount } = withdrawal;
  const withNote = (...texts: string[]) => [adminNotes, ...texts].filter(Boolean).join(" · ");
  const requested: TimelineStep = {
    id: "requested",
    label: t("requested"),
    detail: time(withdrawal.createdAt),
    state: "done",
  };
  const approved: TimelineStep = {
    id: "approved",
    label: approvedAt ? t("approved") : t("checking"),
    detail: approvedAt ? (
      <>
        {status === "processing" ? withNote(time(approvedAt)) : time(approvedAt)}
        {payoutAmount ? (
          <>
            {" · "}
            <HideableAmount value={payoutAmount} currency={withdrawal.currency} exact />
          </>
        ) : null}
      </>
    ) : undefined,
    state: approvedAt ? "done" : "current",
  };
  const sent = (state: TimelineStep["state"], detail: string): TimelineStep => ({
    id: "sent",
    label: t("sent"),
    detail,
    state,
  });
  const ended = (label: string): TimelineStep => ({
    id: "ended",
    label,
    detail: withNote(t("returned"), time(processedAt)),
    state: "failed",
  });
  const before = approvedAt ? [requested, approved] : [requested];
  switch (status) {
    case "pending":
    case "confirmed":
      return [requested, approved, sent("todo", t("within"))];
    case "processing":
      return [requested, approved, sent("current", t("within"))];
    case "completed":
      return [requested, approved, sent("done", withNote(time(processedAt)))];
    case "failed":
    case "reversed":
      return [...before, ended(t("failed"))];
    case "cancelled":
      return [...before, ended(t("cancelled"))];
  }
}

/** Requested, approved, sent: how far a withdrawal is. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: WithdrawalDto }) {
  const t = useTranslations("withdraw.timeline");
  const formatDateTime = useDateTime();
  const time = (at: string | null) => formatDateTime(at, { zone: true });
  return <Timeline label={t("label")} steps={stepsOf(withdrawal, t, time)} />;
}
