"use client";

import { Circle, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { TextLink } from "@/components/ui/text-link";
import type { LaunchStepCode, LaunchStepDto } from "@/lib/overview/schema";

/** Where each step is made; those that the server's configuration decides have no page. */
const PLACES: Partial<Record<LaunchStepCode, string>> = {
  texts: "/admin/settings#operator",
  twoPeople: "/admin/staff",
  fourEyes: "/admin/settings#staff",
  staffTwoFactor: "/admin/settings#staff",
  addresses: "/admin/wallets",
};

/** What is missing before the site takes anybody's money; nothing once all of it is there. */
export function OverviewLaunch({ steps }: { steps: LaunchStepDto[] }) {
  const t = useTranslations("staffOverview.launch");
  const open = steps.filter(({ isDone }) => !isDone).length;
  if (open === 0) return null;
  return (
    <Card aria-labelledby="launch">
      <SectionTitle id="launch">{t("title")}</SectionTitle>
      <p className="mb-3 text-text-2">{t("summary", { open, total: steps.length })}</p>
      <ul className="grid gap-x-6 gap-y-2 md:grid-cols-2">
        {steps.map(({ code, isDone }) => {
          const href = PLACES[code];
          return (
            <li key={code} className="flex items-start gap-2">
              {isDone ? (
                <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-up" />
              ) : (
                <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-text-2" />
              )}
              <span>
                <span className="sr-only">{t(isDone ? "done" : "open")}</span>{" "}
                {href && !isDone ? (
                  <TextLink href={href}>{t(`steps.${code}`)}</TextLink>
                ) : (
                  t(`steps.${code}`)
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
