import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import { answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { livePrice } from "@/tests/support/trading";
import { NewSpot } from "./new-spot";

const settings = {
  manual: { enabled: true, feeRate: "0.001", spread: "0", minAmount: "10", maxAmount: "10000" },
  dailyTradeLimit: 100,
  dailyTradesUsed: 3,
};
const balanceOf = (available: string) => ({
  balances: { USDT: { available }, XAUT: { available: "0.000000" } },
});
const price = livePrice();

let sent: Sent[];
const orders = () => sent.filter(({ method }) => method === "POST");

beforeEach(() => {
  sent = answerFetches(({ method }) => (method === "POST" ? undefined : held().answer));
});

function Page() {
  return <NewSpot live={useLivePrice()} onReceipt={() => undefined} />;
}

it.each([
  ["given", "Amount to spend", "40"],
  ["wanted", "Amount to receive", "0.01"],
])(
  "reaches an unconfirmed trade, its amount %s, although it took the money and there is no price",
  async (of, label, amount) => {
    const user = userEvent.setup();
    const client = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
    });
    client.setQueryData(accountKeys.balance(), balanceOf("100.000000"));
    client.setQueryData(tradingKeys.settings(), settings);
    client.setQueryData(marketKeys.price(), price);
    renderUi(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    );
    if (of === "wanted") {
      await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
    }
    await user.type(screen.getByLabelText(label), amount);
    const review = async () => {
      await user.click(screen.getByRole("button", { name: "Review" }));
      return screen.findByRole("dialog", { name: "Review trade" });
    };
    const confirm = () => user.click(screen.getByRole("button", { name: /^Buy with 40\./ }));
    const first = await review();
    await confirm();
    await within(first).findByText(/^Network error/);
    await user.click(within(first).getByRole("button", { name: "Back" }));
    const manual = { ...settings.manual, spread: "0.02" };
    client.setQueryData(tradingKeys.settings(), { ...settings, manual });
    client.setQueryData(accountKeys.balance(), balanceOf("10.000000"));
    client.setQueryData(marketKeys.price(), { ...price, bid: null, ask: null });
    await screen.findByText(/There is no price yet/);
    const again = await review();
    expect(again).toHaveTextContent("Pressing again can't do it twice.");
    expect(again).toHaveTextContent("Buy price (ask)4,001.00");
    expect(again).not.toHaveTextContent("Spread, half of it");
    expect(screen.queryByText("Insufficient balance")).not.toBeInTheDocument();
    await confirm();
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]).toEqual(orders()[0]);
  },
);
