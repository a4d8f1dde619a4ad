import { isReferralBlocked, referralRatePpm } from "./rules";

it.each([
  ["0", 0],
  ["0.10", 100_000],
  ["0.12345678", 123_456],
  ["1", 1_000_000],
  ["2.5", 1_000_000],
])("takes a rate of %s as %d ppm", (referralRate, ppm) => {
  expect(referralRatePpm({ referralRate })).toBe(ppm);
});

it("is off in the listed countries only", () => {
  const settings = { referralBlockedCountries: ["GB"] };
  expect(isReferralBlocked(settings, "GB")).toBe(true);
  expect(isReferralBlocked(settings, "KE")).toBe(false);
});
