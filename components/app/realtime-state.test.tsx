import { act, screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/render";
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
      {useRealtimeState()} {useClockOffset()}
    </p>
  );
}

afterEach(() => act(resetRealtimeState));

it("tells components how the connection is", () => {
  renderUi(<Shown />);
  expect(screen.getByText("connecting 0")).toBeInTheDocument();
  act(() => setRealtimeState("live"));
  expect(screen.getByText("live 0")).toBeInTheDocument();
});

it("takes the clock from the event that was delayed least", () => {
  renderUi(<Shown />);
  const serverAhead = 5_000;
  act(() => {
    for (const delay of [400, 30, 900]) learnClock(1_000_000 + serverAhead, 1_000_000 + delay);
  });
  expect(screen.getByText("connecting 4970")).toBeInTheDocument();
});

it("follows a clock that was set back once the old samples are gone", () => {
  renderUi(<Shown />);
  act(() => learnClock(1_010_000, 1_000_000));
  act(() => {
    for (let n = 0; n < 20; n += 1) learnClock(1_002_000, 1_000_000);
  });
  expect(screen.getByText("connecting 2000")).toBeInTheDocument();
});

it("ignores a time that is none", () => {
  renderUi(<Shown />);
  act(() => learnClock(Number.NaN));
  expect(screen.getByText("connecting 0")).toBeInTheDocument();
});
