"use client";

import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ConversationView } from "@/components/chat/conversation-view";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useThread } from "@/lib/chat/client";
import type { StaffChatDto } from "@/lib/chat/schema";
import { chatName, staffConversation, useChangeChat } from "@/lib/chat/staff-client";
import { messageOf } from "@/lib/platform/client/api";
import { useMay } from "../panel/staff-rights";
import { useCannedAssist } from "./use-canned-assist";

const ChatDesk = lazyPart(() => import("./chat-desk").then((module) => module.ChatDesk));

/** Who writes, and in the name of which site. */
export type Writer = { id: string; name: string; site: string };

export interface ChatDetailProps {
  id: string;
  staff: Writer;
  onBack: () => void;
}

/** One conversation with what staff can do to it, and the user it is with. */
export function ChatDetail({ id, staff, onBack }: ChatDetailProps) {
  const t = useTranslations("staff.chat");
  const conversation = useMemo(() => staffConversation(id), [id]);
  const { data } = useThread(conversation);
  const chat = data?.chat;
  const outboxName = `chat:${staff.id}:${id}`;
  const assist = useCannedAssist(outboxName, {
    username: chat ? chatName(chat) : "",
    email: chat?.user?.email ?? chat?.visitor?.email ?? "",
    site: staff.site,
    staff: staff.name,
  });
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_16rem]">
      <Card
        aria-label={t("conversation")}
        className="flex h-[max(24rem,calc(100dvh-14.5rem))] flex-col"
      >
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b pb-2">
          <Button
            variant="ghost"
            className="lg:hidden"
            icon={<ArrowLeft aria-hidden="true" />}
            onClick={onBack}
          >
            {t("all")}
          </Button>
          {chat ? <Actions chat={chat} newestId={data.messages.at(-1)?.id} /> : null}
        </div>
        <ConversationView
          conversation={conversation}
          outboxName={outboxName}
          emptyText={t("noMessages")}
          assist={assist}
          textOnly={chat?.visitor != null}
        />
      </Card>
      {chat ? (
        <div className="space-y-4">
          {chat.user ? <UserSummary user={chat.user} /> : null}
          {chat.visitor ? <VisitorSummary visitor={chat.visitor} /> : null}
          {chat.lastRating ? <RatingSummary rating={chat.lastRating} /> : null}
          <ChatDesk chat={chat} />
        </div>
      ) : null}
    </div>
  );
}

function Actions({ chat, newestId }: { chat: StaffChatDto; newestId: string | undefined }) {
  const t = useTranslations("staff.chat");
  const [clearing, setClearing] = useState(false);
  // What was shown when the question was opened: nobody here has read what comes while it is open.
  const [upTo, setUpTo] = useState<string>();
  const change = useChangeChat(chat.id);
  const clear = useChangeChat(chat.id);
  const isOpen = chat.status === "open";
  return (
    <>
      <h2 className="min-w-0 truncate font-semibold text-section">{chatName(chat)}</h2>
      <StatusPill status={chat.status} />
      {chat.reopenRequested ? <Pill tone="warn">{t("asksToReopen")}</Pill> : null}
      <div className="ml-auto flex flex-wrap gap-2">
        <Button
          variant="outline"
          pending={change.isPending}
          reservesWidth
          onClick={() => change.mutate({ change: isOpen ? "close" : "reopen" })}
        >
          {isOpen ? t("close") : t("reopen")}
        </Button>
        {chat.reopenRequested ? (
          <Button
            variant="outline"
            pending={change.isPending}
            onClick={() => change.mutate({ change: "close" })}
          >
            {t("leaveClosed")}
          </Button>
        ) : null}
        <Button
          variant="outline"
          onClick={() => {
            clear.reset();
            setUpTo(newestId);
            setClearing(true);
          }}
        >
          {t("clear")}
        </Button>
      </div>
      <div className="basis-full">
        <InlineError>{change.isError ? messageOf(change.error) : null}</InlineError>
      </div>
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t("clearTitle")}
        description={t("clearText", { user: chatName(chat) })}
        confirmLabel={t("clear")}
        pending={clear.isPending}
        error={clear.isError ? messageOf(clear.error) : null}
        onConfirm={() => {
          const done = () => setClearing(false);
          // Without a message it would be all of them; where none was shown there is nothing to hide.
          if (upTo) clear.mutate({ change: "clear-history", upTo }, { onSuccess: done });
          else done();
        }}
      />
    </>
  );
}

function UserSummary({ user }: { user: NonNullable<StaffChatDto["user"]> }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.chat");
  const seesUsers = useMay("users.read");
  return (
    <Card aria-labelledby="chat-user">
      <SectionTitle id="chat-user">{t("user")}</SectionTitle>
      <KeyValueRows
        rows={[
          { label: t("username"), value: user.username, stacked: true },
          { label: t("email"), value: user.email, stacked: true },
          { label: t("country"), value: user.country, stacked: true },
          {
            label: t("joined"),
            value: formatDateTime(user.createdAt, { style: "date" }),
            stacked: true,
          },
          {
            label: t("account"),
            value: <StatusPill status={user.isActive ? "active" : "inactive"} />,
            stacked: true,
          },
        ]}
      />
      {seesUsers ? (
        <TextLink href={`/admin/users/${user.id}`} look="action">
          {t("toUser")}
        </TextLink>
      ) : null}
    </Card>
  );
}

/** What the user said of the answers when the conversation was closed last. */
function RatingSummary({ rating }: { rating: NonNullable<StaffChatDto["lastRating"]> }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.chat");
  const { good, comment, ratedAt } = rating;
  return (
    <Card aria-labelledby="chat-rating" className="space-y-2">
      <SectionTitle id="chat-rating">{t("rated")}</SectionTitle>
      <Pill tone={good ? "up" : "warn"}>{t(good ? "ratedGood" : "ratedNotGood")}</Pill>
      {comment ? (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {comment}
        </p>
      ) : null}
      <p className="text-caption text-text-2">{t("ratedAt", { at: formatDateTime(ratedAt) })}</p>
    </Card>
  );
}

function VisitorSummary({ visitor }: { visitor: NonNullable<StaffChatDto["visitor"]> }) {
  const t = useTranslations("staff.chat");
  return (
    <Card aria-labelledby="chat-visitor" className="space-y-3">
      <SectionTitle id="chat-visitor">{t("visitor")}</SectionTitle>
      <Banner tone="warn">{t("unchecked")}</Banner>
      <KeyValueRows
        rows={[
          { label: t("visitorName"), value: visitor.name, stacked: true },
          { label: t("email"), value: visitor.email, stacked: true },
          { label: t("reference"), value: visitor.reference, stacked: true },
        ]}
      />
    </Card>
  );
}
