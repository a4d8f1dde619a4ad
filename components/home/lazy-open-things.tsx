"use client";

import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";

const Waiting = () => <Skeleton className="h-56 rounded-card" />;

/** What is under way, whose code comes after the balance. */
export const LazyOpenThings = lazyPart(
  () => import("./open-things").then((file) => file.OpenThings),
  Waiting,
);
