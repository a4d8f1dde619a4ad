"use client";

import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** A query key and what the server already knows of it. */
export type SeedEntry = readonly [key: readonly unknown[], data: unknown];

/**
 * When this browser first saw a page's answers. Back and forward show the page from memory, with the very
 * same objects, and those are as old as they were then.
 */
const firstSeen = new WeakMap<SeedEntry[], number>();

function seenAt(entries: SeedEntry[]): number {
  const at = firstSeen.get(entries) ?? Date.now();
  firstSeen.set(entries, at);
  return at;
}

/**
 * Puts the server's answers into the query cache, so that the first paint needs no request. What the cache
 * has that is newer stays. `entries` are to be made in a server component: made in the browser, they would
 * pass for new whenever the page is shown again.
 */
export function Seed({ entries, children }: { entries: SeedEntry[]; children: ReactNode }) {
  const state = useMemo(() => {
    const client = new QueryClient();
    const updatedAt = seenAt(entries);
    for (const [key, data] of entries) client.setQueryData(key, data, { updatedAt });
    return dehydrate(client);
  }, [entries]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
