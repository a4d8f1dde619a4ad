"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useMarkRead } from "@/lib/notifications/client";
import { maskAmounts } from "./mask-amounts";
import {
  dismissNotification,
  type FloatingNotification,
  useNextNotification,
} from "./notification-queue";

/** One that is closing counts: what it was opened from may be about to come back. */
const OPEN_DIALOGS = '[role="dialog"]:not([hidden]), [role="alertdialog"]:not([hidden])';

/** Of those, the ones that take the focus. */
const MODAL_DIALOGS = OPEN_DIALOGS.replaceAll(":not", ":not([data-modeless]):not");

const TEXT_FIELDS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="button"], [type="submit"], [type="checkbox"], [type="radio"])';

/** Whether the next key may be meant for a text. */
const isTyping = () => document.activeElement?.matches(TEXT_FIELDS) ?? false;

/**
 * Whether some dialog is open. Watches the page only while `watch` is true.
 * @param atFirst what counts until the page was looked at
 */
function useDialogOpen(watch: boolean, selector: string, atFirst: boolean): boolean {
  const [open, setOpen] = useState(atFirst);
  useEffect(() => {
    if (!watch) return;
    const look = () => setOpen(document.querySelector(selector) !== null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["hidden", "role"],
    });
    return () => {
      observer.disconnect();
      setOpen(atFirst);
    };
  }, [watch, selector, atFirst]);
  return open;
}

export interface NotificationDialogProps {
  /** Whatever the eye button says: staff act on what they are told. */
  showsAmounts?: boolean;
}

/**
 * The floating notification: one at a time, in order of arrival. It waits while another dialog is
 * open, so that nobody confirms money with a press meant for something else. While somebody types it leaves the focus
 * where it is, is read out, and makes way for a dialog that is opened meanwhile.
 */
export function NotificationDialog({ showsAmounts = false }: NotificationDialogProps) {
  const next = useNextNotification();
  const [shown, setShown] = useState<FloatingNotification | null>(null);
  const [open, setOpen] = useState(false);
  const [modeless, setModeless] = useState(false);
  const busy = useDialogOpen(next !== undefined && !open, OPEN_DIALOGS, true);
  const inTheWay = useDialogOpen(open && modeless, MODAL_DIALOGS, false);
  const hidden = useBalancesHidden() && !showsAmounts;
  const message = shown?.message;
  const t = useTranslations("app.notification");
  const router = useRouter();
  const markRead = useMarkRead();
  const cancel = useRef<HTMLButtonElement>(null);

  if (!open && !busy && next !== undefined) {
    setShown(next);
    setModeless(isTyping());
    setOpen(true);
  }
  // It is still in line, and comes again.
  if (open && inTheWay) setOpen(false);

  const close = () => {
    if (shown) dismissNotification(shown.id);
    setOpen(false);
  };
  const view = () => {
    // While it fades it still takes presses: a second one would be a second step back for the browser.
    if (!shown || !open) return;
    markRead.mutate(shown.id);
    close();
    router.push("/notifications");
  };

  const text = hidden && message ? maskAmounts(message) : message;
  return (
    <>
      <div role="status" className="sr-only">
        {open && modeless ? `${shown?.title}. ${text}` : null}
      </div>
      <Dialog
        open={open}
        onOpenChange={(isOpen) => {
          if (!isOpen) close();
        }}
        title={shown?.title ?? ""}
        description={text}
        modeless={modeless}
        placement={modeless ? "top" : "centre"}
        initialFocus={cancel}
        hideClose
        footer={
          <>
            <Button ref={cancel} variant="outline" className="flex-1" onClick={close}>
              {t("cancel")}
            </Button>
            <Button className="flex-1" onClick={view}>
              {t("view")}
            </Button>
          </>
        }
      />
    </>
  );
}
