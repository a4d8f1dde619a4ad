import { countries } from "@/lib/accounts/countries";

const names = new Map(countries.map(({ code, name }) => [code, name]));
const inEnglish = new Intl.DisplayNames("en", { type: "region" });

/** Countries that nobody registers from, but where the law of their region holds. */
const OTHERS_OF_EEA = "IS LI LT LU LV MT SI SK".split(" ");

/** A country's name by its code, as the registration form calls it. */
export function countryName(code: string): string {
  return names.get(code) ?? inEnglish.of(code) ?? code;
}

/** Codes of the countries that can be picked, by name. */
export const pickableCountries: readonly string[] = [
  ...new Set([...names.keys(), ...OTHERS_OF_EEA]),
].sort((a, b) => countryName(a).localeCompare(countryName(b), "en"));
