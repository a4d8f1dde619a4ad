import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Candle } from "@/components/charts/candle";
import type { CandleChartProps } from "@/components/charts/candle-chart";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { PriceChart } from "./price-chart";

const mockDrawn: CandleChartProps[] = [];
jest.mock("@/components/charts/candle-chart", () => ({
  CandleChart: (props: CandleChartProps) => {
    mockDrawn.push(props);
    return <figure>{props.failure}</figure>;
  },
}));

const klines = [1, 2].map((time) => ({
  time,
  open: "4000.00",
  high: "4001.00",
  low: "3999.00",
  close: "4000.00",
  volume: "0",
}));
const loaded: Answer = {
  body: { interval: "5m", klines, source: "live", simulated: false, stale: false },
};

/** The alerts that there are, and what adding another is answered. */
let alerts: object[];
let added: Answer;
/** What each interval is answered; others are lost. */
let asked: Sent[];
let answers: Record<string, Answer | Promise<Answer | null | undefined>>;

afterEach(() => localStorage.clear());

beforeEach(() => {
  mockDrawn.length = 0;
  answers = { "5m": loaded };
  alerts = [];
  asked = answerFetches(({ path, method }) => {
    if (path.startsWith("/api/alerts")) {
      if (method !== "GET") return method === "POST" ? added : { body: {} };
      return { body: { alerts, nextCursor: null } };
    }
    if (path === "/api/xaut/price") return { body: { price: "4000.00" } };
    const query = new URL(path, "http://site.test").searchParams;
    const before = query.get("before");
    return answers[before === null ? query.get("interval")! : `before ${before}`];
  });
});

const candle = (time: number) => ({ ...klines[0]!, time });
const minutes = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => candle((from + 5 * n) * 60));
const answerOf = (candles: object[]): Answer => ({
  body: { ...(loaded.body as object), klines: candles },
});
const earlier = () => act(() => drawn()?.onNearStart?.());
const timesDrawn = () => [...(drawn()?.candles ?? []), drawn()?.live].map((one) => one?.time);

function chartClient(ticks?: Candle[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={client}>
      <PriceChart userId="u1" poll={false} ticks={ticks} />
    </QueryClientProvider>,
  );
  return client;
}

function chart() {
  chartClient();
  return userEvent.setup();
}

/** Lets go of the first alert at another price. */
const moveAlert = (price: number) =>
  act(() => {
    const mark = drawn()?.marks?.find(({ tone }) => tone === "alert");
    drawn()?.onMoved?.(mark!, { id: mark!.line.id, price });
  });
const changes = () =>
  asked
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path, body]);

const drawn = () => mockDrawn.at(-1);
const GREYED = { stale: true, loading: false, failed: false, interval: "5m", live: klines[1] };

it("keeps the candles before, greyed, where another interval can't be loaded", async () => {
  const user = chart();
  await waitFor(() => expect(drawn()).toMatchObject({ live: klines[1], stale: false }));
  await user.click(screen.getByRole("radio", { name: "1h" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The 1h candles could not be loaded. The chart shows 5m candles from before.",
  );
  expect(drawn()).toMatchObject(GREYED);

  // They stay while it is tried again, and the button under the reader's finger too.
  const { answer, release } = held();
  answers["1h"] = answer;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Retrying…" })).toHaveFocus();
  expect(drawn()).toMatchObject(GREYED);

  release(loaded);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(drawn()).toMatchObject({ interval: "1h", stale: false, live: klines[1] });
});

it("loads on, back to the first candle that there is", async () => {
  const newest = minutes(100_000, 3);
  const [page, first] = [minutes(98_500, 300), minutes(98_450, 10)];
  answers = {
    "5m": answerOf(newest),
    [`before ${newest[0]!.time}`]: answerOf(page),
    [`before ${page[0]!.time}`]: answerOf(first),
  };
  chart();
  await waitFor(() => expect(timesDrawn()).toHaveLength(3));
  earlier();
  earlier();
  await waitFor(() => expect(timesDrawn()).toHaveLength(303));
  earlier();
  await waitFor(() => expect(timesDrawn()).toHaveLength(313));
  expect(timesDrawn()).toEqual([...first, ...page, ...newest].map(({ time }) => time));
  earlier();
  expect(asked.filter(({ path }) => path.includes("/kline"))).toHaveLength(3);
});

it("says that earlier candles could not be loaded, and loads them with Retry", async () => {
  const newest = minutes(100_000, 3);
  answers = { "5m": answerOf(newest) };
  const user = chart();
  await waitFor(() => expect(timesDrawn()).toHaveLength(3));
  earlier();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Earlier candles could not be loaded.",
  );
  expect(drawn()).toMatchObject({ stale: false });
  answers[`before ${newest[0]!.time}`] = answerOf(minutes(99_990, 2));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(timesDrawn()).toHaveLength(5));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps what was loaded on while the newest candles move on", async () => {
  const newest = minutes(100_000, 3);
  answers = { "5m": answerOf(newest), [`before ${newest[0]!.time}`]: answerOf(minutes(99_990, 2)) };
  const client = chartClient();
  await waitFor(() => expect(timesDrawn()).toHaveLength(3));
  earlier();
  await waitFor(() => expect(timesDrawn()).toHaveLength(5));
  answers["5m"] = answerOf(minutes(100_005, 3));
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(timesDrawn()).toHaveLength(6));
  expect(timesDrawn()).toEqual(minutes(99_990, 6).map(({ time }) => time));
  // After a pause there would be a hole: only the newest are shown.
  answers["5m"] = answerOf(minutes(200_000, 3));
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(timesDrawn()).toHaveLength(3));
});

