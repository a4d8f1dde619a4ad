import type { Viewport } from "next";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { ChatScreen } from "@/components/chat/chat-screen";
import { LiveSupportHours } from "@/components/contacts/live-support-hours";
import { Page } from "@/components/layout/page";
import { chatKeys, MESSAGES_PER_PAGE } from "@/lib/chat/client";
import { getMyChat } from "@/lib/chat/data";
import { SUPPORT_INFO_KEY } from "@/lib/chat/hours/client";
import { getSupportInfo } from "@/lib/chat/hours/data";
import { withNewest } from "@/lib/chat/thread-rules";
import { requireUser } from "@/lib/sessions/page-gate";

// The keyboard of a phone shrinks the page, so that the newest message and the text field stay in view.
export const viewport: Viewport = { interactiveWidget: "resizes-content" };

export const generateMetadata = () => pageMetadata("chat");

export default async function ChatPage() {
  const { userId } = await requireUser();
  const [t, newest, support] = await Promise.all([
    getTranslations("chat"),
    getMyChat(userId, { limit: MESSAGES_PER_PAGE }),
    getSupportInfo(),
  ]);
  return (
    <Messages namespaces={["chat", "supportHours"]}>
      <Seed
        entries={[
          [chatKeys.mine(), withNewest(undefined, newest)],
          [SUPPORT_INFO_KEY, support],
        ]}
      >
        <Page title={t("title")} backHref="/profile" fill>
          <p className="shrink-0 py-1 text-center text-caption text-text-2">{t("warning")}</p>
          <LiveSupportHours />
          <ChatScreen userId={userId} />
        </Page>
      </Seed>
    </Messages>
  );
}
