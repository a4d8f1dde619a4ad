import { languageChoices, preferredLanguage } from "./preferred";

it("names each language in itself", () => {
  expect(languageChoices()).toEqual([
    { code: "en", name: "English" },
    { code: "de", name: "Deutsch" },
    { code: "es", name: "Español" },
  ]);
});

it.each([
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["es-MX", "es"],
  ["en-US,en;q=0.9,de;q=0.8", "en"],
  ["fr;q=0.4, de;q=0.9", "de"],
  // Whoever prefers a language that there is not sees no other offered.
  ["fr,de;q=0.5", null],
  ["DE", "de"],
  ["*", null],
  ["", null],
  [null, null],
])("a browser that sends %j prefers %s", (accepted, code) =>
  expect(preferredLanguage(accepted)).toBe(code),
);
