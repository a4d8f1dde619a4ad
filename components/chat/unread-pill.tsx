"use client";

import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/display/pill";
import { useChatUnread } from "@/lib/chat/client";

/** How many of support's messages are unread; nothing when none is. */
export function ChatUnreadPill() {
  const t = useTranslations("app.support");
  const count = useChatUnread() ?? 0;
  return count > 0 ? <Pill tone="gold">{t("unread", { count })}</Pill> : null;
}
