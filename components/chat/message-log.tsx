"use client";

import { ArrowDown, MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/display/states";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { needsImage, type Outbox, type OutboxItem } from "@/lib/chat/outbox";
import type { MessageDto } from "@/lib/chat/schema";
import { readUpTo } from "@/lib/chat/thread-rules";
import { type Day, splitByDay } from "./days";
import { ImagePicker } from "./image-picker";
import { MessageBubble, OutboxBubble } from "./message-bubble";
import type { LogScroll } from "./use-log-scroll";

const nothing = () => () => undefined;

const HOUR_MS = 3_600_000;

/** The hour it is for the reader; null in the server's picture, which knows no time zone but UTC. */
function useHour(): number | null {
  return useSyncExternalStore(
    nothing,
    () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS,
    () => null,
  );
}

export interface MessageLogProps {
  logRef: Ref<HTMLDivElement>;
  messages: MessageDto[];
  waiting: readonly OutboxItem[];
  outbox: Outbox;
  viewer: MessageDto["sender"];
  /** Nothing can be sent in a closed conversation, not again either. */
  canWrite: boolean;
  emptyText: string;
  scroll: LogScroll;
  older: { hasMore: boolean; loading: boolean; failed: boolean; load: () => void };
  onRetry: (key: string, image?: File) => void;
  onOpenImage: (src: string) => void;
}

/** The messages of a conversation by day, and below them what is on its way. */
export function MessageLog(props: MessageLogProps) {
  const { logRef, messages, waiting, scroll, older, emptyText, onRetry } = props;
  const t = useTranslations("chat");
  // Not in the bubble, which may be drawn anew while somebody is looking for the file.
  const picker = useRef<HTMLInputElement>(null);
  const chosenFor = useRef("");
  const chooseImage = (key: string) => {
    chosenFor.current = key;
    picker.current?.click();
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={logRef}
        role="log"
        aria-label={t("log")}
        // Older messages are no news.
        aria-live={older.loading ? "off" : "polite"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        onScroll={scroll.onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain py-2 [overflow-anchor:none]"
      >
        <div className="mb-auto">
          {older.hasMore ? <OlderButton {...older} /> : null}
          {messages.length + waiting.length === 0 ? (
            <EmptyState icon={MessageCircle} text={emptyText} />
          ) : (
            <Days {...props} onChooseImage={chooseImage} />
          )}
        </div>
      </div>
      {waiting.some(needsImage) ? (
        <ImagePicker ref={picker} onChoose={(file) => onRetry(chosenFor.current, file)} />
      ) : null}
      {scroll.hasNew ? (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            className="rounded-full shadow-popup"
            icon={<ArrowDown aria-hidden="true" />}
            onClick={scroll.toBottom}
          >
            {t("newMessages")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function OlderButton({ loading, failed, load }: MessageLogProps["older"]) {
  const t = useTranslations("chat");
  return (
    <div className="flex flex-col items-center gap-1 pb-3">
      <p role="alert" className="text-caption text-down">
        {failed ? t("olderFailed") : null}
      </p>
      <Button variant="outline" pending={loading} pendingLabel={t("loadingOlder")} onClick={load}>
        {t("loadOlder")}
      </Button>
    </div>
  );
}

/**
 * How often a day comes again after this place: what waits at the end may be older than the messages above it. From
 * the end, since older messages are added at the beginning.
 */
function repetitions(days: readonly Day<Entry>[], index: number): number {
  return days.slice(index + 1).filter(({ key }) => key === days[index]?.key).length;
}

type Entry = { key: string; createdAt: string; bubble: ReactNode };

type DaysProps = MessageLogProps & { onChooseImage: (key: string) => void };

function Days({
  messages,
  waiting,
  outbox,
  viewer,
  canWrite,
  onRetry,
  onChooseImage,
  onOpenImage,
}: DaysProps) {
  const t = useTranslations("chat");
  const hourMs = useHour();
  const write = useDateTime();
  const read = readUpTo(messages, viewer);
  const sent = messages.map(
    (message): Entry => ({
      key: message.clientKey ?? message.id,
      createdAt: message.createdAt,
      bubble: (
        <MessageBubble
          message={message}
          viewer={viewer}
          isRead={read !== null && message.id <= read}
          onOpenImage={onOpenImage}
        />
      ),
    }),
  );
  const pending = waiting.map(
    (item): Entry => ({
      key: item.key,
      createdAt: item.createdAt,
      bubble: (
        <OutboxBubble
          item={item}
          canRetry={canWrite}
          onRetry={() => onRetry(item.key)}
          onChooseImage={() => onChooseImage(item.key)}
          onDiscard={() => outbox.discard(item.key)}
        />
      ),
    }),
  );
  const days = splitByDay([...sent, ...pending], {
    nowMs: hourMs,
    names: { today: t("today"), yesterday: t("yesterday") },
    write,
  });
  return days.map((day, index) => (
    <div key={`${day.key} ${repetitions(days, index)}`}>
      <p className="py-2 text-center text-caption text-text-2">{day.label}</p>
      <ol className="space-y-3 pb-3">
        {day.items.map((entry) => (
          <li key={entry.key}>{entry.bubble}</li>
        ))}
      </ol>
    </div>
  ));
}
