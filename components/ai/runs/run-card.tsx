"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { RunDto } from "@/lib/ai/schema";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { StopRun } from "../lazy-dialogs";
import { RunResult } from "./run-result";
import { RunStatus } from "./run-status";

export interface RunCardProps {
  run: RunDto;
  onOpen: () => void;
  /** Once the server has taken the order to stop. */
  onStopped: () => void;
}

/** A live run: what is in it, how it does, and the way out. */
export function RunCard({ run, onOpen, onStopped }: RunCardProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.runs");
  const [stopping, setStopping] = useState(false);
  const request = useRequestKey();
  const next = formatDateTime(run.nextDecisionAt, { zone: true });
  return (
    <Card aria-label={t("runOf", { name: run.name })} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{run.name}</h3>
        <span className="flex flex-wrap gap-2">
          {run.simulated ? <SimulatedPill /> : null}
          <RunStatus run={run} />
        </span>
      </div>
      <p className="font-semibold text-sheet">
        <span className="block font-normal text-caption text-text-2">{t("result")}</span>
        <RunResult run={run} />
      </p>
      <KeyValueRows
        rows={[
          {
            label: t("allocated"),
            value: <HideableAmount value={run.allocated} currency="USDT" />,
          },
          { label: t("value"), value: <HideableAmount value={run.value} currency="USDT" /> },
          {
            label: t("inside"),
            value: (
              <>
                <HideableAmount value={run.cash} currency="USDT" />
                {" · "}
                <HideableAmount value={run.holding} currency="XAUT" />
              </>
            ),
          },
          { label: t("since"), value: formatDateTime(run.startedAt, { zone: true }) },
          {
            label: t("next"),
            value:
              run.status === "stopping"
                ? t("nextStopping")
                : run.pending
                  ? t("nextPending")
                  : run.nextDecisionAt === null
                    ? t("nextWaits", { count: run.waitsForCandles })
                    : t("nextAt", { time: next }),
          },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {run.status === "running" ? (
          <Button variant="outline" onClick={() => setStopping(true)}>
            {t("stop")}
          </Button>
        ) : null}
        <Button variant="ghost" onClick={onOpen}>
          {t("details")}
        </Button>
      </div>
      {stopping ? (
        <StopRun
          run={run}
          request={request}
          onStopped={onStopped}
          onClose={() => setStopping(false)}
        />
      ) : null}
    </Card>
  );
}
