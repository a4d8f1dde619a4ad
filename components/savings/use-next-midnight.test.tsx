import { act, renderHook } from "@testing-library/react";
import { learnClock, resetRealtimeState } from "@/components/app/live/realtime-state";
import { useNextMidnight } from "./use-next-midnight";

const HOUR_MS = 3_600_000;
const EVENING = "2028-02-28T23:59:30.000Z";

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  act(resetRealtimeState);
  jest.useRealTimers();
});

/** Shows a page that was made at `serverNow` on a device whose clock says `deviceNow`. */
function show(serverNow: string, deviceNow = serverNow) {
  jest.setSystemTime(new Date(deviceNow));
  const { result } = renderHook(() => useNextMidnight(serverNow));
  return () => result.current.toISOString().slice(0, 10);
}

it("moves on when midnight passes", () => {
  const day = show(EVENING);
  act(() => jest.advanceTimersByTime(29_999));
  expect(day()).toBe("2028-02-29");
  act(() => jest.advanceTimersByTime(2));
  expect(day()).toBe("2028-03-01");
});

it("is right at once on a page that Back shows again, and after the tab slept", () => {
  const day = show(EVENING, "2028-02-29T08:00:00.000Z");
  expect(day()).toBe("2028-03-01");
  jest.setSystemTime(new Date("2028-03-01T08:00:00.000Z"));
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(day()).toBe("2028-03-02");
});

it("goes by the server's clock where the device's is behind, or ahead once that is known", () => {
  const day = show(EVENING, "2028-02-28T12:00:00.000Z");
  act(() => jest.advanceTimersByTime(30_001));
  expect(day()).toBe("2028-03-01");
  act(() => learnClock(Date.now() + 11 * HOUR_MS));
  expect(day()).toBe("2028-02-29");
  act(() => learnClock(Date.now() + 12 * HOUR_MS));
  expect(day()).toBe("2028-03-01");
});
