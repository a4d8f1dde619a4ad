"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { clearNotifications, useNextNotification } from "./notification-queue";

const NotificationDialog = dynamic(
  () => import("./notification-dialog").then((module) => module.NotificationDialog),
  { ssr: false },
);

/** Shows pushed notifications; its dialog is loaded with the first one. */
export function FloatingNotifications() {
  const waiting = useNextNotification() !== undefined;
  const [needed, setNeeded] = useState(false);
  if (waiting && !needed) setNeeded(true);
  useEffect(() => clearNotifications, []);
  return needed ? <NotificationDialog /> : null;
}
