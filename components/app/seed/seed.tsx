import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { rendered } from "@/lib/platform/text/languages";
import { SeedCache, type SeedEntry } from "./seed-cache";

export type { SeedEntry } from "./seed-cache";

const nowMs = () => Date.now();

/**
 * Puts the server's answers into the query cache, so that the first paint needs no request. What the cache
 * has that is newer stays. For server components only, which make `entries` and the time: made in the browser, they
 * would pass for new whenever the page is shown again.
 */
export function Seed({ entries, children }: { entries: SeedEntry[]; children: ReactNode }) {
  return (
    <SeedCache entries={rendered(entries, useLocale())} madeAtMs={nowMs()}>
      {children}
    </SeedCache>
  );
}
