import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";

const STEPS = ["choose", "decide", "fill", "stop"] as const;
const LOSSES = ["fall", "costs", "history"] as const;

/** What is shown while nothing runs: how it works and what can be lost, in the same size. */
export function HowItWorks() {
  const t = useTranslations("ai.how");
  return (
    <Card aria-labelledby="how" className="space-y-4">
      <div>
        <SectionTitle id="how">{t("title")}</SectionTitle>
        <ol className="list-decimal space-y-2 pl-5">
          {STEPS.map((step) => (
            <li key={step}>{t(`steps.${step}`)}</li>
          ))}
        </ol>
      </div>
      <div>
        <h3 className="mb-2 font-semibold text-section">{t("lossTitle")}</h3>
        <ul className="list-disc space-y-2 pl-5">
          {LOSSES.map((loss) => (
            <li key={loss}>{t(`losses.${loss}`)}</li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
