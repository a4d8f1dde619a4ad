import { getRequestConfig } from "next-intl/server";
import messages from "@/messages/en.json";

/** English is the only language, so the locale depends on nothing in the request. Dates show in UTC unless a component says otherwise. */
export default getRequestConfig(async () => ({ locale: "en", timeZone: "UTC", messages }));
