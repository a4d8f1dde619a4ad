"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { OwnProof } from "@/components/transparency/own-proof";
import { OwnProofButton } from "@/components/transparency/own-proof-button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { CopyButton } from "@/components/ui/copy-button";
import { CardList } from "@/components/ui/display/data-list";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill, StatusPill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useRunDetail } from "@/lib/ai/runs-client";
import type { RunDetail as Detail, RunDto, SignalDto } from "@/lib/ai/schema";
import { useAccount } from "@/lib/platform/client/use-account";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { useTradeSettings } from "@/lib/trading/client";
import { paramRows } from "../param-rows";
import { RunResult } from "./run-result";
import { RunStatus } from "./run-status";

const SIGNAL_LOOKS = { pending: "pending", filled: "filled", lapsed: "void" } as const;

/** One run: its record since it began, and each signal with its reason and what became of it. */
export function RunDetail({ run, onClose }: { run: RunDto; onClose: () => void }) {
  const t = useTranslations("ai.detail");
  const isPractice = useAccount() === "practice";
  const detail = useRunDetail(run.id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={run.name}
      description={t("description")}
    >
      <div className="space-y-4">
        <Record run={detail.data?.run ?? run} />
        {isPractice ? (
          <p className="text-caption text-text-2">{t("practice")}</p>
        ) : (
          <OwnProof kind="run" id={run.id} />
        )}
        {detail.data ? <Signals detail={detail.data} /> : null}
        <QueryState query={detail} label={t("signals")} rows={3} text={t("failed")} />
      </div>
    </Dialog>
  );
}

function Record({ run }: { run: RunDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.detail");
  const number = useRef<HTMLSpanElement>(null);
  const { data: settings } = useTradeSettings();
  const info = settings?.ai.strategies.find(({ id }) => id === run.strategy);
  const usdt = (value: string | null) => <HideableAmount value={value} currency="USDT" exact />;
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <RunStatus run={run} />
        {run.simulated ? <SimulatedPill>{t("simulated")}</SimulatedPill> : null}
      </p>
      <KeyValueRows
        boxed
        rows={[
          { label: t("result"), value: <RunResult run={run} exact />, strong: true },
          { label: t("allocated"), value: usdt(run.allocated) },
          run.returned === null
            ? { label: t("value"), value: usdt(run.value) }
            : { label: t("returned"), value: usdt(run.returned) },
          { label: t("fees"), value: usdt(run.fees) },
          { label: t("fills"), value: String(run.fills) },
          { label: t("started"), value: formatDateTime(run.startedAt, { zone: true }) },
          ...(run.stoppedAt
            ? [{ label: t("ended"), value: formatDateTime(run.stoppedAt, { zone: true }) }]
            : []),
          ...paramRows(run.params, info),
          {
            label: t("number"),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <span ref={number}>{run.number}</span>
                <CopyButton compact text={run.number} textRef={number} label={t("copyNumber")} />
              </span>
            ),
            stacked: true,
          },
        ]}
      />
    </>
  );
}

function Signals({ detail }: { detail: Detail }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.detail");
  const isPractice = useAccount() === "practice";
  const priceOf = ({ tradeId }: SignalDto) =>
    detail.fills.find(({ id }) => id === tradeId)?.entryPrice ?? null;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t("signals")}</h3>
      <p className="text-caption text-text-2">{t("rule")}</p>
      {detail.signals.length === 0 ? <EmptyState text={t("noSignals")} /> : null}
      {detail.signals.length > 0 ? (
        <CardList
          caption={t("signals")}
          rows={detail.signals}
          rowKey={({ id }) => id}
          card={(signal) => ({
            title: t(`actions.${signal.action}`),
            amount: formatAmount(signal.amount, signal.currency),
            meta: (
              <>
                {formatDateTime(signal.createdAt, { zone: true })}
                {" · "}
                {signal.reason}
                {signal.note ? ` · ${signal.note}` : ""}
                {priceOf(signal)
                  ? ` · ${t("at", { price: formatPrice(priceOf(signal), { exact: true }) })}`
                  : ""}
              </>
            ),
            actions: isPractice ? undefined : (
              <OwnProofButton
                kind="signal"
                id={signal.id}
                what={`${t(`actions.${signal.action}`)}, ${formatDateTime(signal.createdAt, { zone: true })}`}
              />
            ),
            status: (
              <StatusPill
                status={SIGNAL_LOOKS[signal.status]}
                label={t(`signalStatuses.${signal.status}`)}
              />
            ),
          })}
        />
      ) : null}
    </section>
  );
}
