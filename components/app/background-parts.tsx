"use client";

import { useEffect } from "react";
import { SessionReminder } from "@/components/protection/session-reminder";
import { BalanceWatch } from "@/components/transparency/balance-watch";
import { keepDevice, registerWorker } from "@/lib/notifications/channels/device-client";

export interface BackgroundProps {
  userId: string;
  /** How often somebody wants to be told how long they have been here. */
  reminderMinutes: number | null;
}

/** Keeps push messages and the page for no network going on this device, looks for one's balance, and reminds of the time. */
export function BackgroundParts({ userId, reminderMinutes }: BackgroundProps) {
  useEffect(() => {
    // What fails is tried on the next visit.
    registerWorker()
      .then(() => keepDevice(userId, "own"))
      .catch(() => undefined);
  }, [userId]);
  return (
    <>
      <BalanceWatch userId={userId} />
      {reminderMinutes === null ? null : <SessionReminder minutes={reminderMinutes} />}
    </>
  );
}
