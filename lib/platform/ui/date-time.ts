import { UNKNOWN } from "./format";
import { numbersLocale } from "./reader-locale";

export type DateTimeStyle =
  | "dateTime"
  | "date"
  | "time"
  | "timeSeconds"
  | "full"
  | "month"
  | "dayMonth"
  | "shortMonth"
  | "year";

export interface DateTimeOptions {
  style?: DateTimeStyle;
  /** Append what the time differs from UTC by at that moment: ` UTC`, ` GMT+1`. */
  zone?: boolean;
  /** The language; by default that of the page. */
  locale?: string;
}

/** The zone of the server, of exports and of emails. */
export const UTC = "UTC";

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const STYLES: Record<DateTimeStyle | "offset", Intl.DateTimeFormatOptions> = {
  dateTime: { ...DATE, ...TIME },
  date: DATE,
  time: TIME,
  timeSeconds: { ...TIME, second: "2-digit" },
  full: { ...DATE, ...TIME, second: "2-digit" },
  month: { month: "long", year: "numeric" },
  dayMonth: { day: "numeric", month: "short" },
  shortMonth: { month: "short" },
  year: { year: "numeric" },
  offset: { timeZoneName: "shortOffset" },
};

const MOST_FORMATS = 600;

/** Made once each: making one takes longer than all it writes. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(
  style: DateTimeStyle | "offset",
  timeZone: string,
  locale: string,
): Intl.DateTimeFormat {
  const key = `${style} ${timeZone} ${locale}`;
  const known = formats.get(key);
  if (known) return known;
  // English names the day first here.
  const form = locale.startsWith("en") ? "en-GB" : locale;
  const format = new Intl.DateTimeFormat(form, { ...STYLES[style], timeZone });
  // Names of zones come from cookies, in any spelling.
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/** What a zone differs from UTC by at a moment: `GMT+1`. The same in all browsers, unlike its abbreviations. */
function offsetOf(at: Date, timeZone: string): string {
  if (timeZone === UTC) return UTC;
  const parts = formatOf("offset", timeZone, "en").formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  // Not all browsers write the offset of Greenwich itself.
  return name === "GMT" ? "GMT+0" : name;
}

/** Writes an ISO time (or epoch milliseconds) in a zone: `20 Nov 2026, 14:20`. Not known: `—`. */
export function formatDateTime(
  value: string | number | Date | null | undefined,
  timeZone: string,
  { style = "dateTime", zone = false, locale = numbersLocale() }: DateTimeOptions = {},
): string {
  if (value == null || value === "") return UNKNOWN;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return UNKNOWN;
  const text = formatOf(style, timeZone, locale).format(date);
  return zone ? `${text} ${offsetOf(date, timeZone)}` : text;
}

/** Writes a time in UTC: for emails and files, and for days that are days of UTC by a rule. */
export const formatUtc = (
  value: string | number | Date | null | undefined,
  options?: DateTimeOptions,
): string => formatDateTime(value, UTC, options);

/** Writes a month of the form `2026-11` as `November 2026`. What is no month stays as it is. */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? month : formatUtc(date, { style: "month" });
}

/** Whether Intl knows a zone by this name: browsers report what they know, cookies hold anything. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-GB", { timeZone: name }));
  } catch {
    return false;
  }
}

/** How a zone is called in a heading: `UTC`, or its place, `Buenos Aires`. */
export function nameOfZone(timeZone: string): string {
  const place = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  // Etc/GMT+5 is five hours behind, so its name would mislead.
  return timeZone.startsWith("Etc/") ? offsetOf(new Date(0), timeZone) : place;
}
