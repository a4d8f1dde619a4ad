import { offeredLanguages } from "./languages";

/** The name of a language in itself: "Deutsch". */
export function nameOfLanguage(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The languages that readers may choose, each under its own name. */
export const languageChoices = (): { code: string; name: string }[] =>
  offeredLanguages().map((code) => ({ code, name: nameOfLanguage(code) }));

/**
 * The language that a browser prefers to all others, where it is offered; null where it is not, or says nothing.
 * @param accepted its Accept-Language header
 */
export function preferredLanguage(accepted: string | null): string | null {
  const wishes = (accepted ?? "").split(",").map((wish) => {
    const [tag = "", ...parameters] = wish.trim().split(";");
    const quality = /^\s*q=([\d.]+)/.exec(parameters[0] ?? "")?.[1] ?? "1";
    return { tag: tag.toLowerCase(), quality: Number(quality) };
  });
  const [first] = wishes
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const known = offeredLanguages();
  const fits = (code: string) => code.toLowerCase() === first?.tag;
  return known.find(fits) ?? known.find((code) => first?.tag.split("-")[0] === code) ?? null;
}
