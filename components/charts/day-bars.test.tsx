import { renderUi } from "@/tests/support/screens/render";
import { DayBars } from "./day-bars";

const WIDTH = 600;

beforeAll(() => {
  // A browser tells the drawing how much room it has.
  globalThis.ResizeObserver = class {
    constructor(private readonly heard: ResizeObserverCallback) {}
    observe() {
      this.heard([{ contentRect: { width: WIDTH } } as ResizeObserverEntry], this);
    }
    disconnect() {}
    unobserve() {}
  };
});

/** The words of a drawing of some days. */
function wordsOf(...days: string[]): (string | null)[] {
  const { container } = renderUi(
    <DayBars
      title="Result by day"
      summary="Some days."
      bars={days.map((day, n) => ({ day, value: `${n + 1}.000000` }))}
      label="Result"
      dayLabel="Day"
      format={(value) => Number(value).toFixed(2)}
      formatDay={(day) => `the ${Number(day.slice(-2))}th`}
    />,
  );
  return [...container.querySelectorAll("svg text")].map(({ textContent }) => textContent);
}

it("names its first and its last day", () => {
  const days = ["2026-11-04", "2026-11-05", "2026-11-06", "2026-11-09"];
  expect(wordsOf(...days)).toEqual(["the 4th", "the 9th", "4.00", "0.00"]);
});

it("names the first alone where two names would not fit", () => {
  expect(wordsOf("2026-11-04", "2026-11-05")).toEqual(["the 4th", "2.00", "0.00"]);
});
