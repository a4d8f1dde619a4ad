"use client";

import { BookText } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from "react";
import type { ComposerAssist } from "@/components/chat/composer";
import { IconButton } from "@/components/ui/icon-button";
import { Listbox, useListbox } from "@/components/ui/listbox";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useCannedReplies } from "@/lib/chat/canned/client";
import { asksForReply, fillReply, type ReplyValues, suggestReplies } from "@/lib/chat/canned/rules";
import type { CannedReplyDto } from "@/lib/chat/canned/schema";
import { outboxOf } from "@/lib/chat/outbox";
import { messageOf } from "@/lib/platform/client/api";

const CannedDialog = lazyDialog(() =>
  import("./canned-dialog").then((module) => module.CannedDialog),
);

/** Takes Enter, and Escape, which dismisses, while the replies are not there. Returns whether it took this key. */
function keepsCommand(event: KeyboardEvent, dismiss: () => void): boolean {
  if (event.nativeEvent.isComposing || event.shiftKey) return false;
  if (event.key === "Escape") dismiss();
  else if (event.key !== "Enter") return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/**
 * Saved replies in the composer of a conversation: typing "/" and a title suggests them, a button
 * opens all of them.
 * @param outboxName names the conversation's draft
 * @param values what the replies' variables stand for in it
 */
export function useCannedAssist(outboxName: string, values: ReplyValues): ComposerAssist {
  const t = useTranslations("staffChat");
  const outbox = outboxOf(outboxName);
  const draft = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.draft,
    () => "",
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  /** Loaded with the first opening, and there from then on. */
  const [needed, setNeeded] = useState(false);
  if (open && !needed) setNeeded(true);
  const [dismissed, setDismissed] = useState(false);
  const asks = draft.startsWith("/");
  if (dismissed && !asks) setDismissed(false);
  const { data, error } = useCannedReplies(asks || open);
  const suggestions = dismissed ? [] : suggestReplies(draft, data ?? []);
  const dismiss = () => setDismissed(true);
  const list = useListbox(suggestions, {
    onChoose: ({ text }) => outbox.saveDraft(fillReply(text, values)),
    onClose: dismiss,
  });
  // Sent now, the beginning of a title would reach the user instead of the reply.
  const unknown = !data && !dismissed && asksForReply(draft);

  const insert = ({ text }: CannedReplyDto) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {};
    const start = from ?? draft.length;
    const filled = fillReply(text, values);
    outbox.saveDraft(draft.slice(0, start) + filled + draft.slice(to ?? start));
    setOpen(false);
  };
  return {
    field,
    controlProps: list.controlProps,
    onKeyDown: (event) => (unknown ? keepsCommand(event, dismiss) : list.onKeyDown(event)),
    list: (
      <>
        <Listbox
          state={list}
          label={t("replies")}
          itemKey={({ id }) => id}
          className="absolute inset-x-0 bottom-full z-10"
        >
          {({ title, text }) => (
            <span className="grid min-w-0">
              <span className="truncate font-medium">{title}</span>
              <span className="truncate text-caption text-text-2">{text}</span>
            </span>
          )}
        </Listbox>
        <p
          role="status"
          className={
            unknown
              ? "absolute inset-x-0 bottom-full z-10 rounded-field border border-line bg-surface px-3 py-2 shadow-popup"
              : "sr-only"
          }
        >
          {unknown && !error ? t("repliesLoading") : null}
          {unknown && error ? t("repliesFailed", { reason: messageOf(error) }) : null}
          {asks && data && !dismissed ? t("suggested", { count: suggestions.length }) : null}
        </p>
      </>
    ),
    tools: (
      <>
        <IconButton label={t("replies")} className="mb-0.5" onClick={() => setOpen(true)}>
          <BookText aria-hidden="true" />
        </IconButton>
        {needed ? (
          <CannedDialog
            open={open}
            onClose={() => setOpen(false)}
            onInsert={insert}
            finalFocus={field}
          />
        ) : null}
      </>
    ),
  };
}
