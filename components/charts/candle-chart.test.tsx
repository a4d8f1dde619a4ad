import { screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { CandleChart } from "./candle-chart";
import { parseChoices } from "./chart-choices";

const CHOICES = parseChoices(null);
const NONE = /No candles yet/;

it("doesn't say that there are no candles where they could not be loaded", () => {
  const { rerender } = renderUi(
    <CandleChart candles={[]} interval="5m" choices={CHOICES} failed />,
  );
  expect(screen.getByRole("figure")).toBeInTheDocument();
  expect(screen.queryByText(NONE)).toBeNull();
  expect(screen.queryByRole("button", { name: "View as table" })).toBeNull();
  rerender(<CandleChart candles={[]} interval="5m" choices={CHOICES} loading />);
  expect(screen.queryByText(NONE)).toBeNull();
});
