"use client";

import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** A query key and what the server already knows of it. */
export type SeedEntry = readonly [key: readonly unknown[], data: unknown];

/** Puts the server's answers into the query cache, so that the first paint needs no request. */
export function Seed({ entries, children }: { entries: SeedEntry[]; children: ReactNode }) {
  const state = useMemo(() => {
    const client = new QueryClient();
    for (const [key, data] of entries) client.setQueryData(key, data);
    return dehydrate(client);
  }, [entries]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
