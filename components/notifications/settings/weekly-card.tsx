"use client";

import { useTranslations } from "next-intl";
import { useDeviceZone } from "@/components/ui/choices/times";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { Switch } from "@/components/ui/switch";
import { UTC } from "@/lib/platform/ui/date-time";
import type { SettingsProps } from "./kinds-card";

const TITLE_ID = "weekly";

/** Whether a mail tells of each week, and whether it has amounts. Weeks are those of the device's zone, which is named. */
export function WeeklyCard({ settings: { weeklySummary }, onChange }: SettingsProps) {
  const t = useTranslations("notificationSettings.weekly");
  const device = useDeviceZone() ?? UTC;
  const zone = weeklySummary?.zone ?? device;
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("title")}</SectionTitle>
      <Card className="space-y-3">
        <Switch
          label={t("switch")}
          checked={weeklySummary !== null}
          onCheckedChange={(on) =>
            onChange({ weeklySummary: on ? { showAmounts: false, zone: device } : null })
          }
        />
        {weeklySummary ? (
          <div>
            <Switch
              label={t("amounts")}
              checked={weeklySummary.showAmounts}
              onCheckedChange={(showAmounts) => onChange({ weeklySummary: { showAmounts, zone } })}
            />
          </div>
        ) : null}
        <p className="text-caption text-text-2">{t("hint", { zone })}</p>
      </Card>
    </section>
  );
}
