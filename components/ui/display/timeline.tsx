import { clsx } from "clsx";
import { Check, Circle, LoaderCircle, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export type TimelineState = "done" | "current" | "todo" | "failed";

export interface TimelineStep {
  label: ReactNode;
  /** Time or explanation under the label. */
  detail?: ReactNode;
  state: TimelineState;
  id: string;
}

const ICONS = { done: Check, current: LoaderCircle, todo: Circle, failed: TriangleAlert };
const TONES: Record<TimelineState, string> = {
  done: "bg-up-soft text-up",
  current: "bg-info-soft text-info",
  todo: "bg-surface-2 text-text-3",
  failed: "bg-down-soft text-down",
};

/** The steps of a request, e.g. Submitted → Checking → Credited. */
export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  const t = useTranslations("ui.timeline");
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => {
        const Icon = ICONS[step.state];
        const last = index === steps.length - 1;
        return (
          <li
            key={step.id}
            aria-current={step.state === "current" ? "step" : undefined}
            className="flex gap-3"
          >
            <span aria-hidden="true" className="flex flex-col items-center">
              <span
                className={clsx(
                  "flex size-7 shrink-0 items-center justify-center rounded-full",
                  TONES[step.state],
                )}
              >
                <Icon className="size-4" />
              </span>
              {last ? null : <span className="my-1 w-px flex-1 bg-line" />}
            </span>
            <span className={clsx("min-w-0 pt-0.5", !last && "pb-4")}>
              <span
                className={clsx("block", step.state === "todo" ? "text-text-2" : "font-medium")}
              >
                {step.label}
                <span className="sr-only">, {t(step.state)}</span>
              </span>
              {step.detail ? (
                <span className="block text-caption text-text-2">{step.detail}</span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
