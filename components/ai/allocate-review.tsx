"use client";

import { useTranslations } from "next-intl";
import { useDoneEarlier } from "@/components/app/use-done-earlier";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { type AiOrder, useBacktest, useStartRun } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { ApiError } from "@/lib/platform/client/api";
import { type RequestKey, useSend } from "@/lib/platform/client/request-key";
import { formatAmount } from "@/lib/platform/ui/format";
import type { StrategyInfo } from "./param-fields";
import { paramRows } from "./param-rows";
import { runContent } from "./runs/run-content";
import { useBacktestRows } from "./use-backtest-rows";
import { usePriceRows } from "./use-price-rows";

export interface AllocateReviewProps {
  order: AiOrder;
  /** Of the page: what may have been started is still known to it when the review opens again. */
  request: RequestKey;
  strategy: StrategyInfo;
  onClose: () => void;
  /** `earlier` says that it is the run of an earlier sending; null for a new one. */
  onDone: (run: RunDto, earlier: string | null) => void;
  onRiskNeeded: () => void;
  onRefused: (errors: Record<string, string[]>) => void;
}

/** What is sent, with its key. */
type Sent = AiOrder & { idempotencyKey: string };

/** The last look before money goes to a strategy: rules, amount, past results and what can be lost. */
export function AllocateReview(props: AllocateReviewProps) {
  const { order, request, strategy, onClose, onDone, onRiskNeeded, onRefused } = props;
  const t = useTranslations("ai.review");
  const start = useStartRun();
  const backtestRows = useBacktestRows(useBacktest(order));
  const priceRows = usePriceRows();
  const content = runContent(order);
  const amount = formatAmount(order.amount, "USDT", { exact: true });
  const close = () => {
    request.leave(content);
    onClose();
  };
  const unconfirmed = request.unconfirmed<Sent>(content);
  const doneEarlier = useDoneEarlier(unconfirmed);
  const startRun = async (sent: Sent, sentAtMs: number) => {
    const { run } = await start.mutateAsync(sent);
    onDone(run, doneEarlier(run.startedAt, sentAtMs));
  };
  const { send, pending, error } = useSend(request, startRun, (failure) => {
    if (!(failure instanceof ApiError)) return;
    if (failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
    if (failure.code === "VALIDATION") onRefused(failure.errors);
  });
  const confirm = () =>
    void send(request.orderOf(content, (idempotencyKey) => ({ ...order, idempotencyKey })));
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
        ...priceRows,
        { label: t("canLose"), value: t("canLoseValue", { amount }), strong: true },
      ]}
      risk={strategy.risk}
      confirmLabel={t("confirm", { amount })}
      pending={pending}
      error={error}
      unconfirmed={unconfirmed}
      onConfirm={confirm}
    />
  );
}
