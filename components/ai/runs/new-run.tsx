"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RiskQuestion } from "@/components/trading/risk-dialog";
import { SettingsPending } from "@/components/trading/settings-pending";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { ResultCard } from "@/components/ui/display/result-card";
import { type AiOrder, acceptAiRisk } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import { dropFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { useTradeSettings } from "@/lib/trading/client";
import { AllocateForm, RUN_DRAFT } from "../allocate-form";
import { AllocateReview, RiskDialog } from "../lazy-dialogs";
import type { StrategyInfo } from "../param-fields";
import { runContent } from "./run-content";

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
  const [review, setReview] = useState<{ order: AiOrder; strategy: StrategyInfo } | null>(null);
  const request = useRequestKey("run");
  const [errors, setErrors] = useState(NO_ERRORS);
  const [started, setStarted] = useState<{ run: RunDto; earlier: string | null } | null>(null);
  if (settings.data === undefined) {
    return (
      <SettingsPending settings={settings} label={t("title")} failedText={t("settingsFailed")} />
    );
  }
  const { ai } = settings.data;
  if (started) return <Started {...started} onAgain={() => setStarted(null)} />;
  const close = () => setReview(null);
  return (
    <>
      {ai.enabled ? (
        <AllocateForm
          settings={ai}
          serverErrors={errors}
          isUnconfirmed={(order) => request.unconfirmed(runContent(order)) !== null}
          onReview={(order) => {
            const strategy = ai.strategies.find(({ id }) => id === order.strategy);
            setErrors(NO_ERRORS);
            if (strategy) setReview({ order, strategy });
          }}
        />
      ) : (
        <Banner tone="info" title={t("offTitle")}>
          {t("offText")}
        </Banner>
      )}
      {review && !isAccepted ? (
        <AiRiskDialog onClose={close} onAccepted={() => onAcceptedChange(true)} />
      ) : null}
      {review && isAccepted ? (
        <AllocateReview
          {...review}
          request={request}
          onClose={close}
          onRiskNeeded={() => onAcceptedChange(false)}
          onRefused={setErrors}
          onDone={(run, earlier) => {
            dropFormDraft(RUN_DRAFT);
            close();
            setStarted({ run, earlier });
          }}
        />
      ) : null}
    </>
  );
}

interface StartedProps {
  run: RunDto;
  /** Says that it is the run of an earlier sending, which may have ended since; null for a new one. */
  earlier: string | null;
  onAgain: () => void;
}

/** What follows an allocation: what runs now and when it decides first. */
function Started({ run, earlier, onAgain }: StartedProps) {
  const t = useTranslations("ai.started");
  return (
    <ResultCard title={t("title")} text={earlier ?? t("text")}>
      <KeyValueRows
        boxed
        rows={[
          { label: t("strategy"), value: run.name },
          { label: t("amount"), value: formatAmount(run.allocated, "USDT", { exact: true }) },
          {
            label: t("first"),
            value:
              run.nextDecisionAt === null
                ? t("firstWaits", { count: run.waitsForCandles })
                : formatDateTime(run.nextDecisionAt, { zone: true }),
          },
        ]}
      />
      <Button variant="outline" wide onClick={onAgain}>
        {t("again")}
      </Button>
    </ResultCard>
  );
}
