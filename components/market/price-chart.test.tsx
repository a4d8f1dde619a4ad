import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CandleChartProps } from "@/components/charts/candle-chart";
import { type Answer, answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { PriceChart } from "./price-chart";

const mockDrawn: CandleChartProps[] = [];
jest.mock("@/components/charts/candle-chart", () => ({
  CandleChart: (props: CandleChartProps) => {
    mockDrawn.push(props);
    return <figure />;
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
let answers: Record<string, Answer | Promise<Answer | null | undefined>>;

beforeEach(() => {
  mockDrawn.length = 0;
  answers = { "5m": loaded };
  answerFetches(
    ({ path }) => answers[new URL(path, "http://site.test").searchParams.get("interval")!],
  );
});

function chart() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={client}>
      <PriceChart poll={false} />
    </QueryClientProvider>,
  );
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

it("keeps the place of candles that never came", async () => {
  answers = {};
  chart();
  expect(await screen.findByRole("alert")).toHaveTextContent("The 5m candles could not be loaded.");
  expect(drawn()).toMatchObject({ candles: [], live: null, failed: true, loading: false });
});
