import { cookies, headers } from "next/headers";
import { cache } from "react";
import { PATH_HEADER } from "@/lib/platform/security/csp";
import { offered } from "@/lib/platform/text/languages";
import { preferredLanguage } from "@/lib/platform/text/preferred";
import { LANGUAGE_COOKIE } from "@/lib/platform/text/reader";
import { siteLocale, staffLocale } from "@/lib/platform/text/site-locale";
import { currentUser } from "@/lib/sessions/page-gate";

const isStaffPage = async () => /^\/admin(\/|$)/.test((await headers()).get(PATH_HEADER) ?? "/");

/** What the reader of a page chose on this device, else for their account; null for neither. */
const chosenLanguage = cache(async (): Promise<string | null> => {
  const here = offered((await cookies()).get(LANGUAGE_COOKIE)?.value);
  if (here) return here;
  // The page of a failure is to be made without a database, too.
  const user = await currentUser().catch(() => null);
  return offered(user?.language);
});

/** The language of a page: the chosen one, else that of the site, whatever the browser prefers. Staff have theirs. */
export async function pageLanguage(): Promise<string> {
  if (await isStaffPage()) return staffLocale;
  return (await chosenLanguage()) ?? siteLocale;
}

/** The language that the browser prefers, where it is another one and nobody has chosen; else null. */
export async function languageOffer(): Promise<string | null> {
  if ((await isStaffPage()) || (await chosenLanguage()) !== null) return null;
  const preferred = preferredLanguage((await headers()).get("accept-language"));
  return preferred === siteLocale ? null : preferred;
}
