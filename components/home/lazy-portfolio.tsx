"use client";

import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";

const Waiting = () => <Skeleton className="h-[430px] rounded-card" />;

/** The value over time, whose code comes after the balance. */
export const LazyPortfolio = lazyPart(
  () => import("./portfolio").then((file) => file.Portfolio),
  Waiting,
);
