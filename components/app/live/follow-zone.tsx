"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { keepZone, useTimes, wantedZone } from "@/components/ui/choices/times";
import { useShownZone } from "@/components/ui/time/use-date-time";

/**
 * Asks for the page again where its times are in another zone than their reader wants: on the first visit, on a
 * journey, and after the choice. Renders nothing.
 */
export function FollowZone() {
  const router = useRouter();
  const shown = useShownZone();
  const choice = useTimes();
  // biome-ignore lint/correctness/useExhaustiveDependencies: while React hydrates, the choice is not what is stored
  useEffect(() => {
    const wanted = wantedZone();
    if (wanted !== shown && keepZone(wanted)) router.refresh();
  }, [choice, shown, router]);
  return null;
}
