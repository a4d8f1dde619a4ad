import type { TickMarkType, Time } from "lightweight-charts";
import { formatDateTime, UTC } from "@/lib/platform/ui/date-time";
import { formatPrice } from "@/lib/platform/ui/format";

/** What a mark stands for, as the library numbers it: its own names are only in its code for browsers. */
export const marks = {
  year: 0 as TickMarkType.Year,
  month: 1 as TickMarkType.Month,
  day: 2 as TickMarkType.DayOfMonth,
  time: 3 as TickMarkType.Time,
  seconds: 4 as TickMarkType.TimeWithSeconds,
};

const msOf = (time: Time) => Number(time) * 1000;
/** Without its year: "26 Nov". */
const dayOf = (ms: number, timeZone: string) => formatDateTime(ms, timeZone, { style: "dayMonth" });

/**
 * How the axis of a chart writes its times in a zone. The library puts its marks by days of UTC. In another zone a mark
 * of a day stands at midnight there; where a day of UTC begins, its mark also says the time there, or one day would
 * seem to begin twice.
 */
export function axisTimes(timeZone: string) {
  const mark = (time: Time, type: TickMarkType): string => {
    const ms = msOf(time);
    if (type === marks.seconds) return formatDateTime(ms, timeZone, { style: "timeSeconds" });
    const day = dayOf(ms, timeZone);
    if (type >= marks.time || timeZone !== UTC) {
      const text = formatDateTime(ms, timeZone, { style: "time" });
      if (text === "00:00") return day;
      return type >= marks.time ? text : `${day} ${text}`;
    }
    if (type === marks.day) return day;
    const style = type === marks.year ? "year" : "shortMonth";
    return formatDateTime(ms, UTC, { style });
  };
  return {
    localization: {
      priceFormatter: (price: number) => formatPrice(price.toFixed(2)),
      timeFormatter: (time: Time) => formatDateTime(msOf(time), timeZone, { zone: true }),
    },
    timeScale: { tickMarkFormatter: mark },
  };
}
