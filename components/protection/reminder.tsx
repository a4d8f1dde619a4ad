"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "@/lib/platform/ui/when-idle";

type Props = { minutes: number };

/** The reminder of how long somebody has been here. Its code comes once the page is quiet, so it delays no first paint. */
export function Reminder(props: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import("./session-reminder").then(
          (module) => setLoaded(() => module.SessionReminder),
          // The next page tries again.
          () => undefined,
        );
      }),
    [],
  );
  return Loaded ? <Loaded {...props} /> : null;
}
