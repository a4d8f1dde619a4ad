"use client";

import { FloatingNotifications } from "@/components/notifications/floating-notifications";
import type { NotificationDialogProps } from "@/components/notifications/notification-dialog";
import { PolledNotifications } from "@/components/notifications/polled-notifications";
import { type EventHandlers, Realtime } from "./realtime";
import { useRealtimeState } from "./realtime-state";

/** Live events and floating notifications of whoever is logged in. */
export function Live({
  events,
  showsAmounts,
}: { events: EventHandlers } & NotificationDialogProps) {
  const state = useRealtimeState();
  return (
    <>
      <Realtime events={events} />
      {state === "polling" ? <PolledNotifications /> : null}
      <FloatingNotifications showsAmounts={showsAmounts} />
    </>
  );
}
