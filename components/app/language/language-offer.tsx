import { getLocale } from "next-intl/server";
import { languageOffer } from "@/i18n/page-language";
import { messagesOf } from "@/lib/platform/text/languages";
import { LanguageOfferLine } from "./language-buttons";

/** One line for whoever has chosen no language, and whose browser prefers another that there is. */
export async function LanguageOffer() {
  const [code, locale] = await Promise.all([languageOffer(), getLocale()]);
  if (code === null) return null;
  const { offer, switch: action, dismiss, failed } = messagesOf(code).app.language;
  return (
    <LanguageOfferLine
      code={code}
      current={locale}
      text={offer}
      action={action}
      dismiss={dismiss}
      failed={failed}
    />
  );
}
