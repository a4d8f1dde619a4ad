import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { WithdrawFlow } from "@/components/withdrawals/withdraw-flow";
import type { WithdrawFormProps } from "@/components/withdrawals/withdraw-form";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import type { SavedAddress } from "@/lib/withdrawals/address-schema";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import type { WithdrawalDto, WithdrawalTerms } from "@/lib/withdrawals/schema";
import { type Answer, answerFetches, type held, type Sent } from "../network";
import { renderUi } from "./render";

export const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
export const terms: WithdrawalTerms = {
  currency: "USDT",
  price: null,
  priceAt: null,
  stored: "0.000000",
  available: "500.000000",
  minimum: "10.000000",
  dailyLimit: "10000.000000",
  remainingToday: "10000.000000",
  fee: "1.000000",
  hasWithdrawPassword: true,
  oneTimeWithdrawPasswordUntil: null,
  phrase: "blue elephants at noon",
  twoFactorEnabled: false,
  passkeyConfirms: false,
  delayHours: 0,
  addressBookOnly: false,
  heldUntil: null,
};

export const withdrawal: WithdrawalDto = {
  id: "w1",
  number: "10001",
  currency: "USDT",
  network: "TRC20",
  address: ADDRESS,
  amount: "120.000000",
  amountCurrency: "USDT",
  valueUsdt: "0.000000",
  fee: "1.000000",
  net: "119.000000",
  payoutAmount: null,
  payoutRate: null,
  payoutRateSimulated: false,
  status: "pending",
  transactionHash: null,
  adminNotes: null,
  createdAt: "2026-11-21T09:00:00.000Z",
  approvedAt: null,
  waitsUntil: null,
  processedAt: null,
};

type Answers = (Answer | ReturnType<typeof held>["answer"])[];

/** What the site answers: to requests, oldest first, and when it is asked for the terms. Set anew before each test. */
export const site: { answers: Answers; terms: WithdrawalTerms } = { answers: [], terms };
let sent: Sent[];

beforeEach(() => {
  Object.assign(site, { answers: [], terms });
  const book = { addresses: [], addressBookOnly: false, addressBookOffAt: null };
  sent = answerFetches(({ method }) =>
    method === "POST"
      ? site.answers.shift()
      : { body: { withdrawals: [], terms: site.terms, ...book } },
  );
});
afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

/** An address that its owner saved. */
export const saved = (changes: Partial<SavedAddress> = {}): SavedAddress => ({
  id: "11111111-1111-4111-8111-111111111111",
  label: "Cold wallet",
  currency: "USDT",
  network: "TRC20",
  address: ADDRESS,
  usableFrom: "2026-11-20T10:00:00.000Z",
  usable: true,
  createdAt: "2026-11-19T10:00:00.000Z",
  ...changes,
});

const NETWORKS: WithdrawFormProps["networks"] = [
  { network: "ERC20", name: "Ethereum (ERC20)" },
  { network: "TRC20", name: "TRON (TRC20)" },
];

/** Shows the form with what somebody may withdraw. */
export function show(
  changes: Partial<WithdrawalTerms> = {},
  addresses: SavedAddress[] = [],
  networks = NETWORKS,
) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  site.terms = { ...terms, ...changes };
  client.setQueryData(withdrawalKeys.terms(), site.terms);
  client.setQueryData(withdrawalKeys.recent(), []);
  const { addressBookOnly = false } = changes;
  client.setQueryData(addressBookKey, { addresses, addressBookOnly, addressBookOffAt: null });
  renderUi(
    <QueryClientProvider client={client}>
      <WithdrawFlow currency="USDT" networks={networks} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Fills the form in and asks for the review. */
export async function fill(
  user: ReturnType<typeof userEvent.setup>,
  network = /TRON/,
  address = ADDRESS,
) {
  await user.click(screen.getByRole("radio", { name: network }));
  await user.type(screen.getByLabelText("USDT address"), address);
  await user.type(screen.getByLabelText("Amount"), "120");
  await user.click(screen.getByRole("button", { name: "Review" }));
}

export const sheet = () => screen.findByRole("dialog", { name: "Review withdrawal" });
/** The requests that were sent, oldest first. */
export const posts = () => sent.filter(({ method }) => method === "POST");
