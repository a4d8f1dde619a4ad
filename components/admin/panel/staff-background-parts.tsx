"use client";

import { useEffect } from "react";
import { keepDevice } from "@/lib/notifications/channels/device-client";

/** Keeps push messages about new work going on a device that they were turned on for. */
export function StaffBackgroundParts({ userId }: { userId: string }) {
  useEffect(() => {
    // What fails is tried on the next visit.
    keepDevice(userId, "staff").catch(() => undefined);
  }, [userId]);
  return null;
}
