import { useTimeZone } from "next-intl";
import { useCallback } from "react";
import { type DateTimeOptions, formatDateTime, nameOfZone, UTC } from "@/lib/platform/ui/date-time";

/** The zone that times are shown in: as its reader chose, and UTC while that is not known. */
export const useShownZone = (): string => useTimeZone() ?? UTC;

export type WriteTime = ReturnType<typeof useDateTime>;

/** Writes times in the zone that their reader chose. */
export function useDateTime() {
  const timeZone = useShownZone();
  return useCallback(
    (value: string | number | Date | null | undefined, options?: DateTimeOptions) =>
      formatDateTime(value, timeZone, options),
    [timeZone],
  );
}

/** What a heading calls the zone of the times under it: `UTC`, `Berlin`. */
export const useZoneName = (): string => nameOfZone(useShownZone());
