"use client";

import { FloatingNotifications } from "@/components/notifications/floating-notifications";
import { PolledNotifications } from "@/components/notifications/polled-notifications";
import { Realtime } from "./realtime";
import { useRealtimeState } from "./realtime-state";
import { userEvents } from "./user-events";

/** Live events and floating notifications of the user pages. */
export function UserRealtime() {
  const state = useRealtimeState();
  return (
    <>
      <Realtime events={userEvents} />
      {state === "polling" ? <PolledNotifications /> : null}
      <FloatingNotifications />
    </>
  );
}
