"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { SkeletonRows } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Switch } from "@/components/ui/switch";
import type { SettingsProps } from "./kinds-card";

const TITLE_ID = "quiet";
const QuietForm = lazyPart(
  () => import("./quiet-form").then((module) => module.QuietForm),
  () => <SkeletonRows count={2} className="h-16" />,
);

/** Hours in which nothing is pushed. */
export function QuietCard({ settings, onChange }: SettingsProps) {
  const t = useTranslations("notificationSettings.quiet");
  const [isOpen, setOpen] = useState(settings.quietHours !== null);
  const toggle = (on: boolean) => {
    setOpen(on);
    if (!on && settings.quietHours) onChange({ quietHours: null });
  };
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("title")}</SectionTitle>
      <Card className="space-y-3">
        <Switch label={t("switch")} checked={isOpen} onCheckedChange={toggle} />
        {isOpen ? <QuietForm stored={settings.quietHours} /> : null}
        <p className="text-caption text-text-2">{t("hint")}</p>
      </Card>
    </section>
  );
}
