"use client";

import { useTranslations } from "next-intl";
import { FormText } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { useDeviceZone } from "@/components/ui/choices/times";
import { showToast } from "@/components/ui/overlays/toast";
import { useNotificationSettingsChange } from "@/lib/notifications/channels/client";
import type { NotificationSettings } from "@/lib/notifications/channels/schema";
import { UTC } from "@/lib/platform/ui/date-time";

type Quiet = NonNullable<NotificationSettings["quietHours"]>;

const START = { from: "22:00", to: "07:00" };
const loadSchema = () =>
  import("@/lib/notifications/channels/schema").then((module) => module.quietHoursSchema);

/** From when to when it is quiet, by the clocks of this device's zone, which is named. */
export function QuietForm({ stored }: { stored: Quiet | null }) {
  const t = useTranslations("notificationSettings.quiet");
  const zone = useDeviceZone() ?? UTC;
  const change = useNotificationSettingsChange();
  const form = useSchemaForm<{ from: string; to: string }, Quiet>({
    start: stored ? { from: stored.from, to: stored.to } : START,
    loadSchema,
    toInput: ({ from, to }) => ({ from, to, zone }),
  });
  const save = async (quietHours: Quiet) => {
    try {
      await change.mutateAsync({ quietHours });
    } catch (failure) {
      return failure;
    }
    showToast.success(t("saved"));
  };
  return (
    <SchemaForm form={form} onValid={save} className="space-y-3">
      <div className="grid grid-cols-2 gap-3">
        <FormText form={form} name="from" label={t("from")} type="time" required />
        <FormText form={form} name="to" label={t("to")} type="time" required />
      </div>
      <p className="text-caption text-text-2">{t("zone", { zone: stored?.zone ?? zone })}</p>
      <Button type="submit" variant="outline" pending={change.isPending} pendingLabel={t("saving")}>
        {t("save")}
      </Button>
    </SchemaForm>
  );
}
