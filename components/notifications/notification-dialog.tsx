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

/** Whether some dialog is open. Watches the page only while `watch` is true. */
function useOtherDialogOpen(watch: boolean): boolean {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!watch) return;
    const look = () => setOpen(document.querySelector(OPEN_DIALOGS) !== null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["hidden", "role"],
    });
    return () => {
      observer.disconnect();
      setOpen(true);
    };
  }, [watch]);
  return open;
}

export interface NotificationDialogProps {
  /** Whatever the eye button says: staff act on what they are told. */
  showsAmounts?: boolean;
}

/**
 * The floating notification: one at a time, in order of arrival. It waits while another dialog is
 * open, so that nobody confirms money with a press meant for something else.
 */
export function NotificationDialog({ showsAmounts = false }: NotificationDialogProps) {
  const next = useNextNotification();
  const [shown, setShown] = useState<FloatingNotification | null>(null);
  const [open, setOpen] = useState(false);
  const busy = useOtherDialogOpen(next !== undefined && !open);
  const hidden = useBalancesHidden() && !showsAmounts;
  const message = shown?.message;
  const t = useTranslations("app.notification");
  const router = useRouter();
  const markRead = useMarkRead();
  const cancel = useRef<HTMLButtonElement>(null);

  if (!open && !busy && next !== undefined) {
    setShown(next);
    setOpen(true);
  }

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

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={shown?.title ?? ""}
      description={hidden && message ? maskAmounts(message) : message}
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
  );
}
