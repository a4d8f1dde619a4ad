"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "@/lib/platform/ui/when-idle";
import type { BackgroundProps } from "./background-parts";

/** What goes on beside every page of a user. Its code comes once the page is quiet, and else with the next page. */
export function Background(props: BackgroundProps) {
  const [Parts, setParts] = useState<ComponentType<BackgroundProps> | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import("./background-parts").then(
          (module) => setParts(() => module.BackgroundParts),
          () => undefined,
        );
      }),
    [],
  );
  return Parts ? <Parts {...props} /> : null;
}
