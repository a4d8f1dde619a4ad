import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { Card } from "@/components/ui/display/card";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { NotificationDto } from "@/lib/notifications/schema";
import { maskAmounts } from "./mask-amounts";

export interface NotificationItemsProps {
  title: string;
  items: NotificationDto[];
  /** A press on an unread one. */
  onRead?: (id: string) => void;
}

/** One group of notifications. An unread one is a button that marks it read. */
export function NotificationItems({ title, items, onRead }: NotificationItemsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-section">
        {title}
      </h2>
      <Card padding="none">
        <ul aria-labelledby={id}>
          {items.map((item) => (
            <li key={item.id} className="border-line not-last:border-b">
              <Item item={item} onRead={onRead} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Item({ item, onRead }: { item: NotificationDto; onRead?: (id: string) => void }) {
  const isUnread = item.readAt === null;
  // It stays a button once it was read here: another element would lose the keyboard's place.
  const [wasUnread] = useState(isUnread);
  if (!onRead || !(isUnread || wasUnread)) {
    return (
      <div className="px-4 py-3.5">
        <Lines item={item} />
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={!isUnread}
      className={clsx(
        "block w-full px-4 py-3.5 text-left focus-visible:-outline-offset-2",
        isUnread ? "hover:bg-surface-2" : "cursor-default",
      )}
      onClick={() => isUnread && onRead(item.id)}
    >
      <Lines item={item} />
    </button>
  );
}

function Lines({ item }: { item: NotificationDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("notifications");
  const isUnread = item.readAt === null;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <span className="flex items-baseline justify-between gap-3">
        <span
          className={clsx(
            "min-w-0 [overflow-wrap:anywhere]",
            isUnread ? "font-semibold" : "font-medium",
          )}
        >
          {item.title}
        </span>
        {isUnread ? (
          <span className="flex shrink-0 items-center gap-1.5 text-caption text-gold-text">
            <span aria-hidden="true" className="size-2 rounded-full bg-gold-line" />
            {t("unread")}
          </span>
        ) : null}
      </span>
      <Message text={item.message} />
      <span className="text-caption text-text-2">
        <time dateTime={item.createdAt}>{formatDateTime(item.createdAt, { zone: true })}</time>
      </span>
    </span>
  );
}

function Message({ text }: { text: string }) {
  const hidden = useBalancesHidden();
  const masked = maskAmounts(text);
  return (
    <span
      // The server writes amounts in full: marked, they don't show until it is known here that they are hidden.
      data-amount={hidden || masked === text ? undefined : ""}
      className="whitespace-pre-line text-text-2 [overflow-wrap:anywhere]"
    >
      {hidden ? masked : text}
    </span>
  );
}
