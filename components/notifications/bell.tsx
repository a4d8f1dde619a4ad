"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconLink } from "@/components/ui/icon-button";
import { useUnreadCount } from "@/lib/notifications/client";

/** The way to the notifications; its name says how many are unread. */
export function NotificationBell() {
  const t = useTranslations("app");
  const count = useUnreadCount() ?? 0;
  return (
    <IconLink href="/notifications" label={t("bell", { count })} dot={count > 0}>
      <Bell aria-hidden="true" />
    </IconLink>
  );
}
