"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RiskQuestion } from "@/components/trading/risk-dialog";
import { SettingsPending } from "@/components/trading/settings-pending";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { ResultCard } from "@/components/ui/display/result-card";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { acceptAiRisk, useRuns } from "@/lib/ai/runs-client";
import type { RunDto } from "@/lib/ai/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { useTradeSettings } from "@/lib/trading/client";
import type { TradeSettings } from "@/lib/trading/schema";
import { AllocateForm } from "../allocate-form";
import type { AllocateReviewProps } from "../allocate-review";
import { AllocateReview, RiskDialog } from "../lazy-dialogs";
import { useRunForm } from "../use-run-form";

const QUESTIONS: RiskQuestion[] = [
  { id: "promise", answers: ["loss", "gain"], reversed: true },
  { id: "hold", answers: ["worse", "better"], reversed: false },
];
const NO_ERRORS: Record<string, string[]> = {};

/** The risks of strategies, to be accepted before the first run. */
export function AiRiskDialog(props: { onClose: () => void; onAccepted: () => void }) {
  return (
    <RiskDialog
      namespace="ai.risk"
      points={["rules", "loss", "late", "costs"]}
      questions={QUESTIONS}
      accept={acceptAiRisk}
      {...props}
    />
  );
}

export interface NewRunProps {
  isAccepted: boolean;
  onAcceptedChange: (isAccepted: boolean) => void;
}

/** The way to a new run: form, the risks at the first use, review, result. */
export function NewRun(props: NewRunProps) {
  const t = useTranslations("ai.form");
  const settings = useTradeSettings();
  const runs = useRuns().data;
  const [started, setStarted] = useState<{ run: RunDto; earlier: string | null } | null>(null);
  if (settings.data === undefined) {
    return (
      <SettingsPending settings={settings} label={t("title")} failedText={t("settingsFailed")} />
    );
  }
  const listed = runs?.pages.flatMap((page) => page.runs).find(({ id }) => id === started?.run.id);
  const isOver = listed !== undefined && listed.status !== "running";
  // A run that was stopped here is said to be so where it was stopped.
  if (started && (!isOver || started.earlier !== null)) {
    return <Started {...started} isOver={isOver} onAgain={() => setStarted(null)} />;
  }
  return (
    <OrderRun
      {...props}
      settings={settings.data.ai}
      onStarted={(run, earlier) => setStarted({ run, earlier })}
    />
  );
}

interface OrderRunProps extends NewRunProps {
  settings: TradeSettings["ai"];
  onStarted: AllocateReviewProps["onDone"];
}

function OrderRun({ settings, isAccepted, onAcceptedChange, onStarted }: OrderRunProps) {
  const t = useTranslations("ai.form");
  const [errors, setErrors] = useState(NO_ERRORS);
  const run = useRunForm(settings, () => setErrors(NO_ERRORS));
  const { reviewed } = run.form;
  const strategy = settings.strategies.find(({ id }) => id === reviewed?.order.strategy);
  return (
    <>
      {settings.enabled ? (
        <AllocateForm strategies={settings.strategies} run={run} serverErrors={errors} />
      ) : (
        <Banner tone="info" title={t("offTitle")}>
          {t("offText")}
        </Banner>
      )}
      {reviewed && !isAccepted ? (
        <AiRiskDialog onClose={reviewed.leave} onAccepted={() => onAcceptedChange(true)} />
      ) : null}
      {reviewed && strategy && isAccepted ? (
        <AllocateReview
          reviewed={reviewed}
          strategy={strategy}
          onRiskNeeded={() => onAcceptedChange(false)}
          onRefused={setErrors}
          onDone={onStarted}
        />
      ) : null}
    </>
  );
}

interface StartedProps {
  run: RunDto;
  /** Says that it is the run of an earlier sending, which may have ended since; null for a new one. */
  earlier: string | null;
  isOver: boolean;
  onAgain: () => void;
}

/** What follows an allocation: what runs now and when it decides first. */
function Started({ run, earlier, isOver, onAgain }: StartedProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.started");
  return (
    <ResultCard title={t(isOver ? "titleEnded" : "title")} text={earlier ?? t("text")}>
      <KeyValueRows
        boxed
        rows={[
          { label: t("strategy"), value: run.name },
          { label: t("amount"), value: formatAmount(run.allocated, "USDT", { exact: true }) },
          ...(isOver
            ? []
            : [
                {
                  label: t("first"),
                  value:
                    run.nextDecisionAt === null
                      ? t("firstWaits", { count: run.waitsForCandles })
                      : formatDateTime(run.nextDecisionAt, { zone: true }),
                },
              ]),
        ]}
      />
      <Button variant="outline" wide onClick={onAgain}>
        {t("again")}
      </Button>
    </ResultCard>
  );
}
