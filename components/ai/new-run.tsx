"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RiskDialog, type RiskQuestion } from "@/components/trading/risk-dialog";
import { SettingsPending } from "@/components/trading/settings-pending";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { ResultCard } from "@/components/ui/result-card";
import { type AiOrder, acceptAiRisk } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { useTradeSettings } from "@/lib/trading/client";
import { AllocateForm } from "./allocate-form";
import { AllocateReview } from "./allocate-review";

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
export function NewRun({ isAccepted, onAcceptedChange }: NewRunProps) {
  const t = useTranslations("ai.form");
  const settings = useTradeSettings();
  const [order, setOrder] = useState<AiOrder | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [started, setStarted] = useState<RunDto | null>(null);
  if (settings.data === undefined) {
    return (
      <SettingsPending settings={settings} label={t("title")} failedText={t("settingsFailed")} />
    );
  }
  const { ai } = settings.data;
  if (!ai.enabled) {
    return (
      <Banner tone="info" title={t("offTitle")}>
        {t("offText")}
      </Banner>
    );
  }
  if (started) return <Started run={started} onAgain={() => setStarted(null)} />;
  const strategy = ai.strategies.find(({ id }) => id === order?.strategy);
  return (
    <>
      <AllocateForm
        settings={ai}
        serverErrors={errors}
        onReview={(next) => {
          setErrors(NO_ERRORS);
          setOrder(next);
        }}
      />
      {order && !isAccepted ? (
        <AiRiskDialog onClose={() => setOrder(null)} onAccepted={() => onAcceptedChange(true)} />
      ) : null}
      {order && strategy && isAccepted ? (
        <AllocateReview
          order={order}
          strategy={strategy}
          onClose={() => setOrder(null)}
          onRiskNeeded={() => onAcceptedChange(false)}
          onRefused={setErrors}
          onDone={(run) => {
            setOrder(null);
            setStarted(run);
          }}
        />
      ) : null}
    </>
  );
}

/** What follows an allocation: what runs now and when it decides first. */
function Started({ run, onAgain }: { run: RunDto; onAgain: () => void }) {
  const t = useTranslations("ai.started");
  return (
    <ResultCard title={t("title")} text={t("text")}>
      <KeyValueRows
        boxed
        rows={[
          { label: t("strategy"), value: run.name },
          { label: t("amount"), value: formatAmount(run.allocated, "USDT", { exact: true }) },
          { label: t("first"), value: formatDateTime(run.nextDecisionAt, { zone: true }) },
        ]}
      />
      <Button variant="outline" wide onClick={onAgain}>
        {t("again")}
      </Button>
    </ResultCard>
  );
}
