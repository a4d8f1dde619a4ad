"use client";

import { useTranslations } from "next-intl";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { notify } from "@/components/ui/toast";
import { useStopRun } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { directionOf, formatAmount } from "@/lib/platform/ui/format";

/** The last look before a run is stopped: what is sold and what comes back. */
export function StopRun({ run, onClose }: { run: RunDto; onClose: () => void }) {
  const t = useTranslations("ai.stop");
  const stop = useStopRun();
  const { unresolved, keyOf, settle } = useRequestKey();
  const holds = directionOf(run.holding) === "up";
  const amount = (value: string | null, currency = "USDT", sign = false) =>
    formatAmount(value, currency, { exact: true, sign });
  const confirm = () =>
    stop.mutate(
      { id: run.id, idempotencyKey: keyOf() },
      {
        onSuccess: ({ run: { status } }) => {
          notify.success(t(status === "stopped" ? "done" : "waiting"));
          onClose();
        },
        onError: settle,
      },
    );
  return (
    <ReviewSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      headline={{ label: t("returned"), value: amount(run.value) }}
      rows={[
        { label: t("run"), value: run.name },
        { label: t("allocated"), value: amount(run.allocated) },
        { label: t("sells"), value: amount(run.holding, "XAUT") },
        { label: t("result"), value: amount(run.pnl, "USDT", true), strong: true },
      ]}
      risk={t(holds ? "riskHolding" : "riskCash")}
      confirmLabel={t("confirm")}
      pending={stop.isPending}
      error={stop.error ? messageOf(stop.error) : undefined}
      unresolved={unresolved()}
      onConfirm={confirm}
    />
  );
}
