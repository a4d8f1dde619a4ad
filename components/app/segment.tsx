import type { ReactNode } from "react";
import { FollowZone } from "./live/follow-zone";
import { Messages } from "./messages";
import { Providers } from "./providers";

/** What every part of the site with forms or data has around it: texts, query cache, toasts. Documents do without. */
export function Segment({
  namespaces = [],
  children,
}: {
  namespaces?: string[];
  children: ReactNode;
}) {
  return (
    <Messages namespaces={namespaces}>
      <Providers>
        <FollowZone />
        {children}
      </Providers>
    </Messages>
  );
}
