import { act, renderHook } from "@testing-library/react";
import type { TradeDto } from "@/lib/trading/schema";
import { useLastSeconds } from "./use-last-seconds";

const START_MS = Date.parse("2026-11-20T10:00:00Z");
const endingIn = (seconds: number, status: TradeDto["status"] = "open") =>
  ({ status, expiresAt: new Date(START_MS + seconds * 1000).toISOString() }) as TradeDto;

beforeEach(() => jest.useFakeTimers({ now: START_MS }));
afterEach(() => jest.useRealTimers());

/** In which of the first 60 seconds it is the last ones of an option. */
function secondsOf(trades: TradeDto[], clockOffsetMs: number | null = 0): number[] {
  const { result } = renderHook(() => useLastSeconds(trades, clockOffsetMs));
  return Array.from({ length: 60 }, (_, second) => second).filter(() => {
    const isLast = result.current;
    act(() => jest.advanceTimersByTime(1000));
    return isLast;
  });
}
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);

it("is true for the last 10 s of each open option", () => {
  const waiting = { status: "open", expiresAt: null } as TradeDto;
  const trades = [endingIn(50), endingIn(30), endingIn(-5), endingIn(12, "lost"), waiting];
  expect(secondsOf(trades)).toEqual([...range(20, 30), ...range(40, 50)]);
});

it("goes by the server's clock, and says no while that is not known", () => {
  expect(secondsOf([endingIn(50)], 20_000)).toEqual(range(20, 30));
  expect(secondsOf([endingIn(5)], null)).toEqual([]);
});
