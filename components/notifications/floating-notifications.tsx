"use client";

import { type ComponentType, useEffect, useState } from "react";
import { showToast } from "@/components/ui/overlays/toast";
import { onApproach } from "@/components/ui/use-approach";
import type { NotificationDialogProps } from "./notification-dialog";
import { clearNotifications, dismissNotification, useNextNotification } from "./notification-queue";

const loadDialog = () =>
  import("./notification-dialog").then((module) => module.NotificationDialog);

/**
 * Shows pushed notifications in a dialog, whose code comes when somebody begins to use the page. Where that fails, each is a
 * toast with its title: nobody has asked for it, so nothing of the page may go for it.
 */
export function FloatingNotifications(props: NotificationDialogProps) {
  const next = useNextNotification();
  const [Dialog, setDialog] = useState<ComponentType<NotificationDialogProps> | null>(null);
  useEffect(() => onApproach(document, loadDialog), []);
  useEffect(() => {
    if (!next || Dialog) return;
    let isCurrent = true;
    loadDialog().then(
      (loaded) => isCurrent && setDialog(() => loaded),
      () => {
        if (!isCurrent) return;
        showToast.info(next.title);
        dismissNotification(next.id);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [next, Dialog]);
  useEffect(() => clearNotifications, []);
  return Dialog ? <Dialog {...props} /> : null;
}
