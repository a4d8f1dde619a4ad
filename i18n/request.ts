import { getRequestConfig } from "next-intl/server";
import { messagesOf } from "@/lib/platform/text/languages";
import { tellPageLocale } from "@/lib/platform/text/reader";
import { pageLanguage } from "./page-language";

/** The texts of a page in its reader's language. Dates show in UTC unless a component says otherwise. */
export default getRequestConfig(async () => {
  const locale = await pageLanguage();
  tellPageLocale(locale);
  return { locale, timeZone: "UTC", messages: messagesOf(locale) };
});
