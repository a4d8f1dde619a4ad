"use client";

import { useTranslations } from "next-intl";
import { myConversation } from "@/lib/chat/client";
import { ConversationView } from "./conversation-view";

/** A user's conversation with support. */
export function ChatScreen({ userId }: { userId: string }) {
  const t = useTranslations("chat");
  return (
    <div className="flex min-h-0 flex-1 flex-col pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <ConversationView
        conversation={myConversation}
        outboxName={`chat:${userId}`}
        emptyText={t("empty")}
      />
    </div>
  );
}
