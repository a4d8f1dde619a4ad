"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { RadioCards } from "@/components/forms/radio-cards";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineError } from "@/components/ui/inline-error";
import { messageOf } from "@/lib/platform/client/api";
import { acceptOptionRisk } from "@/lib/trading/client";

/** Each question with its answers; the first one is right. The order on screen is another. */
const QUESTIONS = [
  { id: "loss", answers: ["all", "half"] },
  { id: "odds", answers: ["more", "even"] },
  { id: "decides", answers: ["market", "site"] },
] as const;
const SHOWN_REVERSED = new Set<string>(["loss", "decides"]);

/** The risks of options, with three questions that have to be answered right before the first one. */
export function RiskDialog({
  onClose,
  onAccepted,
}: {
  onClose: () => void;
  onAccepted: () => void;
}) {
  const t = useTranslations("trade.risk");
  const formId = useId();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [checked, setChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (pending || QUESTIONS.some(({ id, answers: [right] }) => answers[id] !== right)) return;
    setPending(true);
    setError(null);
    try {
      await acceptOptionRisk();
      onAccepted();
    } catch (failure) {
      setError(messageOf(failure));
      setPending(false);
    }
  };
  const errorOf = (id: (typeof QUESTIONS)[number]["id"], right: string) => {
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
          <li>{t("points.stake")}</li>
          <li>{t("points.average")}</li>
          <li>{t("points.time")}</li>
        </ul>
        {QUESTIONS.map(({ id, answers: [right, wrong] }) => (
          <RadioCards
            key={id}
            name={id}
            legend={t(`questions.${id}.text`)}
            value={answers[id] ?? null}
            error={errorOf(id, right)}
            options={(SHOWN_REVERSED.has(id) ? [wrong, right] : [right, wrong]).map((answer) => ({
              value: answer,
              title: t(`answers.${answer}`),
            }))}
            onValueChange={(value) => setAnswers((old) => ({ ...old, [id]: value }))}
          />
        ))}
        <InlineError>{error}</InlineError>
      </form>
    </Dialog>
  );
}
