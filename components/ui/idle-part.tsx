"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "@/lib/platform/ui/when-idle";

/** A part whose code comes once the page is quiet. Where that fails, the next page tries. */
export function idlePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module loads
  return function IdlePart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    useEffect(
      () =>
        whenIdle(() => {
          load().then(
            (loaded) => setPart(() => loaded),
            () => undefined,
          );
        }),
      [],
    );
    return Part ? <Part {...props} /> : null;
  };
}
