import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountKeys } from "@/lib/accounts/client";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import type { WithdrawalTerms } from "@/lib/withdrawals/schema";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { WithdrawFlow } from "./withdraw-flow";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const gold: WithdrawalTerms = {
  currency: "XAUT",
  price: "4000.00",
  priceAt: "2026-11-21T09:00:00.000Z",
  stored: "0.750000",
  available: "1.000000",
  minimum: "0.002500",
  dailyLimit: "2.500000",
  remainingToday: "2.500000",
  fee: "0.000250",
  hasWithdrawPassword: true,
  oneTimeWithdrawPasswordUntil: null,
  phrase: null,
  twoFactorEnabled: false,
  passkeyConfirms: false,
  delayHours: 0,
  addressBookOnly: false,
  heldUntil: null,
};
const usdt: WithdrawalTerms = {
  ...gold,
  currency: "USDT",
  price: null,
  priceAt: null,
  available: "500.000000",
  minimum: "10.000000",
  remainingToday: "10000.000000",
  fee: "1.000000",
};
const rate = (currency: string, value: string) => ({
  currency,
  rate: value,
  at: new Date().toISOString(),
  source: "okx",
  simulated: false,
});
const balancesWith = (stored: string) => ({
  balances: {
    USDT: { available: "500.000000", held: "0.000000", escrow: "0.000000" },
    XAUT: { available: "1.000000", held: "0.000000", stored },
    savings: { USDT: "0.000000", XAUT: "0.000000" },
    ai: { USDT: "0.000000", XAUT: "0.000000" },
    owed: { USDT: "0.000000", XAUT: "0.000000" },
  },
  totalUsdt: "7500.000000",
  price: "4000.00",
});

const book = { addresses: [], addressBookOnly: false, addressBookOffAt: null };

let sent: Sent[];
let stored: string;
beforeEach(() => {
  stored = "0.750000";
  sent = answerFetches(({ method, path }) => {
    if (method === "POST") {
      stored = "0.000000";
      return { status: 201, body: { success: true } };
    }
    if (path.includes("/auth/balance")) return { body: balancesWith(stored) };
    return {
      body: {
        ...book,
        withdrawals: [],
        terms: gold,
        rates: [rate("XAUT", "4000.00"), rate("BTC", "95000.00")],
      },
    };
  });
});
afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

function show(currency: "XAUT" | "BTC", terms: WithdrawalTerms) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(withdrawalKeys.terms(terms.currency), terms);
  client.setQueryData(withdrawalKeys.recent(), []);
  client.setQueryData(accountKeys.balance(), balancesWith(stored));
  client.setQueryData(addressBookKey, book);
  const network = currency === "XAUT" ? "ERC20" : "BTC";
  renderUi(
    <QueryClientProvider client={client}>
      <WithdrawFlow currency={currency} networks={[{ network, name: network }]} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it("asks for gold in gold, with its limits, its fee and about what it is worth", async () => {
  const user = show("XAUT", gold);
  await user.type(screen.getByLabelText("XAUT address"), ADDRESS);
  await user.type(screen.getByLabelText("Amount"), "2.6");
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText("Amount"));
  await user.type(screen.getByLabelText("Amount"), "0.5");
  expect(await screen.findByText(/About/)).toHaveTextContent("About 2,000.00 USDT");
  expect(screen.getByText(/^1 XAUT = 4,000\.00 USDT/)).toHaveTextContent(/ s ago$/);
  await user.click(screen.getByRole("button", { name: "Review" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Review withdrawal" }));
  expect(dialog.getByText("0.499750 XAUT")).toBeVisible();
  await user.type(dialog.getByLabelText("Withdrawal password"), "secret");
  await user.click(dialog.getByRole("button", { name: /^Withdraw 0\.50/ }));
  const [order] = sent.filter(({ method }) => method === "POST");
  expect(order?.body).toMatchObject({ currency: "XAUT", amount: "0.5", fee: "0.000250" });
});

it("makes stored gold available by one press", async () => {
  const user = show("XAUT", gold);
  expect(screen.getByText(/are in storage/)).toHaveTextContent("0.750000 XAUT");
  await user.click(screen.getByRole("button", { name: "Make stored XAUT available" }));
  const [move] = sent.filter(({ method }) => method === "POST");
  expect(move).toMatchObject({
    path: expect.stringContaining("/storage/retrieve"),
    body: { amount: "0.750000", to: "XAUT" },
  });
  expect(await screen.findByText("Your stored XAUT is available now.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Make stored XAUT available" })).toBeNull();
});

it("says how many coins a withdrawal in another coin pays, about", async () => {
  const user = show("BTC", usdt);
  await user.type(screen.getByLabelText("Amount"), "96");
  expect(await screen.findByText(/About/)).toHaveTextContent("About 0.00100000 BTC");
  expect(screen.queryByText(/are in storage/)).not.toBeInTheDocument();
});
