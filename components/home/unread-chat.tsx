"use client";

import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { ChatUnreadPill } from "@/components/chat/unread-pill";
import { LinkList } from "@/components/ui/display/link-list";
import { useChatUnread } from "@/lib/chat/client";

/** The way to the chat while support has written something that was not read. */
export function UnreadChat() {
  const t = useTranslations("home");
  const count = useChatUnread() ?? 0;
  if (count === 0) return null;
  return (
    <LinkList
      label={t("messages")}
      items={[
        {
          href: "/chat",
          label: t("supportWrote"),
          icon: <MessageCircle />,
          badge: <ChatUnreadPill />,
        },
      ]}
    />
  );
}
