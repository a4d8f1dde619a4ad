"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DeviceMessages } from "./device-messages";

const TITLE_ID = "device";

/** Push messages to oneself on this device. */
export function DeviceCard({ userId }: { userId: string }) {
  const t = useTranslations("notificationSettings.device");
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("title")}</SectionTitle>
      <Card className="space-y-3">
        <DeviceMessages userId={userId} part="own" />
      </Card>
    </section>
  );
}
