import { countries } from "./countries";

/**
 * The name of a country in a reader's language, by the name that is stored. In English the two are the same. Made on
 * the server: a browser may know another name, and a page would change under its reader.
 */
export function countryName(stored: string, language: string): string {
  const country = countries.find(({ name }) => name === stored);
  if (!country || language === "en") return stored;
  const names = new Intl.DisplayNames(language, { type: "region", style: "short" });
  return names.of(country.code) ?? stored;
}

/** A country to choose: the name that is stored, and the one that is shown. */
export type CountryChoice = { value: string; label: string };

/** The countries that people can register from, in the order of a reader's language. */
export function countryChoices(language: string): CountryChoice[] {
  return countries
    .map(({ name }) => ({ value: name, label: countryName(name, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}
