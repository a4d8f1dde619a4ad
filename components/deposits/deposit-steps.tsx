import { useTranslations } from "next-intl";
import { StepBar } from "@/components/ui/display/step-bar";

const STEPS = ["coin", "network", "send", "proof"] as const;

/** Where the person is between choosing a coin and handing in the proof, or "done" after that. */
export function DepositSteps({ current }: { current: (typeof STEPS)[number] | "done" }) {
  const t = useTranslations("deposit.steps");
  return (
    <StepBar
      label={t("label")}
      steps={STEPS.map((step) => t(step))}
      current={current === "done" ? STEPS.length : STEPS.indexOf(current)}
    />
  );
}
