import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Timeline, type TimelineStep } from "@/components/ui/display/timeline";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { DepositDto } from "@/lib/deposits/schema";
import { bookedIn } from "@/lib/wallets/names";

type T = ReturnType<typeof useTranslations<"deposit.timeline">>;

type WriteMoment = (at: string | null) => string;

const withNote = ({ adminNotes, processedAt }: DepositDto, time: WriteMoment) =>
  [adminNotes, time(processedAt)].filter(Boolean).join(" · ");

function checking(deposit: DepositDto, t: T): TimelineStep {
  const open = deposit.processedAt === null;
  return {
    id: "checking",
    label: t("checking"),
    detail: open ? t("checkingDetail") : undefined,
    state: open ? "current" : "done",
  };
}

function reversed({ reversal }: DepositDto, t: T, time: WriteMoment): TimelineStep {
  return {
    id: "reversed",
    label: t.rich("reversed", {
      amount: () => (
        <HideableAmount value={reversal?.taken ?? null} currency={reversal?.currency ?? "USDT"} />
      ),
    }),
    detail: [reversal?.reason, time(reversal?.at ?? null)].filter(Boolean).join(" · "),
    state: "failed",
  };
}

function result(deposit: DepositDto, t: T, time: WriteMoment): TimelineStep {
  const unit = bookedIn(deposit.currency);
  switch (deposit.status) {
    case "completed":
      return {
        id: "credited",
        label: t.rich("credited", {
          amount: () => (
            <HideableAmount
              value={deposit.credited?.amount}
              currency={bookedIn(deposit.currency)}
            />
          ),
        }),
        detail: withNote(deposit, time),
        state: "done",
      };
    case "reversed":
      return reversed(deposit, t, time);
    case "failed":
    case "cancelled":
      return {
        id: "failed",
        label: t("failed"),
        detail: withNote(deposit, time),
        state: "failed",
      };
    case "pending":
    case "confirmed":
    case "processing":
      return {
        id: "credited",
        label: t("toCredit"),
        detail: t(deposit.currency === unit ? "oneToOne" : "rate", { unit }),
        state: "todo",
      };
  }
}

/** Submitted, checking, credited: how far a deposit is. */
export function DepositTimeline({ deposit }: { deposit: DepositDto }) {
  const t = useTranslations("deposit.timeline");
  const formatDateTime = useDateTime();
  const time = (at: string | null) => formatDateTime(at, { zone: true });
  const submitted: TimelineStep = {
    id: "submitted",
    label: t("submitted"),
    detail: time(deposit.createdAt),
    state: "done",
  };
  return (
    <Timeline
      label={t("label")}
      steps={[submitted, checking(deposit, t), result(deposit, t, time)]}
    />
  );
}
