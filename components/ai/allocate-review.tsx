"use client";

import { useTranslations } from "next-intl";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { type AiOrder, useBacktest, useStartRun } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
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
  const { keyOf, settle } = useRequestKey();
  const amount = formatAmount(order.amount, "USDT", { exact: true });
  const confirm = () => {
    start.mutate(
      { ...order, idempotencyKey: keyOf() },
      {
        onSuccess: ({ run }) => onDone(run),
        onError: (failure) => {
          settle(failure);
          if (!(failure instanceof ApiError)) return;
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
