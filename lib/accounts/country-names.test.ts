import { countries } from "./countries";
import { countryChoices, countryName } from "./country-names";

it("offers the stored names in English, in their order", () => {
  const names = countries.map(({ name }) => name);
  expect(countryChoices("en").map(({ value }) => value)).toEqual(names);
  expect(countryChoices("en").map(({ label }) => label)).toEqual(names);
});

it("names and sorts countries in the reader's language and keeps the stored name as the value", () => {
  const german = countryChoices("de");
  expect(german).toContainEqual({ value: "Austria", label: "Österreich" });
  expect(german.map(({ value }) => value).sort()).toEqual(countries.map(({ name }) => name).sort());
  const labels = german.map(({ label }) => label);
  expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, "de")));
  expect(labels.indexOf("Österreich")).toBeLessThan(labels.indexOf("Polen"));
  expect(countryName("Kenya", "es")).toBe("Kenia");
});

it("leaves a name alone that it doesn't know", () => {
  expect(countryName("Atlantis", "de")).toBe("Atlantis");
});
