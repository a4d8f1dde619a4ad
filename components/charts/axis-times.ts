import { TickMarkType, type Time } from "lightweight-charts";
import { formatDateTime, UTC } from "@/lib/platform/ui/date-time";
import { formatPrice } from "@/lib/platform/ui/format";

const msOf = (time: Time) => Number(time) * 1000;
/** Without its year: "26 Nov". */
const dayOf = (ms: number, timeZone: string) => formatDateTime(ms, timeZone, { style: "dayMonth" });

/**
 * How the axis of a chart writes its times in a zone. The library puts its marks by days of UTC: in other zones each
 * mark says the day or time there.
 */
export function axisTimes(timeZone: string) {
  const mark = (time: Time, type: TickMarkType): string => {
    const ms = msOf(time);
    if (type >= TickMarkType.Time) {
      const text = formatDateTime(ms, timeZone, { style: "time" });
      return text === "00:00" ? dayOf(ms, timeZone) : text;
    }
    if (type === TickMarkType.DayOfMonth || timeZone !== UTC) return dayOf(ms, timeZone);
    const style = type === TickMarkType.Year ? "year" : "shortMonth";
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
