"use client";

import { dehydrate, HydrationBoundary, QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { isOwnKey } from "@/lib/platform/client/account-rules";
import { useAccount } from "@/lib/platform/client/use-account";
import { clockOffset } from "../live/realtime-state";

/** A query key and what the server already knows of it. */
export type SeedEntry = readonly [key: readonly unknown[], data: unknown];

/** A page reads at most about this long before it is made. */
const READING_MS = 500;

/**
 * As of when a page's answers are, by this device's clock. Back and forward show the page from memory, with the very
 * same objects, and those are as old as they were then.
 */
const known = new WeakMap<SeedEntry[], number>();

/**
 * The time of the server's reads and not of the arrival: what an event had fetched in between is newer than the page,
 * which would otherwise put its older answer over it and call that fresh. While the server's clock is not known, in the
 * first moments of a visit, there is nothing to put it over.
 */
function readAtMs(entries: SeedEntry[], madeAtMs: number): number {
  const offset = clockOffset();
  const fresh = offset === null ? Date.now() : Math.min(Date.now(), madeAtMs - offset - READING_MS);
  const at = known.get(entries) ?? fresh;
  known.set(entries, at);
  return at;
}

const pageCount = (data: unknown) =>
  (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0;

/** What `Seed` does in the browser. */
export function SeedCache({
  entries,
  madeAtMs,
  children,
}: {
  entries: SeedEntry[];
  /** When the server made the page, by its clock. */
  madeAtMs: number;
  children: ReactNode;
}) {
  const cache = useQueryClient();
  const account = useAccount();
  const state = useMemo(() => {
    const seeds = new QueryClient();
    const updatedAt = readAtMs(entries, madeAtMs);
    for (const [key, data] of entries) {
      // The server writes pages for the real account.
      if (account === "practice" && isOwnKey(key)) continue;
      // A list of which more was loaded would shrink under its reader; it is fetched whole when it is stale.
      if (pageCount(cache.getQueryData(key)) > pageCount(data)) continue;
      seeds.setQueryData(key, data, { updatedAt });
    }
    const { queries } = dehydrate(seeds);
    for (const { queryKey, state } of queries) {
      // An event may be of after the page's reads, so what it asked for is still asked for.
      state.isInvalidated = cache.getQueryState(queryKey)?.isInvalidated ?? false;
    }
    return { queries, mutations: [] };
  }, [account, cache, entries, madeAtMs]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
