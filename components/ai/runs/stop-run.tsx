"use client";

import { useTranslations } from "next-intl";
import { MoneyPauseProvider } from "@/components/ui/display/money-pause";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { useStopRun } from "@/lib/ai/runs-client";
import type { RunDto } from "@/lib/ai/schema";
import { type RequestKey, useSend } from "@/lib/platform/client/request-key";
import { directionOf, formatAmount } from "@/lib/platform/ui/format";
import { PriceAge } from "../price-age";

export interface StopRunProps {
  run: RunDto;
  /** Of the card: a stop whose answer was lost is still known to it when the review opens again. */
  request: RequestKey;
  onStopped: () => void;
  onClose: () => void;
}

/** The last look before a run is stopped: what is sold and what comes back. */
export function StopRun({ run, request, onStopped, onClose }: StopRunProps) {
  const t = useTranslations("ai.stop");
  const stop = useStopRun();
  const holds = directionOf(run.holding) === "up";
  const amount = (value: string | null, currency = "USDT", sign = false) =>
    formatAmount(value, currency, { exact: true, sign });
  const { send, pending, error } = useSend(request, async () => {
    const stopped = await stop.mutateAsync({ id: run.id, idempotencyKey: request.keyOf() });
    showToast.success(t(stopped.run.status === "stopped" ? "done" : "waiting"));
    onStopped();
    onClose();
  });
  return (
    // Runs go on trading through maintenance, so who holds one may end it.
    <MoneyPauseProvider reason={null}>
      <ReviewSheet
        open
        onBack={() => {
          request.leave();
          onClose();
        }}
        title={t("title")}
        headline={{
          label: (
            <span className="flex flex-wrap items-center gap-x-3">
              {t("returned")}
              {holds ? <PriceAge /> : null}
              {run.simulated ? <SimulatedPill /> : null}
            </span>
          ),
          value: amount(run.value),
        }}
        rows={[
          { label: t("run"), value: run.name },
          { label: t("allocated"), value: amount(run.allocated) },
          { label: t("sells"), value: amount(run.holding, "XAUT") },
          { label: t("result"), value: amount(run.pnl, "USDT", true), strong: true },
        ]}
        risk={t(holds ? "riskHolding" : "riskCash")}
        confirmLabel={t("confirm")}
        pending={pending}
        error={error}
        unconfirmed={request.unconfirmed()}
        onConfirm={() => void send()}
      />
    </MoneyPauseProvider>
  );
}
