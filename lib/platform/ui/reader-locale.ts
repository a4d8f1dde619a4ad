/** The language that numbers and times on a page are written in. */

type Pages = { getStore(): { locale: string } | undefined };
/** Set by the server, `lib/platform/text/reader.ts`, around each page that it makes. */
const holder = globalThis as typeof globalThis & { __pageLocale?: Pages };
const ENGLISH = "en";

let ofBrowser = ENGLISH;

/** Also in a worker of a page, which has no window. */
const isBrowser = () => typeof window !== "undefined" || "WorkerGlobalScope" in globalThis;

/** Writes numbers and times of this browser, or of this worker of it, in a language. On the server it does nothing. */
export function writeNumbersIn(locale: string): void {
  if (isBrowser()) ofBrowser = locale;
}

/**
 * The language of the page that is being made or shown. English for whatever else the server writes: values of texts
 * have their English form until somebody reads them.
 */
export const numbersLocale = (): string =>
  isBrowser() ? ofBrowser : (holder.__pageLocale?.getStore()?.locale ?? ENGLISH);
