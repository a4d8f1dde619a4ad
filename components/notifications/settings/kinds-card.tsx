"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { Switch } from "@/components/ui/switch";
import { ALWAYS_MAILED, notificationKinds } from "@/lib/notifications/channels/rules";
import type {
  NotificationSettings,
  NotificationSettingsChange,
} from "@/lib/notifications/channels/schema";

export interface SettingsProps {
  settings: NotificationSettings;
  onChange: (change: NotificationSettingsChange) => void;
}

const TITLE_ID = "kinds";
const CELL = "py-1 text-center align-middle";

/** What is pushed and what is mailed, kind by kind. Each switch counts at once. */
export function KindsCard({ settings, onChange }: SettingsProps) {
  const t = useTranslations("notificationSettings.kinds");
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("title")}</SectionTitle>
      <Card className="space-y-3">
        <table className="w-full">
          <thead className="text-caption text-text-2">
            <tr>
              <th scope="col" className="text-start font-normal">
                {t("kind")}
              </th>
              <th scope="col" className="w-18 font-normal">
                {t("push")}
              </th>
              <th scope="col" className="w-18 font-normal">
                {t("mail")}
              </th>
            </tr>
          </thead>
          <tbody>
            {notificationKinds.map((kind) => {
              const channels = settings.kinds[kind];
              const name = t(`names.${kind}`);
              const set = (changed: Partial<typeof channels>) =>
                onChange({ kinds: { [kind]: { ...channels, ...changed } } });
              return (
                <tr key={kind} className="border-line border-t">
                  <th scope="row" className="py-2 pe-2 text-start font-normal">
                    {name}
                  </th>
                  <td className={CELL}>
                    <Switch
                      hideLabel
                      label={t("pushOf", { kind: name })}
                      checked={channels.push}
                      onCheckedChange={(push) => set({ push })}
                    />
                  </td>
                  <td className={CELL}>
                    {ALWAYS_MAILED.includes(kind) ? (
                      <span className="text-caption text-text-2">{t("fixed")}</span>
                    ) : (
                      <Switch
                        hideLabel
                        label={t("mailOf", { kind: name })}
                        checked={channels.mail}
                        onCheckedChange={(mail) => set({ mail })}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="text-caption text-text-2">{t("fixedHint")}</p>
      </Card>
    </section>
  );
}
