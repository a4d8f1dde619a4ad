"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { type AiOrder, useBacktest, useStartRun } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { ApiError, messageOf, newIdempotencyKey } from "@/lib/platform/client/api";
import { formatAmount } from "@/lib/platform/ui/format";
import type { StrategyInfo } from "./param-fields";
import { paramRows } from "./param-rows";
import { useBacktestRows } from "./use-backtest-rows";

export interface AllocateReviewProps {
  order: AiOrder;
  strategy: StrategyInfo;
  onClose: () => void;
  onDone: (run: RunDto) => void;
  onRiskNeeded: () => void;
  onRefused: (errors: Record<string, string[]>) => void;
}

/** The last look before money goes to a strategy: rules, amount, past results and what can be lost. */
export function AllocateReview(props: AllocateReviewProps) {
  const { order, strategy, onClose, onDone, onRiskNeeded, onRefused } = props;
  const t = useTranslations("ai.review");
  const start = useStartRun();
  const backtestRows = useBacktestRows(useBacktest(order));
  const key = useRef<string | null>(null);
  const amount = formatAmount(order.amount, "USDT", { exact: true });
  const confirm = () => {
    // Kept while the outcome is unknown: sending it again can't start a second run.
    key.current ??= newIdempotencyKey();
    start.mutate(
      { ...order, idempotencyKey: key.current },
      {
        onSuccess: ({ run }) => onDone(run),
        onError: (failure) => {
          if (!(failure instanceof ApiError)) return;
          if (failure.status < 500 && failure.status !== 409) key.current = null;
          if (failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
          if (failure.code === "VALIDATION") onRefused(failure.errors);
        },
      },
    );
  };
  return (
    <ReviewSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      headline={{ label: t("amount"), value: amount }}
      rows={[
        { label: t("strategy"), value: strategy.name },
        ...paramRows(order.params, strategy),
        ...backtestRows,
        { label: t("prices"), value: t("pricesRule"), stacked: true },
        { label: t("canLose"), value: t("canLoseValue", { amount }), strong: true },
      ]}
      risk={strategy.risk}
      confirmLabel={t("confirm", { amount: formatAmount(order.amount, "USDT") })}
      pending={start.isPending}
      error={start.error ? messageOf(start.error) : undefined}
      onConfirm={confirm}
    />
  );
}
