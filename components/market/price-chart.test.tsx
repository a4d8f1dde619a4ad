import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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

/** What each interval is answered; others are lost. */
let asked: Sent[];
let answers: Record<string, Answer | Promise<Answer | null | undefined>>;

afterEach(() => localStorage.clear());

beforeEach(() => {
  mockDrawn.length = 0;
  answers = { "5m": loaded };
  asked = answerFetches(({ path }) => {
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

function chartClient() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={client}>
      <PriceChart userId="u1" poll={false} />
    </QueryClientProvider>,
  );
  return client;
}

function chart() {
  chartClient();
  return userEvent.setup();
}

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
  expect(asked).toHaveLength(3);
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
