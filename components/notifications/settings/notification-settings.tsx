"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryState } from "@/components/ui/display/query-state";
import { showToast } from "@/components/ui/overlays/toast";
import { Switch } from "@/components/ui/switch";
import {
  useNotificationSettings,
  useNotificationSettingsChange,
} from "@/lib/notifications/channels/client";
import { messageOf } from "@/lib/platform/client/api";
import { DeviceCard } from "./device-card";
import { KindsCard, type SettingsProps } from "./kinds-card";
import { QuietCard } from "./quiet-card";
import { WeeklyCard } from "./weekly-card";

/** How the logged-in person is told of what happens, beside the list of notifications. */
export function NotificationSettingsForm({ userId }: { userId: string }) {
  const t = useTranslations("notificationSettings");
  const answer = useNotificationSettings();
  const { mutate } = useNotificationSettingsChange();
  const onChange: SettingsProps["onChange"] = (change) =>
    mutate(change, {
      onError: (error) => showToast.error(t("failed", { reason: messageOf(error) })),
    });
  return (
    <>
      <p className="text-text-2">{t("always")}</p>
      <DeviceCard userId={userId} />
      {answer.data ? (
        <>
          <KindsCard settings={answer.data} onChange={onChange} />
          <QuietCard settings={answer.data} onChange={onChange} />
          <WeeklyCard settings={answer.data} onChange={onChange} />
          <LockScreenCard settings={answer.data} onChange={onChange} />
        </>
      ) : (
        <QueryState query={answer} label={t("title")} text={t("loadFailed")} rows={6} />
      )}
    </>
  );
}

function LockScreenCard({ settings, onChange }: SettingsProps) {
  const t = useTranslations("notificationSettings.amounts");
  return (
    <section aria-labelledby="amounts">
      <SectionTitle id="amounts">{t("title")}</SectionTitle>
      <Card className="space-y-3">
        <Switch
          label={t("switch")}
          checked={settings.showAmounts}
          onCheckedChange={(showAmounts) => onChange({ showAmounts })}
        />
        <p className="text-caption text-text-2">{t("hint")}</p>
      </Card>
    </section>
  );
}
