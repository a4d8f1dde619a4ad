import { useEffect, useState } from "react";
import { useClockOffset } from "@/components/app/live/realtime-state";
import { scheduleWithVisibility } from "@/components/ui/time/wake-ups";
import { nextMidnight } from "@/lib/savings/rules";

const MINUTE_MS = 60_000;

/**
 * The coming 00:00 UTC by the server's clock. Moves on when it has passed, also while the tab slept.
 * @param serverNow what time it was on the server when the page was made, as ISO text. The page may be shown again
 *   long after: until the server's clock is known, the later of this and the device's clock counts
 */
export function useNextMidnight(serverNow: string): Date {
  const clockOffsetMs = useClockOffset();
  const [midnightMs, setMidnightMs] = useState(() => nextMidnight(new Date(serverNow)).getTime());
  useEffect(() => {
    const offsetMs = clockOffsetMs ?? Math.max(0, Date.parse(serverNow) - Date.now());
    return scheduleWithVisibility(() => {
      const nowMs = Date.now() + offsetMs;
      const nextMs = nextMidnight(new Date(nowMs)).getTime();
      setMidnightMs(nextMs);
      // A timer may stand still while the device sleeps, and nothing says so where the page stays in sight.
      return Math.min(nextMs - nowMs + 1, MINUTE_MS);
    });
  }, [clockOffsetMs, serverNow]);
  return new Date(midnightMs);
}
