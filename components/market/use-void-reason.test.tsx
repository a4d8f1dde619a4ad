import { screen } from "@testing-library/react";
import { RecentTrades } from "@/components/trading/recent-trades";
import { ConversionList } from "@/components/vault/conversion-list";
import type { TradeDto } from "@/lib/trading/schema";
import { renderUi } from "@/tests/support/screens/render";
import { openOption, spotBuy } from "@/tests/support/trading";

const SETTLED = {
  isPending: false,
  isFetching: false,
  error: null,
  hasNextPage: false,
  refetch: () => undefined,
};
type TradeList = Parameters<typeof RecentTrades>[0]["list"];
type Conversions = Parameters<typeof ConversionList>[0]["list"];

const showTrade = (trade: TradeDto) => {
  const list = { ...SETTLED, data: { trades: [trade], nextCursor: null } };
  renderUi(
    <RecentTrades list={list as unknown as TradeList} href="/record" onOpen={() => undefined} />,
  );
};

it.each([
  [
    "spot trade beyond its limit",
    spotBuy({ status: "void", voidReason: "PRICE_MOVED" }),
    /^The price moved beyond your limit/,
  ],
  ["option without a price", openOption({ status: "void" }), /^There was no price in time/],
] as const)("a void %s says why", (_, trade, reason) => {
  showTrade(trade);
  expect(screen.getByText(reason)).toBeVisible();
});

it("no other trade gives a reason", () => {
  showTrade(openOption());
  expect(screen.queryByText(/price/)).not.toBeInTheDocument();
});

it("a void conversion says why, as a row and as a card", () => {
  const conversion = {
    id: "c1",
    ...{ direction: "store", status: "void", currency: "USDT", voidReason: "NO_PRICE" },
    ...{ usdt: "100.000000", xaut: null, fee: null, price: null, tickId: null, limitPrice: null },
    ...{ simulated: false, createdAt: "2026-11-20T10:00:00.000Z" },
  };
  const list = { ...SETTLED, data: { pages: [{ history: [conversion] }] } };
  renderUi(<ConversionList list={list as unknown as Conversions} />);
  expect(screen.getAllByText("There was no price within 10 seconds.")).toHaveLength(2);
});
