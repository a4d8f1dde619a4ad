import { settingsSchema } from "@/lib/settings/schema";
import { type SupportHours, supportState } from "./rules";

const weekdays: SupportHours = {
  zone: "Europe/Berlin",
  days: [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:00" })),
};
const stateAt = (hours: SupportHours, at: string) => {
  const { changesAt, ...state } = supportState(hours, new Date(at));
  return [state.isOpen, changesAt?.toISOString() ?? null];
};

it.each([
  ["on a working day", "2026-11-27T10:00:00Z", true, "2026-11-27T16:00:00.000Z"],
  ["at the opening", "2026-11-27T08:00:00Z", true, "2026-11-27T16:00:00.000Z"],
  ["at the closing", "2026-11-27T16:00:00Z", false, "2026-11-30T08:00:00.000Z"],
  ["at the weekend", "2026-11-29T12:00:00Z", false, "2026-11-30T08:00:00.000Z"],
  ["before a change of the clocks", "2027-03-27T12:00:00Z", false, "2027-03-29T07:00:00.000Z"],
] as const)("answers %s as the clocks of its zone say", (_when, at, isOpen, changesAt) => {
  expect(stateAt(weekdays, at)).toEqual([isOpen, changesAt]);
});

it("is closed since it was open last, the same throughout", () => {
  for (const at of ["2026-11-27T16:00:00Z", "2026-11-28T03:00:00Z", "2026-11-30T07:59:59Z"]) {
    expect(supportState(weekdays, new Date(at))).toMatchObject({
      since: new Date("2026-11-27T16:00:00Z"),
    });
  }
});

it("goes on over midnight, and is always open without hours or with all of them", () => {
  const allDay = { from: "00:00", to: "24:00" };
  const two = { zone: "UTC", days: [5, 6].map((day) => ({ day, ...allDay })) };
  expect(stateAt(two, "2026-11-27T10:00:00Z")).toEqual([true, "2026-11-29T00:00:00.000Z"]);
  const week = { zone: "UTC", days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...allDay })) };
  expect(stateAt(week, "2026-11-27T10:00:00Z")).toEqual([true, null]);
  expect(stateAt({ zone: "UTC", days: [] }, "2026-11-27T10:00:00Z")).toEqual([true, null]);
});

it("opens once a week where that is all", () => {
  const monday = { zone: "UTC", days: [{ day: 1, from: "09:00", to: "10:00" }] };
  expect(stateAt(monday, "2026-11-23T10:00:00Z")).toEqual([false, "2026-11-30T09:00:00.000Z"]);
});

it.each([
  ["a zone that there is not", { zone: "Mars/Olympus", days: [] }],
  ["an end before its beginning", { zone: "UTC", days: [{ day: 1, from: "17:00", to: "09:00" }] }],
  ["a time that there is not", { zone: "UTC", days: [{ day: 1, from: "09:00", to: "24:30" }] }],
  [
    "a day twice",
    { zone: "UTC", days: [1, 1].map((day) => ({ day, from: "09:00", to: "17:00" })) },
  ],
])("takes no hours with %s", (_what, hours) => {
  expect(settingsSchema.shape.supportHours.safeParse(weekdays).success).toBe(true);
  expect(settingsSchema.shape.supportHours.safeParse(hours).success).toBe(false);
});
