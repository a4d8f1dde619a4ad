"use client";

import { clsx } from "clsx";
import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/display/banner";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";
import { TextLink } from "@/components/ui/text-link";
import { Age } from "@/components/ui/time/age";
import { useLabels } from "@/lib/chat/labels/client";
import type { StaffChatDto } from "@/lib/chat/schema";
import { chatName, useChats } from "@/lib/chat/staff-client";
import { messageOf } from "@/lib/platform/client/api";
import { ListFilters, SearchFilter, SelectFilter } from "../lists/list-filters";
import type { ListUrl } from "../lists/use-list-url";

export interface ChatListProps {
  url: ListUrl;
  selected: string | null;
  onSelect: (id: string) => void;
}

/** All conversations with search and filters; those that need a reply come first, the oldest before all. */
export function ChatList({ url, selected, onSelect }: ChatListProps) {
  const t = useTranslations("staff.chat");
  return (
    // As high as the conversation beside it, which else would stand far above a row chosen down the list.
    <div className="flex flex-col gap-3 lg:h-[max(24rem,calc(100dvh-14.5rem))]">
      <ListFilters>
        <SearchFilter url={url} label={t("search")} />
        <SelectFilter
          url={url}
          name="status"
          label={t("status")}
          all={t("allStatuses")}
          options={[
            { value: "open", label: t("open") },
            { value: "closed", label: t("closed") },
          ]}
        />
        <SelectFilter
          url={url}
          name="needsReply"
          label={t("reply")}
          all={t("allReplies")}
          options={[
            { value: "true", label: t("needsReply") },
            { value: "false", label: t("needsNoReply") },
          ]}
        />
        <SelectFilter
          url={url}
          name="assigned"
          label={t("assigned")}
          all={t("allAssigned")}
          options={[
            { value: "me", label: t("assignedMe") },
            { value: "none", label: t("assignedNone") },
          ]}
        />
        <LabelFilter url={url} />
      </ListFilters>
      {/* Its edges cut what stands out of them: the outline of the focus. */}
      <div className="lg:-m-1 space-y-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:p-1">
        <Conversations url={url} selected={selected} onSelect={onSelect} />
      </div>
    </div>
  );
}

function LabelFilter({ url }: { url: ListUrl }) {
  const t = useTranslations("staffChat.labels");
  const labels = useLabels().data ?? [];
  if (labels.length === 0) return null;
  return (
    <SelectFilter
      url={url}
      name="label"
      label={t("filter")}
      all={t("all")}
      options={labels.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function Conversations({ url, selected, onSelect }: ChatListProps) {
  const t = useTranslations("staff.chat");
  const lists = useTranslations("staff.list");
  const answer = useChats(url.filters);
  if (!answer.data) {
    return (
      <QueryState
        query={answer}
        label={t("loading")}
        rows={6}
        text={(reason) => lists("failed", { reason })}
      />
    );
  }
  // A conversation moves up when something is said in it, and may then stand on two pages.
  const chats = new Map<string, StaffChatDto>();
  for (const chat of answer.data.pages.flatMap((page) => page.chats)) {
    if (!chats.has(chat.id)) chats.set(chat.id, chat);
  }
  if (chats.size === 0) {
    return (
      <EmptyState
        text={url.isFiltered ? lists("noMatch") : t("empty")}
        action={
          url.isFiltered ? (
            <TextLink href={url.clearHref} look="action">
              {lists("clear")}
            </TextLink>
          ) : null
        }
      />
    );
  }
  return (
    <>
      {answer.isError ? (
        <Banner tone="error" live>
          {lists("stale", { reason: messageOf(answer.error) })}
        </Banner>
      ) : null}
      <ul
        aria-label={t("title")}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        {[...chats.values()].map((chat) => (
          <li key={chat.id} className="border-line not-last:border-b">
            <Row chat={chat} current={chat.id === selected} onSelect={() => onSelect(chat.id)} />
          </li>
        ))}
      </ul>
      <LoadMore query={answer} />
    </>
  );
}

function Row({
  chat,
  current,
  onSelect,
}: {
  chat: StaffChatDto;
  current: boolean;
  onSelect: () => void;
}) {
  const t = useTranslations("staff.chat");
  const { lastMessage } = chat;
  return (
    <button
      type="button"
      aria-current={current ? "true" : undefined}
      className={clsx(
        "grid w-full grid-cols-[minmax(0,1fr)] gap-1 px-3 py-2.5 text-left focus-visible:-outline-offset-2",
        current ? "bg-gold-soft" : "hover:bg-surface-2",
      )}
      onClick={onSelect}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-semibold">{chatName(chat)}</span>
        <span className="shrink-0 text-caption text-text-2">
          <Moment chat={chat} />
        </span>
      </span>
      <span dir="auto" className="truncate text-text-2">
        {lastMessage
          ? t(lastMessage.sender === "support" ? "fromSupport" : "fromUser", {
              text: lastMessage.text ?? t("anImage"),
            })
          : t("cleared")}
      </span>
      <span className="flex flex-wrap gap-2">
        <StatusPill status={chat.status} />
        {chat.visitor ? <Pill>{t("visitor")}</Pill> : null}
        {chat.needsReply ? (
          <Pill tone="warn" icon={Clock}>
            {t(chat.reopenRequested ? "asksToReopen" : "needsReply")}
          </Pill>
        ) : null}
        {chat.assignedTo ? <Pill>{chat.assignedTo.username}</Pill> : null}
        {chat.labels.map(({ id, name }) => (
          <Pill key={id} tone="info">
            {name}
          </Pill>
        ))}
        {chat.unread > 0 ? (
          <Pill tone="gold">{t("unreadCount", { count: chat.unread })}</Pill>
        ) : null}
      </span>
    </button>
  );
}

/** Since when it waits for a reply, else when something was said last. */
function Moment({ chat: { waitingSince, lastMessageAt } }: { chat: StaffChatDto }) {
  const at = waitingSince ?? lastMessageAt;
  return at ? <Age at={at} /> : null;
}
