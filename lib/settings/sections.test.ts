import messages from "@/messages/en.json";
import { defaultSettings, settingsSchema } from "./schema";
import { placedSettings, SETTING_SECTIONS } from "./sections";

it("has a place for every setting: a new one is not forgotten on the screen", () => {
  const placed = placedSettings.map(({ key }) => key);
  expect(placed.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

it("has words for every section and setting", () => {
  const { sections, fields } = messages.staffSettings;
  expect(Object.keys(sections).toSorted()).toEqual(
    SETTING_SECTIONS.map(({ name }) => name).toSorted(),
  );
  expect(Object.keys(fields).toSorted()).toEqual(placedSettings.map(({ key }) => key).toSorted());
});

it("knows how long a text may be", () => {
  for (const { key, max } of placedSettings) {
    const schema = settingsSchema.shape[key as keyof typeof settingsSchema.shape];
    if (max === undefined) continue;
    expect([key, schema.safeParse("x".repeat(max)).success]).toEqual([key, true]);
    expect([key, schema.safeParse("x".repeat(max + 1)).success]).toEqual([key, false]);
  }
});

it("reviews everything that money depends on", () => {
  const unreviewed = placedSettings.filter(({ review }) => !review).map(({ key }) => key);
  expect(unreviewed).toEqual([
    "siteName",
    "logoUrl",
    "favicon",
    "metaTitle",
    "metaDescription",
    "announcement",
    "operatorName",
    "operatorAddress",
    "operatorRegistration",
    "operatorRegulator",
    "operatorContact",
    "operatorPrivacyContact",
    "operatorComplaints",
    "operatorCustody",
    "operatorRetention",
    "operatorLaw",
    "supportHours",
  ]);
});

it("starts with settings that fit their own rules", () => {
  expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
});
