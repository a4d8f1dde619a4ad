import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import type { WithdrawalTerms } from "@/lib/withdrawals/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { WithdrawFlow } from "./withdraw-flow";

const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const terms: WithdrawalTerms = {
  currency: "USDT",
  price: null,
  priceAt: null,
  stored: "0.000000",
  available: "500.000000",
  minimum: "10.000000",
  dailyLimit: "600.000000",
  remainingToday: "600.000000",
  fee: "1.000000",
  hasWithdrawPassword: true,
  oneTimeWithdrawPasswordUntil: null,
  phrase: null,
  twoFactorEnabled: false,
  passkeyConfirms: false,
  delayHours: 0,
  addressBookOnly: false,
  heldUntil: null,
};
const requested = {
  status: 201,
  body: {
    withdrawal: {
      id: "w1",
      number: "10001",
      currency: "USDT",
      network: "TRC20",
      address: ADDRESS,
      amount: "400.000000",
      amountCurrency: "USDT",
      valueUsdt: "0.000000",
      fee: "1.000000",
      net: "399.000000",
      payoutAmount: null,
      payoutRate: null,
      payoutRateSimulated: false,
      status: "pending",
      transactionHash: null,
      adminNotes: null,
      createdAt: "2026-11-21T09:00:00.000Z",
      approvedAt: null,
      processedAt: null,
    },
  },
};

let sent: Sent[];
const posts = () => sent.filter(({ method }) => method === "POST");
let answers: Answer[];

beforeEach(() => {
  answers = [];
  sent = answerFetches(({ method }) => (method === "GET" ? held().answer : answers.shift()));
});

/** The page, with 400 of 500 USDT sent. */
async function send() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(withdrawalKeys.terms(), terms);
  client.setQueryData(withdrawalKeys.recent(), []);
  const book = { addresses: [], addressBookOnly: false, addressBookOffAt: null };
  client.setQueryData(addressBookKey, book);
  renderUi(
    <QueryClientProvider client={client}>
      <WithdrawFlow
        currency="USDT"
        networks={[{ network: "TRC20" as const, name: "TRON (TRC20)" }]}
      />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("USDT address"), ADDRESS);
  await user.type(screen.getByLabelText("Amount"), "400");
  const review = async () => {
    await user.click(screen.getByRole("button", { name: "Review" }));
    return screen.findByRole("dialog", { name: "Review withdrawal" });
  };
  const confirm = async () => {
    await user.type(screen.getByLabelText("Withdrawal password"), "withdraw-1");
    await user.click(screen.getByRole("button", { name: /^Withdraw 400/ }));
  };
  const dialog = await review();
  await confirm();
  return { user, client, dialog, review, confirm };
}

it("reaches an unconfirmed withdrawal although it took the money and the day's limit", async () => {
  const { user, client, dialog, review, confirm } = await send();
  await within(dialog).findByText(/^Network error/);
  await user.click(within(dialog).getByRole("button", { name: "Back" }));
  const left = {
    ...terms,
    available: "100.000000",
    remainingToday: "200.000000",
    fee: "500.000000",
  };
  client.setQueryData(withdrawalKeys.terms(), left);
  const again = await review();
  expect(again).toHaveTextContent("Pressing again can't do it twice.");
  expect(again).toHaveTextContent("399.00 USDT");
  expect(screen.queryByText("Insufficient balance")).not.toBeInTheDocument();
  await confirm();
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[1]).toEqual(posts()[0]);
});

it("shows what was requested without waiting for what is looked up after it", async () => {
  answers = [requested];
  await send();
  expect(await screen.findByRole("heading", { name: "Withdrawal requested" })).toHaveFocus();
});

it.each([
  ["before", []],
  ["after", [requested.body.withdrawal]],
])(
  "shows that it is cancelled at once, with the list from %s it was requested",
  async (_, list) => {
    const { withdrawal } = requested.body;
    const processedAt = "2026-11-21T09:05:00.000Z";
    const cancelled = { ...withdrawal, status: "cancelled", processedAt };
    answers = [requested, { body: { withdrawal: cancelled } }];
    const { user, client } = await send();
    await screen.findByRole("heading", { name: "Withdrawal requested" });
    act(() => void client.setQueryData(withdrawalKeys.recent(), list));
    await user.click(screen.getByRole("button", { name: "Cancel withdrawal" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Cancel this withdrawal?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel withdrawal" }));
    expect(await screen.findByText("Returned")).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).not.toBeInTheDocument();
  },
);
