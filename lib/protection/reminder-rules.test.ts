import { AWAY_MS, nextReminder, type Visit } from "./reminder-rules";

const MINUTE = 60_000;
const EVERY = 30 * MINUTE;

/** Looks at these minutes, and tells at which a reminder came and what it said. */
function remindersAt(minutes: number[]): [number, number][] {
  let visit: Visit | null = null;
  return minutes.flatMap((minute): [number, number][] => {
    const next = nextReminder(visit, minute * MINUTE, EVERY);
    visit = next.visit;
    return next.dueMs === null ? [] : [[minute, next.dueMs / MINUTE]];
  });
}

it("comes every so many minutes of one visit and says how long that has been", () => {
  const everyFive = Array.from({ length: 20 }, (_, n) => n * 5);
  expect(remindersAt(everyFive)).toEqual([
    [30, 30],
    [60, 60],
    [90, 90],
  ]);
});

it("begins anew after an absence, and where the clock went back or nothing sensible was kept", () => {
  expect(remindersAt([0, 10, 10 + AWAY_MS / MINUTE, 35, 45])).toEqual([]);
  expect(remindersAt([100, 90, 100, 110, 119])).toEqual([]);
  expect(nextReminder({} as Visit, 5, EVERY).visit.startedMs).toBe(5);
});
