import { countries, findCountry } from "./countries";

it("offers some 85 countries, each once, in the order of their names, with a dial code", () => {
  expect(countries.length).toBeGreaterThanOrEqual(80);
  expect(countries.length).toBeLessThanOrEqual(90);
  const names = countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en")));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(names.length);
  for (const { code, phoneCode } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(phoneCode).toMatch(/^\+[1-9]\d{0,3}$/);
  }
});

it("finds a country only with its own dial code, however that is written", () => {
  expect(findCountry("Kenya", "254")?.code).toBe("KE");
  expect(findCountry("Kenya", "+254")?.code).toBe("KE");
  expect(findCountry("Kenya", "+255")).toBeUndefined();
});
