import { formatUtc } from "@/lib/platform/ui/date-time";
import { numberForms } from "@/lib/platform/ui/format";

/** A number as `formatAmount` and others write it in English, with what stands behind it. */
const NUMBER = /^([+\u2212]?<?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d+))?(%|\u00a0[A-Z]{2,6})?$/;
/** A time as `formatUtc` writes it in English. */
const TIME = /^(\d{1,2} [A-Z][a-z]{2,3} \d{4})(?:, (\d\d:\d\d(:\d\d)?))?( UTC| GMT\S*)?$/;
const MONTH = /^[A-Z][a-z]+ \d{4}$/;

/**
 * What stands in a gap of a text as its reader writes it. Numbers and times are kept in their English form, so that a
 * stored text suits every reader; whatever else is kept stays as it is.
 */
export function localValue(value: string | number, locale: string): string | number {
  if (typeof value === "number" || locale === "en") return value;
  const number = NUMBER.exec(value);
  if (number) {
    const [, sign = "", whole = "", fraction, unit = ""] = number;
    const { group, decimal, percent } = numberForms(locale);
    const digits = whole.replaceAll(",", group) + (fraction ? decimal + fraction : "");
    return sign + digits + (unit === "%" ? percent : unit);
  }
  const time = TIME.exec(value);
  if (time) {
    const [, day = "", clock, seconds, zone = ""] = time;
    const style = clock ? (seconds ? "full" : "dateTime") : "date";
    return formatUtc(Date.parse(`${day} ${clock ?? "00:00"} UTC`), { style, locale }) + zone;
  }
  if (MONTH.test(value)) {
    const at = Date.parse(`1 ${value} UTC`);
    if (!Number.isNaN(at)) return formatUtc(at, { style: "month", locale });
  }
  return value;
}
