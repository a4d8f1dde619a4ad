"use client";

import { useTranslations } from "next-intl";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import type { AiOrder } from "@/lib/ai/client";
import { useBacktest, useStartRun } from "@/lib/ai/runs-client";
import type { RunDto } from "@/lib/ai/schema";
import { ApiError } from "@/lib/platform/client/api";
import { formatAmount } from "@/lib/platform/ui/format";
import type { StrategyInfo } from "./param-fields";
import { paramRows } from "./param-rows";
import { useBacktestRows } from "./use-backtest-rows";
import { usePriceRows } from "./use-price-rows";

export interface AllocateReviewProps {
  reviewed: Reviewed<AiOrder>;
  strategy: StrategyInfo;
  /** `earlier` says that it is the run of an earlier sending; null for a new one. */
  onDone: (run: RunDto, earlier: string | null) => void;
  onRiskNeeded: () => void;
  onRefused: (errors: Record<string, string[]>) => void;
}

/** The last look before money goes to a strategy: rules, amount, past results and what can be lost. */
export function AllocateReview(props: AllocateReviewProps) {
  const { reviewed, strategy, onDone, onRiskNeeded, onRefused } = props;
  const { order } = reviewed;
  const t = useTranslations("ai.review");
  const start = useStartRun();
  const backtestRows = useBacktestRows(useBacktest(order));
  const priceRows = usePriceRows();
  const amount = formatAmount(order.amount, "USDT", { exact: true });
  const { send, sheet } = useOrder(reviewed, {
    call: (sent: AiOrder & { idempotencyKey: string }) => start.mutateAsync(sent),
    doneAt: ({ run }) => run.startedAt,
    onDone: ({ run }, earlier) => onDone(run, earlier),
    onFailure: (failure) => {
      if (!(failure instanceof ApiError)) return;
      if (failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
      if (failure.code === "VALIDATION") onRefused(failure.errors);
    },
  });
  return (
    <ReviewSheet
      {...sheet}
      title={t("title")}
      headline={{ label: t("amount"), value: amount }}
      rows={[
        { label: t("strategy"), value: strategy.name },
        ...paramRows(order.params, strategy),
        ...backtestRows,
        ...priceRows,
        { label: t("canLose"), value: t("canLoseValue", { amount }), strong: true },
      ]}
      risk={strategy.risk}
      confirmLabel={t("confirm", { amount })}
      onConfirm={() => send((idempotencyKey) => ({ ...order, idempotencyKey }))}
    />
  );
}
