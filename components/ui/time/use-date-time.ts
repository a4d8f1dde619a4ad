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

/** Writes a time of today by its hour and minute, any other by its day: for lists whose rows are one line. */
export function useShortTime() {
  const formatDateTime = useDateTime();
  return (value: string) => {
    const isToday =
      formatDateTime(value, { style: "date" }) === formatDateTime(new Date(), { style: "date" });
    return formatDateTime(value, { style: isToday ? "time" : "dayMonth" });
  };
}

/** What a heading calls the zone of the times under it: `UTC`, `Berlin`. */
export const useZoneName = (): string => nameOfZone(useShownZone());
