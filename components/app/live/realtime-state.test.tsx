import { act, screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import {
  learnClock,
  resetRealtimeState,
  setRealtimeState,
  useClockOffset,
  useRealtimeState,
} from "./realtime-state";

function Shown() {
  return (
    <p>
      {useRealtimeState()} {useClockOffset() ?? "unknown"}
    </p>
  );
}

afterEach(() => act(resetRealtimeState));

it("tells components how the connection is", () => {
  renderUi(<Shown />);
  expect(screen.getByText("connecting unknown")).toBeInTheDocument();
  act(() => setRealtimeState("live"));
  expect(screen.getByText("live unknown")).toBeInTheDocument();
});

it("takes the clock from the event that was delayed least", () => {
  renderUi(<Shown />);
  const serverAhead = 5_000;
  act(() => {
    for (const [second, delay] of [400, 30, 900].entries()) {
      const at = 1_000_000 + second * 1000;
      learnClock(at + serverAhead, at + delay);
    }
  });
  expect(screen.getByText("connecting 4970")).toBeInTheDocument();
});

/** Events a second apart, which the device sees at once by a clock that the server's is ahead of. */
const learnFrom = (second: number, aheadMs: number, count = 1) =>
  act(() => {
    for (let n = 0; n < count; n += 1) {
      const at = (second + n) * 1000;
      learnClock(at + aheadMs, at);
    }
  });

it("follows a clock that goes a little slower once the old samples are gone", () => {
  renderUi(<Shown />);
  learnFrom(1000, 6_000);
  learnFrom(1001, 2_000, 19);
  expect(screen.getByText("connecting 6000")).toBeInTheDocument();
  learnFrom(1020, 2_000);
  expect(screen.getByText("connecting 2000")).toBeInTheDocument();
});

it("follows a clock that was put forward after two events, and takes one for a delay", () => {
  renderUi(<Shown />);
  learnFrom(1000, 500, 20);
  learnFrom(1020, -3_600_000);
  expect(screen.getByText("connecting 500")).toBeInTheDocument();
  learnFrom(1021, -3_600_000);
  expect(screen.getByText("connecting -3600000")).toBeInTheDocument();
  learnFrom(1022, 500);
  expect(screen.getByText("connecting 500")).toBeInTheDocument();
});

it("does not take a price that stands still for a clock that was put forward", () => {
  renderUi(<Shown />);
  learnFrom(1000, 500);
  act(() => {
    for (let n = 1; n < 10; n += 1) learnClock(1_000_500, 1_000_000 + n * 6_000);
  });
  expect(screen.getByText("connecting 500")).toBeInTheDocument();
});

it("ignores a time that is none", () => {
  renderUi(<Shown />);
  act(() => learnClock(Number.NaN));
  expect(screen.getByText("connecting unknown")).toBeInTheDocument();
});
