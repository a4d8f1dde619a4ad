"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import {
  type Conversation,
  deliveryOf,
  useMarkSeen,
  useRequestReopen,
  useThread,
} from "@/lib/chat/client";
import { type Outbox, type OutboxItem, outboxOf } from "@/lib/chat/outbox";
import type { ChatDto, MessageDto } from "@/lib/chat/schema";
import type { Thread } from "@/lib/chat/thread-rules";
import { messageOf } from "@/lib/platform/client/api";
import { Composer, type ComposerAssist } from "./composer";
import { MessageLog } from "./message-log";
import { type NewestEntries, useLogScroll } from "./use-log-scroll";

const ImageDialog = lazyDialog(() => import("./image-dialog").then((module) => module.ImageDialog));

const RateChat = lazyPart(() => import("./rate-chat").then((module) => module.RateChat));

export interface ConversationViewProps {
  conversation: Conversation;
  /** Names what this person has typed and not sent here. */
  outboxName: string;
  emptyText: string;
  /** Help with writing. */
  assist?: ComposerAssist;
  /** Images can't be sent here. */
  textOnly?: boolean;
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Whether somebody can see the page. */
function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribeVisibility,
    () => !document.hidden,
    () => false,
  );
}

/** A conversation from one side: messages, live, and where the next one is written. */
export function ConversationView(props: ConversationViewProps) {
  const t = useTranslations("chat");
  const { conversation } = props;
  const thread = useThread(conversation);

  if (thread.data) {
    const { data, older, dataUpdatedAt } = thread;
    return <Loaded {...props} thread={data} older={older} fetchedAt={dataUpdatedAt} />;
  }
  return thread.isPending ? (
    <Loading label={t("loading")} className="flex-1">
      <SkeletonRows count={4} />
    </Loading>
  ) : (
    <div className="flex-1">
      <QueryError query={thread} text={(reason) => t("failed", { reason })} />
    </div>
  );
}

const NONE: readonly OutboxItem[] = [];

function newestOf(
  messages: readonly MessageDto[],
  waiting: readonly OutboxItem[],
  viewer: MessageDto["sender"],
): NewestEntries {
  const last = messages.at(-1);
  const own = last?.sender === viewer ? (last.clientKey ?? last.id) : undefined;
  return {
    last: last?.id,
    other: messages.findLast(({ sender }) => sender !== viewer)?.id,
    own: waiting.at(-1)?.key ?? own,
  };
}

type LoadedProps = ConversationViewProps & {
  thread: Thread;
  older: ReturnType<typeof useThread<ChatDto>>["older"];
  fetchedAt: number;
};

/** Sends what waits once the network is back: the browser says so, or the conversation could be fetched. */
function useResume(outbox: Outbox, resume: () => void, fetchedAt: number, canWrite: boolean): void {
  const latest = useRef(resume);
  useEffect(() => {
    latest.current = resume;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fetch is one more sign of the network
  useEffect(() => {
    if (canWrite) latest.current();
  }, [outbox, canWrite, fetchedAt]);
  useEffect(() => {
    if (!canWrite) return;
    const back = () => latest.current();
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, [canWrite]);
}

function Loaded(props: LoadedProps) {
  const { conversation, outboxName, emptyText, assist, textOnly, thread, older, fetchedAt } = props;
  const queryClient = useQueryClient();
  const outbox = outboxOf(outboxName);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items, () => NONE);
  const [image, setImage] = useState<string | null>(null);
  const log = useRef<HTMLDivElement>(null);
  const { chat, messages, olderCursor } = thread;
  const { viewer } = conversation;

  const arrived = new Set(messages.map(({ clientKey }) => clientKey ?? ""));
  const waiting = items.filter(({ key }) => !arrived.has(key));
  useEffect(() => {
    outbox.settle(new Set(messages.map(({ clientKey }) => clientKey ?? "")));
  }, [outbox, messages]);

  const loadOlder = () => {
    if (olderCursor && !older.isPending) older.mutate(olderCursor);
  };
  const scroll = useLogScroll(
    log,
    newestOf(messages, waiting, viewer),
    () => older.isError || loadOlder(),
  );
  useSeen(conversation, thread, scroll.atBottom);

  const delivery = useMemo(
    () => deliveryOf(conversation, queryClient),
    [conversation, queryClient],
  );
  const isClosed = chat.status === "closed";
  const canWrite = viewer === "support" || !isClosed;
  useResume(outbox, () => outbox.resume(delivery), fetchedAt, canWrite);
  return (
    <>
      <MessageLog
        logRef={log}
        messages={messages}
        waiting={waiting}
        outbox={outbox}
        viewer={viewer}
        canWrite={canWrite}
        emptyText={emptyText}
        scroll={scroll}
        older={{
          hasMore: olderCursor !== null,
          loading: older.isPending,
          failed: older.isError,
          load: loadOlder,
        }}
        onRetry={(key, file) => outbox.retry(key, delivery, file)}
        onOpenImage={setImage}
      />
      {isClosed ? <Closed chat={chat} canWrite={canWrite} /> : null}
      {canWrite ? (
        <Composer
          key={outboxName}
          outbox={outbox}
          assist={assist}
          onText={(text) => outbox.add({ text }, delivery)}
          onImage={textOnly ? undefined : (file) => outbox.add({ image: file }, delivery)}
        />
      ) : null}
      {image ? <ImageDialog src={image} onClose={() => setImage(null)} /> : null}
    </>
  );
}

/** That a conversation is closed, and how its user can have it reopened. */
function Closed({ chat, canWrite }: { chat: ChatDto; canWrite: boolean }) {
  const t = useTranslations("chat");
  const ask = useRequestReopen();
  return (
    <div className="mt-2 flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-card bg-surface-2 p-4 text-text-2">
      <p className="flex items-center gap-2" role="status">
        <Lock aria-hidden="true" className="size-4.5 shrink-0" />
        {canWrite ? t("closedForUser") : t(chat.reopenRequested ? "reopenRequested" : "closed")}
      </p>
      {canWrite || chat.reopenRequested ? null : (
        <Button variant="outline" pending={ask.isPending} onClick={() => ask.mutate()}>
          {t("requestReopen")}
        </Button>
      )}
      <InlineError>{ask.isError ? messageOf(ask.error) : null}</InlineError>
      {!canWrite && chat.ratableUntil ? (
        <RateChat rating={chat.rating} until={chat.ratableUntil} />
      ) : null}
    </div>
  );
}

/** Marks what the other side said as read once it is in view of somebody. */
function useSeen(conversation: Conversation, { chat, messages }: Thread, inView: boolean): void {
  const { mutate } = useMarkSeen(conversation);
  const visible = usePageVisible();
  const other = conversation.viewer === "user" ? "support" : "user";
  const newest = messages.findLast(({ sender }) => sender === other)?.id;
  const wanted = visible && inView && chat.unread > 0;
  useEffect(() => {
    if (wanted && newest) mutate({ chatId: chat.id, upTo: newest });
  }, [wanted, newest, chat.id, mutate]);
}
