import { getRequestConfig } from "next-intl/server";
import { messagesOf } from "@/lib/platform/text/languages";
import { siteLocale } from "@/lib/platform/text/site-locale";

/**
 * The language of the site, whatever the browser prefers: it depends on nothing in the request. Dates show in UTC
 * unless a component says otherwise.
 */
export default getRequestConfig(async () => ({
  locale: siteLocale,
  timeZone: "UTC",
  messages: messagesOf(siteLocale),
}));
