"use client";

import { useEffect } from "react";
import { whenIdle } from "@/lib/platform/ui/when-idle";

/** Keeps push messages and the page for no network going on this device. Renders nothing; what fails is tried on the next visit. */
export function KeepDevice({ userId }: { userId: string }) {
  useEffect(
    () =>
      whenIdle(() => {
        import("@/lib/notifications/channels/device-client")
          .then(({ keepDevice }) => keepDevice(userId))
          .catch(() => undefined);
      }),
    [userId],
  );
  return null;
}
