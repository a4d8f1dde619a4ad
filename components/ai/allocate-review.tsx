"use client";

import { useTranslations } from "next-intl";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { type AiOrder, useBacktest, useStartRun } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { plainAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import type { StrategyInfo } from "./param-fields";
import { paramRows } from "./param-rows";
import { useBacktestRows } from "./use-backtest-rows";

export interface AllocateReviewProps {
  order: AiOrder;
  /** Of the page: what may have been started is still known to it when the review opens again. */
  request: RequestKey;
  strategy: StrategyInfo;
  onClose: () => void;
  onDone: (run: RunDto) => void;
  onRiskNeeded: () => void;
  onRefused: (errors: Record<string, string[]>) => void;
}

/** The last look before money goes to a strategy: rules, amount, past results and what can be lost. */
export function AllocateReview(props: AllocateReviewProps) {
  const { order, request, strategy, onClose, onDone, onRiskNeeded, onRefused } = props;
  const t = useTranslations("ai.review");
  const start = useStartRun();
  const backtestRows = useBacktestRows(useBacktest(order));
  const content = JSON.stringify({ ...order, amount: plainAmount(order.amount) });
  const amount = formatAmount(order.amount, "USDT", { exact: true });
  const close = () => {
    request.leave(content);
    onClose();
  };
  const confirm = () => {
    const sent = request.orderOf(content, (idempotencyKey) => ({ ...order, idempotencyKey }));
    start.mutate(sent, {
      onSuccess: ({ run }) => {
        request.settle();
        onDone(run);
      },
      onError: (failure) => {
        request.settle(failure);
        if (!(failure instanceof ApiError)) return;
        if (failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
        if (failure.code === "VALIDATION") onRefused(failure.errors);
      },
    });
  };
  return (
    <ReviewSheet
      open
      onOpenChange={(open) => !open && close()}
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
      confirmLabel={t("confirm", { amount })}
      pending={start.isPending}
      error={start.error ? messageOf(start.error) : undefined}
      unresolved={request.unresolved(content)}
      onConfirm={confirm}
    />
  );
}
