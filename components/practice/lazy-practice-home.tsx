"use client";

import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";

/** Home on the practice side. */
export const LazyPracticeHome = lazyPart(
  () => import("./practice-home").then((module) => module.PracticeHome),
  () => <Skeleton className="h-[300px]" />,
);
