"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { setBalancesHidden, useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { ColourModeSwitch, ThemeSwitch, TimesSwitch } from "@/components/ui/choices/theme-switch";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { Switch } from "@/components/ui/switch";

const TITLE_ID = "appearance";

/** How the site looks: theme, colours of up and down, zone of times, hidden balances. Each counts at once. */
export function Appearance() {
  const t = useTranslations("profile");
  const hidden = useBalancesHidden();
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("appearance")}</SectionTitle>
      <Card className="space-y-4">
        <Choice label={t("theme")}>
          <ThemeSwitch />
        </Choice>
        <Choice label={t("colours")}>
          <ColourModeSwitch />
        </Choice>
        <Choice label={t("times")}>
          <TimesSwitch />
          <p className="text-caption text-text-2">{t("timesHint")}</p>
        </Choice>
        <Switch label={t("hide")} checked={hidden} onCheckedChange={setBalancesHidden} />
        <p className="text-caption text-text-2">{t("stored")}</p>
      </Card>
    </section>
  );
}

/** A choice under its name; the choice itself carries the name for screen readers. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <p aria-hidden="true" className="text-text-2">
        {label}
      </p>
      {children}
    </div>
  );
}
