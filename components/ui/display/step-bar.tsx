import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";

export interface StepBarProps {
  /** Name of the steps, e.g. "Deposit steps". */
  label: string;
  steps: string[];
  /** Index of the current step, from 0. */
  current: number;
}

/** Where a person is in a flow of one decision per screen. */
export function StepBar({ label, steps, current }: StepBarProps) {
  const t = useTranslations("ui");
  return (
    <ol aria-label={label} className="flex gap-1.5">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className="min-w-0 flex-auto"
        >
          <span
            aria-hidden="true"
            className={clsx(
              "block h-1 rounded-full",
              index <= current ? "bg-gold-line" : "bg-line",
            )}
          />
          <span
            className={clsx(
              "mt-1.5 flex flex-wrap items-center gap-x-1 text-meta",
              index === current ? "font-semibold text-text" : "text-text-2",
            )}
          >
            {index < current ? <Check aria-hidden="true" className="size-3.5 shrink-0" /> : null}
            {step}
            {index < current ? <span className="sr-only">{t("stepDone")}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
