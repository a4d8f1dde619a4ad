import { AsyncLocalStorage } from "node:async_hooks";
import { ENGLISH, offered } from "./languages";
import { siteLocale, staffLocale } from "./site-locale";

/** Where a device keeps the language that its user chose; also the name of its cookie. */
export const LANGUAGE_COOKIE = "language";
/** What pages of ours say of themselves when they call the API. */
const LANGUAGE_HEADER = "x-language";

type Reader = { asked: string | null; locale: string | null };
type Page = { locale: string };

/** On globalThis, because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & {
  __reader?: AsyncLocalStorage<Reader>;
  __pageLocale?: AsyncLocalStorage<Page>;
};
holder.__reader ??= new AsyncLocalStorage();
holder.__pageLocale ??= new AsyncLocalStorage();
const readers = holder.__reader;
const pages = holder.__pageLocale;

const cookieOf = (headers: Headers): string | undefined =>
  new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];

/** The language that a request names, by the page that sends it or by its cookie; null for none that is offered. */
const askedBy = (headers: Headers): string | null =>
  offered(headers.get(LANGUAGE_HEADER)) ?? offered(cookieOf(headers));

/** Runs a request to the API: its answer is in the language that it names. Staff have theirs. */
export function asReader<T>(headers: Headers, isStaffs: boolean, work: () => T): T {
  const asked = askedBy(headers);
  return readers.run({ asked, locale: isStaffs ? staffLocale : asked }, work);
}

/** Answers in the language of an account, where the request names none. */
export function answerIn(chosen: string | null): void {
  const reader = readers.getStore();
  if (reader) reader.locale ??= offered(chosen);
}

/** The language of whoever reads the answer to this request; that of the site for what nobody asked for. */
export const readerLocale = (): string => readers.getStore()?.locale ?? siteLocale;

/** The language that whoever asks has chosen on this device, to keep with their account; null for none. */
export function chosenHere(): string | null {
  const asked = readers.getStore()?.asked ?? null;
  return asked === siteLocale ? null : asked;
}

/** Runs what makes a page: its numbers and times are written in the language that is told while it is made. */
export const asPage = <T>(work: () => T): T => pages.run({ locale: ENGLISH }, work);

/** Says which language the page that is being made is in. */
export function tellPageLocale(locale: string): void {
  const page = pages.getStore();
  if (page) page.locale = locale;
}
