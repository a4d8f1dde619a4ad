import { Circle, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { TextLink } from "@/components/ui/text-link";

/** What a new account has left to do, and where. */
const STEPS = [
  ["email", "/security-management"],
  ["secondFactor", "/security-management"],
  ["withdrawPassword", "/security-management"],
  ["deposit", "/deposit"],
  ["gold", "/trade"],
] as const;
export type ChecklistStep = (typeof STEPS)[number][0];

/** Steps of a new account, done or not; nothing once all are done. */
export function Checklist({ done }: { done: Record<ChecklistStep, boolean> }) {
  const t = useTranslations("home.checklist");
  if (STEPS.every(([step]) => done[step])) return null;
  return (
    <Card aria-labelledby="checklist">
      <SectionTitle id="checklist">{t("title")}</SectionTitle>
      <ul className="space-y-1">
        {STEPS.map(([step, href]) => (
          <li key={step} className="flex min-h-target items-center gap-2">
            {done[step] ? (
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-up" />
            ) : (
              <Circle aria-hidden="true" className="size-5 shrink-0 text-text-2" />
            )}
            <span>
              <span className="sr-only">{t(done[step] ? "done" : "open")}</span>{" "}
              {done[step] ? (
                t(`steps.${step}`)
              ) : (
                <TextLink href={href}>{t(`steps.${step}`)}</TextLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
