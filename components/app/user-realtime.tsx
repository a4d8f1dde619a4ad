"use client";

import { FloatingNotifications } from "@/components/notifications/floating-notifications";
import { Realtime } from "./realtime";
import { userEvents } from "./user-events";

/** Live events and floating notifications of the user pages. */
export function UserRealtime() {
  return (
    <>
      <Realtime events={userEvents} />
      <FloatingNotifications />
    </>
  );
}
