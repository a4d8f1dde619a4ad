"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { RadioCards } from "@/components/forms/radio-cards";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { messageOf } from "@/lib/platform/client/api";

/** A question with its answers; the first one is right. The order on screen may be another. */
export type RiskQuestion = { id: string; answers: readonly [string, string]; reversed: boolean };

export interface RiskDialogProps {
  /** Where its texts are: title, points, questions, answers. */
  namespace: "trade.risk" | "ai.risk";
  points: readonly string[];
  questions: readonly RiskQuestion[];
  /** Records the acceptance. */
  accept: () => Promise<unknown>;
  onClose: () => void;
  onAccepted: () => void;
}

/** The risks of a product, with questions that have to be answered right before the first use. */
export function RiskDialog({
  namespace,
  points,
  questions,
  accept,
  onClose,
  onAccepted,
}: RiskDialogProps) {
  const t = useTranslations(namespace);
  const formId = useId();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [checked, setChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (pending || questions.some(({ id, answers: [right] }) => answers[id] !== right)) return;
    setPending(true);
    setError(null);
    try {
      await accept();
      onAccepted();
    } catch (failure) {
      setError(messageOf(failure));
      setPending(false);
    }
  };
  const errorOf = ({ id, answers: [right] }: RiskQuestion) => {
    if (!checked || answers[id] === right) return undefined;
    return answers[id] === undefined ? t("unanswered") : t(`questions.${id}.wrong`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("title")}
      locked={pending}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("notNow")}
          </Button>
          <Button type="submit" form={formId} pending={pending} className="min-w-0 flex-1 shrink">
            {t("accept")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <ul className="list-disc space-y-2 pl-5">
          {points.map((point) => (
            <li key={point}>{t(`points.${point}`)}</li>
          ))}
        </ul>
        {questions.map((question) => (
          <RadioCards
            key={question.id}
            name={question.id}
            legend={t(`questions.${question.id}.text`)}
            value={answers[question.id] ?? null}
            error={errorOf(question)}
            options={shownAnswers(question).map((answer) => ({
              value: answer,
              title: t(`answers.${answer}`),
            }))}
            onValueChange={(value) => setAnswers((old) => ({ ...old, [question.id]: value }))}
          />
        ))}
        <InlineError>{error}</InlineError>
      </form>
    </Dialog>
  );
}

const shownAnswers = ({ answers: [right, wrong], reversed }: RiskQuestion) =>
  reversed ? [wrong, right] : [right, wrong];
