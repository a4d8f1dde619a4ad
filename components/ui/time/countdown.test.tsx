import { act, screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { Countdown, secondsLeft, useSecondsLeft } from "./countdown";

const NOW = Date.UTC(2026, 10, 20, 14, 22, 18);

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

function wake() {
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

function Left({ endsAtMs, clockOffsetMs }: { endsAtMs: number; clockOffsetMs: number | null }) {
  return <Countdown secondsLeft={useSecondsLeft(endsAtMs, clockOffsetMs)} />;
}

const timer = () => screen.getByRole("timer", { name: "Time left" });

it("counts by the server's clock, not by the device's", () => {
  renderUi(<Left endsAtMs={NOW + 42_000} clockOffsetMs={-5000} />);
  expect(timer()).toHaveTextContent("00:47");
  act(() => jest.advanceTimersByTime(3100));
  expect(timer()).toHaveTextContent("00:44");
});

it("is right at once when a sleeping tab becomes visible", () => {
  renderUi(<Left endsAtMs={NOW + 60_000} clockOffsetMs={0} />);
  jest.setSystemTime(NOW + 55_000);
  wake();
  expect(timer()).toHaveTextContent("00:05");
  jest.setSystemTime(NOW + 90_000);
  wake();
  expect(timer()).toHaveTextContent("00:00");
});

it("says nothing until it knows the server's clock, and is right when that is set right", () => {
  const HOUR_MS = 3_600_000;
  const left = (clockOffsetMs: number | null) => (
    <Left endsAtMs={NOW - HOUR_MS + 42_000} clockOffsetMs={clockOffsetMs} />
  );
  const { rerender } = renderUi(left(null));
  expect(timer()).toHaveTextContent("--:--");
  rerender(left(0));
  expect(timer()).toHaveTextContent("00:00");
  rerender(left(-HOUR_MS));
  expect(timer()).toHaveTextContent("00:42");
});

it("announces once near the end and never the ticks", () => {
  renderUi(<Left endsAtMs={NOW + 12_000} clockOffsetMs={0} />);
  expect(timer()).toHaveAttribute("aria-live", "off");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  act(() => jest.advanceTimersByTime(2500));
  expect(screen.getByRole("status")).toHaveTextContent("10 seconds left");
});

it("never goes below zero", () => {
  expect(secondsLeft(1000, 0, 5000)).toBe(0);
  expect(secondsLeft(5000, 0, 4001)).toBe(1);
  expect(secondsLeft(5000, 2000, 0)).toBe(3);
});
