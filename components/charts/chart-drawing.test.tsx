import { fireEvent } from "@testing-library/react";
import type { Candle } from "./candle";
import { ChartDrawing } from "./chart-drawing";
import type { Picture } from "./drawing/picture";
import type { Mark } from "./lines/chart-lines";

let mockPicture: () => Picture;
// What is painted is what the pictures are: jsdom has no canvas.
jest.mock("./drawing/painter", () => ({
  startPainter: (_container: HTMLElement, latest: () => Picture) => {
    mockPicture = latest;
    return { change: () => {}, stop: () => {} };
  },
}));

const WIDTH = 648;
const HEIGHT = 428;
/** Of the panes, beside an axis of 48 px. */
const PX = 6;
const IN_SIGHT = (WIDTH - 48) / PX;

const candleAt = (index: number): Candle => ({
  time: 60 * (index + 1),
  open: "4000.00",
  high: "4010.00",
  low: "3990.00",
  close: "4000.00",
});
const candles = (count: number) => Array.from({ length: count }, (_, index) => candleAt(index));

let drawing: ChartDrawing;
const on = { onMoved: jest.fn(), onPointed: jest.fn(), onSight: jest.fn() };
let container: HTMLElement;
let resized: ResizeObserverCallback;

beforeEach(() => {
  jest.clearAllMocks();
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  global.ResizeObserver = class {
    constructor(told: ResizeObserverCallback) {
      resized = told;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  container = document.createElement("div");
  Object.defineProperties(container, {
    clientWidth: { value: WIDTH },
    clientHeight: { value: HEIGHT },
  });
  container.setPointerCapture = () => {};
  document.body.append(container);
  drawing = new ChartDrawing(container, on);
  resized([], {} as ResizeObserver);
  // The axis takes what jsdom, which measures no text, makes of it.
  expect(mockPicture().axisWidth).toBe(48);
});
afterEach(() => {
  drawing.remove();
  container.remove();
});

const show = (finished: readonly Candle[], live: Candle | null = null) =>
  drawing.show({ candles: finished, live, studies: [], liveValues: [] });
const all = candles(500);

/** jsdom knows no pointers: an event of a mouse that says which one it is. */
function pointer(
  name: "pointerdown" | "pointermove" | "pointerup" | "pointercancel",
  clientX: number,
  clientY: number,
  { pointerId = 1, pointerType = "mouse" } = {},
): void {
  const event = new MouseEvent(name, { clientX, clientY, bubbles: true, cancelable: true });
  fireEvent(container, Object.assign(event, { pointerId, pointerType }));
}

/** The first and last candle in sight. */
const seen = () => {
  const range = drawing.inSight();
  return range && [range.from / 60 - 1, range.to / 60 - 1];
};

it("shows the newest candles first, and tells what is in sight", () => {
  show(all);
  expect(seen()).toEqual([400, 499]);
  expect(on.onSight).toHaveBeenLastCalledWith(399.5);
});

it("follows new candles at the right edge, and stays where somebody looks at older ones", () => {
  show(all);
  show(all, candleAt(500));
  expect(mockPicture().bars.count).toBe(501);
  expect(on.onSight).toHaveBeenLastCalledWith(400.5);
  drawing.pan(-1);
  const before = seen();
  show([...all, candleAt(500)], candleAt(501));
  expect(mockPicture().bars.count).toBe(502);
  expect(seen()).toEqual(before);
  drawing.showNewest();
  expect(on.onSight).toHaveBeenLastCalledWith(401.5);
});

it("stays where it is while earlier candles come", () => {
  show(all.slice(200));
  drawing.pan(-0.5);
  const before = drawing.inSight();
  show(all);
  expect(drawing.inSight()).toEqual(before);
});

it("goes to the first candle and to the newest, and no further", () => {
  show(all);
  drawing.pan(Number.NEGATIVE_INFINITY);
  expect(seen()).toEqual([0, IN_SIGHT - 1]);
  drawing.pan(-1);
  expect(seen()).toEqual([0, IN_SIGHT - 1]);
  drawing.pan(20);
  expect(seen()).toEqual([400, 499]);
});

it("zooms around the newest candle in sight, up to all and down to ten", () => {
  show(all);
  drawing.zoom(0.5);
  expect(seen()).toEqual([450, 499]);
  for (let press = 0; press < 20; press += 1) drawing.zoom(0.5);
  expect(seen()).toEqual([490, 499]);
  for (let press = 0; press < 20; press += 1) drawing.zoom(2);
  expect(seen()).toEqual([0, 499]);
  drawing.reset();
  expect(seen()).toEqual([400, 499]);
});

it("moves so far that a candle is in sight", () => {
  show(all);
  drawing.keepInSight(100);
  expect(seen()).toEqual([100, 199]);
  drawing.keepInSight(300);
  expect(seen()).toEqual([201, 300]);
  drawing.keepInSight(250);
  expect(seen()).toEqual([201, 300]);
});

it("is dragged by a mouse, which points at candles where it is not pressed", () => {
  show(all);
  pointer("pointermove", 3, 100);
  expect(on.onPointed).toHaveBeenLastCalledWith(candleAt(400).time);
  expect(mockPicture().crosshair).toEqual({ time: candleAt(400).time, y: 100 });
  pointer("pointerdown", 100, 100);
  pointer("pointermove", 160, 130);
  pointer("pointerup", 160, 130);
  expect(seen()).toEqual([390, 489]);
  pointer("pointermove", WIDTH - 10, 100);
  expect(on.onPointed).toHaveBeenLastCalledWith(null);
  expect(mockPicture().crosshair).toBeNull();
});

it("is pinched around what lies between two fingers", () => {
  show(all);
  const finger = (pointerId: number) => ({ pointerId, pointerType: "touch" });
  pointer("pointerdown", 200, 100, finger(1));
  pointer("pointerdown", 400, 100, finger(2));
  pointer("pointermove", 500, 100, finger(2));
  // Once and a half as wide, around x = 350: candle 457.8.
  const [from = 0, to = 0] = seen() ?? [];
  expect(to - from).toBeCloseTo(IN_SIGHT / 1.5, -1);
  expect(from + 350 / (1.5 * PX)).toBeCloseTo(399.5 + 350 / PX, -0.5);
});

it("points by a finger that is held still, until the next one comes down", () => {
  jest.useFakeTimers();
  show(all);
  const finger = { pointerType: "touch" };
  pointer("pointerdown", 303, 100, finger);
  pointer("pointermove", 302, 101, finger);
  expect(mockPicture().crosshair).toBeNull();
  jest.advanceTimersByTime(300);
  expect(mockPicture().crosshair).toEqual({ time: candleAt(450).time, y: 100 });
  pointer("pointermove", 243, 150, finger);
  expect(mockPicture().crosshair).toEqual({ time: candleAt(440).time, y: 150 });
  pointer("pointerup", 243, 150, finger);
  expect(seen()).toEqual([400, 499]);
  expect(mockPicture().crosshair).not.toBeNull();
  pointer("pointerdown", 243, 150, finger);
  expect(mockPicture().crosshair).toBeNull();
  jest.useRealTimers();
});

const level: Mark = { line: { id: "a", price: 4000 }, tone: "own", label: "" };
/** In the middle between the prices in sight, with a little more room above than below. */
const yOfLevel = () => {
  const { topValue, bottomValue } = {
    topValue: 4010 + 20 * (0.12 / 0.78),
    bottomValue: 3990 - 20 * (0.1 / 0.78),
  };
  return ((topValue - 4000) / (topValue - bottomValue)) * (HEIGHT - 28);
};

it("lets a line be dragged, while the chart stays where it is", () => {
  show(all);
  drawing.setMarks([level]);
  const y = yOfLevel();
  pointer("pointerdown", 100, y);
  pointer("pointermove", 180, y - 40);
  expect(mockPicture().levels[0]!.price).toBeGreaterThan(4000);
  pointer("pointerup", 180, y - 40);
  expect(seen()).toEqual([400, 499]);
  const [mark, line] = on.onMoved.mock.lastCall as [Mark, { price: number }];
  expect(mark).toBe(level);
  expect(line.price).toBeCloseTo(4000 + (40 / (HEIGHT - 28)) * (20 / 0.78), 1);
});

it("puts a line back whose pointer was taken away", () => {
  show(all);
  drawing.setMarks([level]);
  pointer("pointerdown", 100, yOfLevel());
  pointer("pointermove", 100, yOfLevel() - 40);
  pointer("pointercancel", 100, yOfLevel() - 40);
  expect(on.onMoved).not.toHaveBeenCalled();
  expect(mockPicture().levels[0]!.price).toBe(4000);
});

it("lets the panes be resized between them", () => {
  const rsi = {
    key: "rsi 14",
    choice: { kind: "rsi", params: [14] },
    values: all.map(() => [50]),
    peek: () => [50],
  } as const;
  drawing.show({ candles: all, live: null, studies: [rsi], liveValues: [] });
  const heights = () => {
    const { panes } = mockPicture();
    const total = panes.reduce((sum, { weight }) => sum + weight, 0);
    return panes.map(({ weight }) => Math.round((weight / total) * (HEIGHT - 28)));
  };
  expect(heights()).toEqual([300, 100]);
  pointer("pointerdown", 100, 300);
  pointer("pointermove", 100, 250);
  expect(heights()).toEqual([250, 150]);
  pointer("pointermove", 100, 1000);
  expect(heights()).toEqual([370, 30]);
  pointer("pointerup", 100, 1000);
  // The next candles leave them as they are.
  drawing.show({ candles: [...all], live: null, studies: [rsi], liveValues: [] });
  expect(heights()).toEqual([370, 30]);
});
