"use client";

import { MessagesSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { Skeleton } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useChatStats } from "@/lib/chat/staff-client";
import { formatPercent, UNKNOWN } from "@/lib/platform/ui/format";
import { CHAT_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import type { Writer } from "./chat-detail";
import { ChatList } from "./chat-list";

const ChatDetail = lazyPart(
  () => import("./chat-detail").then((module) => module.ChatDetail),
  () => <Skeleton className="h-[480px]" />,
);

/** Which conversation is shown, in the address. */
const SELECTED = "chat";

/** The support's side of the chat: conversations, the chosen one, and whose it is. */
export function ChatPage({ staff }: { staff: Writer }) {
  const t = useTranslations("staff.chat");
  const url = useListUrl(CHAT_FILTERS);
  const selected = url.parameter(SELECTED);
  const select = (id: string | null) => url.setParameter(SELECTED, id);
  return (
    <AdminPage title={t("title")}>
      <Numbers />
      <div className="grid gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className={selected ? "hidden lg:block" : undefined}>
          <ChatList url={url} selected={selected} onSelect={select} />
        </div>
        {selected ? (
          <ChatDetail key={selected} id={selected} staff={staff} onBack={() => select(null)} />
        ) : (
          <div className="hidden rounded-card border border-line bg-surface py-16 lg:block">
            <EmptyState icon={MessagesSquare} text={t("choose")} />
          </div>
        )}
      </div>
    </AdminPage>
  );
}

/** In seconds. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const partsOf = (seconds: number) => ({
  hours: Math.floor(seconds / HOUR),
  minutes: Math.floor((seconds % HOUR) / MINUTE),
  seconds: Math.floor(seconds % MINUTE),
});

function Numbers() {
  const t = useTranslations("staff.chat");
  const { data } = useChatStats();
  const timeOf = (seconds: number | null | undefined) =>
    seconds == null ? UNKNOWN : t(seconds < HOUR ? "minutes" : "hours", partsOf(seconds));
  const rated = data?.ratings;
  const figures = [
    { label: t("open"), value: data?.open ?? UNKNOWN },
    { label: t("closed"), value: data?.closed ?? UNKNOWN },
    { label: t("needsReply"), value: data?.needsReply ?? UNKNOWN },
    { label: t("firstReply"), value: timeOf(data?.averageFirstReplySeconds) },
    { label: t("medianReply"), value: timeOf(data?.medianFirstReplySeconds) },
    {
      label: t("ratings"),
      value: rated?.total
        ? t("ratingShare", {
            share: formatPercent(String((100 * rated.good) / rated.total), { decimals: 0 }),
            total: rated.total,
          })
        : UNKNOWN,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 lg:grid-cols-6">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="text-caption text-text-2">{label}</dt>
          <dd className="font-semibold text-section">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
