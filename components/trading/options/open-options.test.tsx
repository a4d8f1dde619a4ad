import { screen } from "@testing-library/react";
import type { TradeDto } from "@/lib/trading/schema";
import { renderUi } from "@/tests/support/screens/render";
import { openOption } from "@/tests/support/trading";
import { OpenOptions } from "./open-options";

const open = (id: string, direction: "up" | "down") => openOption({ id, direction });
const newer = open("2", "up");
const older = open("1", "down");
const won = (trade: TradeDto): TradeDto => ({
  ...trade,
  status: "won",
  exitPrice: "4001.00",
  pnl: "40.000000",
});
const options = (...trades: TradeDto[]) => (
  <OpenOptions trades={trades} price={null} clockOffsetMs={0} onReceipt={() => undefined} />
);
const spoken = (direction: string) =>
  `Option ${direction}, 50.00 USDT: won. Settlement price 4,001.00, balance change +40.00 USDT.`;
const region = () => screen.getAllByRole("status")[0];

it("says a result that comes after that of a newer option, and neither twice", () => {
  const { rerender } = renderUi(options(newer, older));
  expect(region()).toHaveTextContent(/^$/);
  rerender(options(won(newer), older));
  expect(region()).toHaveTextContent(spoken("Up"));
  rerender(options(won(newer), won(older)));
  expect(region()?.textContent?.trim()).toBe(spoken("Down").replaceAll(" USDT", "\u00a0USDT"));
  const said = region()?.firstChild;
  rerender(options({ ...won(newer) }, { ...won(older) }));
  expect(region()?.firstChild).toBe(said);
});

it("says results that come together together", () => {
  const { rerender } = renderUi(options(newer, older));
  rerender(options(won(newer), won(older)));
  expect(region()).toHaveTextContent(`${spoken("Up")} ${spoken("Down")}`);
});

it("says a result in the words of the one before as news", () => {
  const twin = { ...newer, id: "3" };
  const { rerender } = renderUi(options(twin, newer));
  rerender(options(won(twin), newer));
  const first = region()?.firstChild;
  rerender(options(won(twin), won(newer)));
  expect(region()).toHaveTextContent(spoken("Up"));
  expect(region()?.firstChild).not.toBe(first);
});