it("shows the interval that was chosen before a reload", async () => {
  answers["1h"] = loaded;
  const user = chart();
  await user.click(screen.getByRole("radio", { name: "1h" }));
  cleanup();
  chart();
  expect(screen.getByRole("radio", { name: "1h" })).toBeChecked();
});

it("keeps the place of candles that never came", async () => {
  answers = {};
  chart();
  expect(await screen.findByRole("alert")).toHaveTextContent("The 5m candles could not be loaded.");
  expect(drawn()).toMatchObject({ candles: [], live: null, failed: true, loading: false });
});

const ALERT = {
  id: "a1",
  direction: "above",
  price: "4100.00",
  createdAt: "2026-01-01T00:00:00Z",
  firedAt: null,
  firedPrice: null,
};

it("moves an alert that is dragged: another is made before the old one goes", async () => {
  alerts = [ALERT, { ...ALERT, id: "a2", firedAt: "2026-01-02T00:00:00Z" }];
  added = { body: { alert: ALERT } };
  chart();
  await waitFor(() => expect(drawn()?.marks).toHaveLength(1));
  moveAlert(3900);
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()).toEqual([
    ["POST", "/api/alerts", { direction: "below", price: "3900.00" }],
    ["DELETE", "/api/alerts/a1", undefined],
  ]);
});

it("leaves an alert where it was when no other could be made", async () => {
  alerts = [ALERT];
  added = { status: 422, body: { message: "You have 20 alerts already" } };
  chart();
  await waitFor(() => expect(drawn()?.marks).toHaveLength(1));
  moveAlert(4200);
  expect(drawn()?.marks?.[0]?.line).toMatchObject({ price: 4200 });
  await waitFor(() => expect(drawn()?.marks?.[0]?.line).toMatchObject({ price: 4100 }));
  expect(changes().map(([method]) => method)).toEqual(["POST"]);
});

it("keeps a line that was dragged where it was let go", async () => {
  const lines = [{ id: "l1", price: 4000 }];
  localStorage.setItem("chart-u1", JSON.stringify({ lines }));
  chart();
  await waitFor(() => expect(drawn()?.marks).toHaveLength(1));
  act(() => drawn()?.onMoved?.(drawn()!.marks![0]!, { id: "l1", price: 4005 }));
  expect(drawn()?.marks?.[0]?.line).toEqual({ id: "l1", price: 4005 });
  expect(JSON.parse(localStorage.getItem("chart-u1") ?? "")).toMatchObject({
    lines: [{ id: "l1", price: 4005 }],
  });
});

it("shows the ticks that were heard beside the intervals, and the interval again", async () => {
  const ticks = [candle(100), candle(101), candle(102)];
  chartClient(ticks);
  const user = userEvent.setup();
  await waitFor(() => expect(drawn()).toMatchObject({ interval: "5m", live: klines[1] }));
  await user.click(screen.getByRole("radio", { name: "Ticks" }));
  expect(timesDrawn()).toEqual([100, 101, 102]);
  expect(drawn()).toMatchObject({ interval: "tick", choices: { look: "line", hasVolume: false } });
  await user.click(screen.getByRole("radio", { name: "5m" }));
  expect(drawn()).toMatchObject({ interval: "5m", live: klines[1], choices: { look: "candles" } });
});

it("offers no ticks where the page keeps none", () => {
  chart();
  expect(screen.queryByRole("radio", { name: "Ticks" })).toBeNull();
});
