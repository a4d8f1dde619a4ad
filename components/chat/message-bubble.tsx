import { clsx } from "clsx";
import { Bot, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PrivateImage } from "@/components/files/private-image";
import { usePreview } from "@/components/forms/use-preview";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { needsImage, type OutboxItem } from "@/lib/chat/outbox";
import type { MessageDto } from "@/lib/chat/schema";

const IMAGE = "h-40 w-52 max-w-full rounded-chip object-cover";
const ACTION =
  "min-h-target min-w-target px-2 font-semibold text-gold-text underline-offset-2 hover:underline";

/** One message: own ones on the right. The sender is read, not shown. */
function Bubble({
  own,
  failed = false,
  sender,
  children,
}: {
  own: boolean;
  failed?: boolean;
  sender: string;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        "w-fit max-w-[85%] rounded-card border px-4 py-2.5",
        own ? "ml-auto rounded-br-sm" : "rounded-bl-sm border-line bg-surface",
        own && (failed ? "border-down bg-surface" : "border-transparent bg-gold-soft"),
      )}
    >
      <span className="sr-only">{sender}: </span>
      {children}
    </div>
  );
}

/** Text as it was typed: nothing in it is a link or a format, and it can't turn what is around it. */
function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]">
      {children}
    </p>
  );
}

export interface MessageBubbleProps {
  message: MessageDto;
  viewer: MessageDto["sender"];
  /** Whether the other side has read it; only own messages say so. */
  isRead: boolean;
  onOpenImage: (src: string) => void;
}

/** A message of the conversation. */
export function MessageBubble({ message, viewer, isRead, onOpenImage }: MessageBubbleProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("chat");
  const { automatic } = message;
  const own = message.sender === viewer && !automatic;
  const sender = own ? t("you") : t(automatic ? "automatic" : message.sender);
  const { imageUrl } = message;
  return (
    <Bubble own={own} sender={sender}>
      {automatic ? (
        <p aria-hidden="true" className="flex items-center gap-1.5 text-caption text-text-2">
          <Bot className="size-4 shrink-0" />
          {sender}
        </p>
      ) : null}
      {message.text === null ? null : <Words>{message.text}</Words>}
      {imageUrl ? (
        <button
          type="button"
          aria-label={t("openImage", { sender })}
          className="block w-52 max-w-full rounded-chip"
          onClick={() => onOpenImage(imageUrl)}
        >
          <PrivateImage src={imageUrl} alt="" className={IMAGE} />
        </button>
      ) : null}
      <p className="text-caption text-text-2">
        <time dateTime={message.createdAt}>
          {formatDateTime(message.createdAt, { style: "time" })}
        </time>
        {own ? ` · ${isRead ? t("read") : t("sent")}` : null}
      </p>
    </Bubble>
  );
}

export interface OutboxBubbleProps {
  item: OutboxItem;
  canRetry: boolean;
  onRetry: () => void;
  /** A reload has lost its image: it can only be sent once that is chosen again. */
  onChooseImage: () => void;
  onDiscard: () => void;
}

/** A message on its way, or one that did not get there. */
export function OutboxBubble(props: OutboxBubbleProps) {
  const { item, canRetry, onRetry, onChooseImage, onDiscard } = props;
  const t = useTranslations("chat");
  const waiting = item.status === "waiting";
  const failed = item.status === "failed" || waiting;
  return (
    <Bubble own failed={failed} sender={t("you")}>
      {item.text === null ? null : <Words>{item.text}</Words>}
      {item.image ? <LocalImage file={item.image} /> : null}
      {needsImage(item) ? (
        <p className="text-text-2 [overflow-wrap:anywhere]">
          {t("imageLost", { name: item.imageName ?? "" })}
        </p>
      ) : null}
      {item.progress === null ? null : (
        <ProgressBar value={item.progress} label={t("uploading")} className="mt-2" />
      )}
      {failed ? (
        <div role="alert">
          <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-caption text-down">
            <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
            {t("notSent")}
            {item.reason ? <span>{item.reason}</span> : null}
            {waiting && canRetry ? <span>{t("goesByItself")}</span> : null}
          </p>
          <p className="-mx-2 flex flex-wrap">
            {canRetry ? (
              <button
                type="button"
                className={ACTION}
                onClick={needsImage(item) ? onChooseImage : onRetry}
              >
                {t("tryAgain")}
              </button>
            ) : null}
            <button type="button" className={ACTION} onClick={onDiscard}>
              {t("discard")}
            </button>
          </p>
        </div>
      ) : (
        <p className="flex items-center gap-2 text-caption text-text-2">
          {item.status === "sent" ? t("sent") : t("sending")}
          {item.status === "sending" && item.image ? (
            <button type="button" className={ACTION} onClick={onDiscard}>
              {t("cancelUpload")}
            </button>
          ) : null}
        </p>
      )}
    </Bubble>
  );
}

/** A picked image before it is on the server. */
export function LocalImage({ file, className = IMAGE }: { file: File; className?: string }) {
  const t = useTranslations("ui.file");
  const preview = usePreview(file);
  // biome-ignore lint/performance/noImgElement: a local object URL
  return <img ref={preview} alt={t("preview")} className={className} />;
}
