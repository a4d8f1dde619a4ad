import { LANGUAGE_STORAGE_KEY } from "./stored-choices-script";

const YEAR_SECONDS = 31_536_000;

/** Keeps the language of this device's reader, for its scripts and for the pages that the server makes. */
export function keepLanguage(code: string): void {
  try {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, code);
  } catch {
    // Blocked storage: the cookie is what pages are made by.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a Cookie Store, and none on plain http
  document.cookie = `${LANGUAGE_STORAGE_KEY}=${encodeURIComponent(code)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
