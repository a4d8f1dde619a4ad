"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { HideableAmount, HideableChange } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { SimulatedPill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { LoadMore } from "@/components/ui/pagination";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useRuns } from "@/lib/ai/runs-client";
import type { RunDto } from "@/lib/ai/schema";
import { addDecimal, percentOf } from "@/lib/platform/ui/decimal";
import { asShown, formatAmount } from "@/lib/platform/ui/format";
import { HowItWorks } from "../how-it-works";
import { RunDetail } from "../lazy-dialogs";
import { PriceAge } from "../price-age";
import { useRefocus } from "../use-refocus";
import { RunCard } from "./run-card";
import { shownResult } from "./run-result";
import { RunStatus } from "./run-status";

/** One's runs: what is on first, with the sum of it; those that ended below. */
export function Runs() {
  const t = useTranslations("ai.runs");
  const list = useRuns();
  const [open, setOpen] = useState<RunDto | null>(null);
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? [];
  const live = runs.filter(({ status }) => status !== "stopped");
  const ended = runs.filter(({ status }) => status === "stopped");
  const [stopped, setStopped] = useState<string | null>(null);
  const status = runs.find(({ id }) => id === stopped)?.status ?? "running";
  useRefocus(stopped, status !== "running", status === "stopped" ? "ended-runs" : "live-runs");
  return (
    <>
      <QueryState query={list} label={t("title")} rows={2} rowClass="h-40" text={t("failed")} />
      {list.data !== undefined && live.length === 0 ? <HowItWorks /> : null}
      {live.length > 0 ? (
        <section aria-labelledby="live-runs" className="space-y-3">
          <SectionTitle id="live-runs" tabIndex={-1} action={<PriceAge />}>
            {t("title")}
          </SectionTitle>
          {live.length > 1 ? <Total runs={live} /> : null}
          <div className="grid grid-cols-1 gap-3 min-[90rem]:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))]">
            {live.map((run) => (
              <RunCard
                key={run.id}
                run={run}
                onOpen={() => setOpen(run)}
                onStopped={() => setStopped(run.id)}
              />
            ))}
          </div>
        </section>
      ) : null}
      {ended.length > 0 ? <Ended runs={ended} onOpen={setOpen} /> : null}
      <LoadMore query={list} />
      {open ? <RunDetail run={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

const sum = (values: string[]) => values.reduce(addDecimal, "0.000000");

/** Allocated and result over all live runs; a result that misses a price is not known. */
function Total({ runs }: { runs: RunDto[] }) {
  const t = useTranslations("ai.runs");
  const allocated = sum(runs.map((run) => asShown(run.allocated, "USDT")));
  const results = runs.map(shownResult).filter((result) => result !== null);
  const pnl = results.length === runs.length ? sum(results) : null;
  return (
    <Card aria-label={t("total")} className="flex flex-wrap justify-between gap-3">
      <p>
        <span className="block text-caption text-text-2">{t("allocatedAll")}</span>
        <HideableAmount value={allocated} currency="USDT" className="font-semibold text-section" />
      </p>
      <p className="text-right">
        <span className="block text-caption text-text-2">
          {t("resultAll")} {runs.some(({ simulated }) => simulated) ? <SimulatedPill /> : null}
        </span>
        <HideableChange
          value={pnl}
          text={formatAmount(pnl, "USDT", { sign: true })}
          percent={pnl === null ? null : percentOf(pnl, allocated)}
          currency="USDT"
          className="font-semibold text-section"
        />
      </p>
    </Card>
  );
}

function Ended({ runs, onOpen }: { runs: RunDto[]; onOpen: (run: RunDto) => void }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.runs");
  return (
    <section aria-labelledby="ended-runs" className="space-y-2">
      <SectionTitle id="ended-runs" tabIndex={-1}>
        {t("ended")}
      </SectionTitle>
      <CardList
        caption={t("ended")}
        rows={runs}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        card={(run) => ({
          title: run.name,
          amount: <HideableAmount value={shownResult(run)} currency="USDT" sign />,
          meta: t("period", {
            from: formatDateTime(run.startedAt),
            to: formatDateTime(run.stoppedAt, { zone: true }),
          }),
          status: (
            <>
              {run.simulated ? <SimulatedPill /> : null} <RunStatus run={run} />
            </>
          ),
        })}
      />
    </section>
  );
}
