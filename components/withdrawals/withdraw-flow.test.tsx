import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import type { SavedAddress } from "@/lib/withdrawals/address-schema";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import type { WithdrawalDto, WithdrawalTerms } from "@/lib/withdrawals/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { signIn } from "@/tests/support/sign-in";
import { WithdrawFlow } from "./withdraw-flow";
import type { WithdrawFormProps } from "./withdraw-form";

const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const terms: WithdrawalTerms = {
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
  twoFactorEnabled: false,
  addressBookOnly: false,
  heldUntil: null,
};

let sent: Sent[];
let answers: (Answer | ReturnType<typeof held>["answer"])[] = [];
let shown = terms;

const withdrawal: WithdrawalDto = {
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
  processedAt: null,
};

afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

beforeEach(() => {
  answers = [];
  const book = { addresses: [], addressBookOnly: false, addressBookOffAt: null };
  sent = answerFetches(({ method }) =>
    method === "POST" ? answers.shift() : { body: { withdrawals: [], terms: shown, ...book } },
  );
});

const saved = (changes: Partial<SavedAddress> = {}): SavedAddress => ({
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

function show(
  changes: Partial<WithdrawalTerms> = {},
  addresses: SavedAddress[] = [],
  networks = NETWORKS,
) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  shown = { ...terms, ...changes };
  client.setQueryData(withdrawalKeys.terms(), shown);
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

async function fill(user: ReturnType<typeof userEvent.setup>, network = /TRON/, address = ADDRESS) {
  await user.click(screen.getByRole("radio", { name: network }));
  await user.type(screen.getByLabelText("USDT address"), address);
  await user.type(screen.getByLabelText("Amount"), "120");
  await user.click(screen.getByRole("button", { name: "Review" }));
}

const sheet = () => screen.findByRole("dialog", { name: "Review withdrawal" });
const posts = () => sent.filter(({ method }) => method === "POST");

it("blocks without a withdrawal password and offers to set it", async () => {
  show({ hasWithdrawPassword: false });
  expect(screen.getByText("Please set your withdrawal password first")).toBeInTheDocument();
  expect(screen.queryByLabelText("Amount")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Set withdrawal password" })).toBeInTheDocument();
});

it.each([
  [60_000, /^Support set a one-time withdrawal password\. Nobody can withdraw with it: until /],
  [-60_000, /^The one-time withdrawal password that support set is too old\./],
])(
  "blocks with a withdrawal password that support set, also %i ms before its end",
  (left, text) => {
    show({ oneTimeWithdrawPasswordUntil: new Date(Date.now() + left).toISOString() });
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByLabelText("Amount")).not.toBeInTheDocument();
    expect(screen.queryAllByRole("button", { name: "Choose your own" })).toHaveLength(
      left > 0 ? 1 : 0,
    );
    expect(screen.queryAllByRole("link", { name: "Ask support for another" })).toHaveLength(
      left > 0 ? 0 : 1,
    );
  },
);

it("names what is missing and what is wrong, and sends nothing", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Review" }));
  for (const text of ["Please choose a network", "Please enter an address", "Enter an amount"]) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  await user.clear(screen.getByLabelText("Amount"));
  await fill(user, /Ethereum/);
  expect(screen.getByText(/This is not a valid ERC20 address/)).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Amount"));
  await user.type(screen.getByLabelText("Amount"), "501");
  expect(screen.getByText("Insufficient balance")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(posts()).toEqual([]);
});

it("repeats address, fee and net in the review and asks for the password", async () => {
  const user = show();
  await fill(user);
  const dialog = within(await sheet());
  expect(dialog.getByText("119.00 USDT")).toBeInTheDocument();
  expect(dialog.getByText("1.00 USDT")).toBeInTheDocument();
  expect(dialog.getByText("Within 48 hours")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: /^Withdraw 120\.00/ }));
  expect(dialog.getByText("Please enter your withdrawal password")).toBeInTheDocument();
  expect(posts()).toEqual([]);
});

it("takes a new key after a refusal, and the same one while the outcome is unknown", async () => {
  const user = show();
  await fill(user);
  const dialog = within(await sheet());
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Withdraw 120\.00/ }));
  await user.type(dialog.getByLabelText("Withdrawal password"), "wrong");
  answers = [
    {
      status: 422,
      body: {
        success: false,
        code: "WITHDRAW_PASSWORD_INCORRECT",
        message: "Incorrect withdrawal password",
      },
    },
  ];
  await confirm();
  expect(await dialog.findByText("Incorrect withdrawal password")).toBeInTheDocument();
  await user.type(dialog.getByLabelText("Withdrawal password"), "!");
  await confirm();
  expect(
    await dialog.findByText("Network error. Please check your connection."),
  ).toBeInTheDocument();
  answers = [{ status: 201, body: { success: true, withdrawal } }];
  await confirm();
  await waitFor(() => expect(screen.getByText("Withdrawal requested")).toBeInTheDocument());
  expect(screen.getByText(/^This order was received on 21 Nov 2026, 09:00:00 UTC/)).toBeVisible();
  const [refused, unknown, repeated] = posts();
  expect(refused?.key).not.toBe(unknown?.key);
  expect(unknown?.key).toBe(repeated?.key);
  expect(repeated?.body).toEqual({
    currency: "USDT",
    network: "TRC20",
    address: ADDRESS,
    amount: "120",
    fee: "1.000000",
    withdrawPassword: "wrong!",
  });
  expect(screen.getByRole("button", { name: "Cancel withdrawal" })).toBeInTheDocument();
});

it("sends an order of unknown outcome again as it was, also after going back and with another code", async () => {
  const user = show({ twoFactorEnabled: true });
  await fill(user);
  const confirm = async (totp: string) => {
    const dialog = within(await sheet());
    await user.type(dialog.getByLabelText("Withdrawal password"), "withdraw-1");
    await user.clear(dialog.getByLabelText("Authenticator code"));
    await user.type(dialog.getByLabelText("Authenticator code"), totp);
    await user.click(dialog.getByRole("button", { name: /^Withdraw 120\.00/ }));
    return dialog;
  };
  const first = await confirm("111111");
  expect(await first.findByText("Network error. Please check your connection.")).toBeVisible();
  await user.click(first.getByRole("button", { name: "Back" }));
  await user.click(await screen.findByRole("button", { name: "Review" }));
  await confirm("222222");
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[1]).toEqual(posts()[0]);
});

it("asks again when the fee is not the reviewed one any more, and keeps what was typed", async () => {
  const user = show({ twoFactorEnabled: true });
  await fill(user);
  const dialog = within(await sheet());
  await user.type(dialog.getByLabelText("Withdrawal password"), "withdraw-1");
  await user.type(dialog.getByLabelText("Authenticator code"), "111111");
  const refusal = { success: false, code: "WITHDRAWAL_TERMS_CHANGED", message: "Another fee" };
  answers = [
    { status: 409, body: { ...refusal, fee: "2.500000" } },
    { status: 201, body: { success: true, withdrawal: { ...withdrawal, fee: "2.500000" } } },
  ];
  shown = { ...shown, fee: "2.500000" };
  await user.click(dialog.getByRole("button", { name: /^Withdraw 120\.00/ }));
  expect(await dialog.findByText(/^The network fee changed/)).toHaveTextContent(
    "The network fee changed from 1.00 USDT to 2.50 USDT. You would receive 117.50 USDT instead of 119.00 USDT.",
  );
  expect(dialog.queryByText("Another fee")).not.toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: /^Withdraw/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Use the new fee" }));
  expect(posts()).toHaveLength(1);
  expect(dialog.getByText("117.50 USDT")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: /^Withdraw 120\.00/ }));
  expect(await screen.findByText("Withdrawal requested")).toBeInTheDocument();
  const [refused, accepted] = posts();
  expect(accepted?.body).toEqual({ ...(refused?.body as object), fee: "2.500000" });
  expect(accepted?.body).toMatchObject({ withdrawPassword: "withdraw-1", totp: "111111" });
  expect(accepted?.key).not.toBe(refused?.key);
});

it("sends an order of unknown outcome again at the fee that it was sent with", async () => {
  const user = show();
  await fill(user);
  const first = within(await sheet());
  await user.type(first.getByLabelText("Withdrawal password"), "withdraw-1");
  shown = { ...shown, fee: "2.500000" };
  await user.click(first.getByRole("button", { name: /^Withdraw 120\.00/ }));
  expect(await first.findByText("Network error. Please check your connection.")).toBeVisible();
  expect(first.queryByText(/fee changed/)).not.toBeInTheDocument();
  await user.click(first.getByRole("button", { name: "Back" }));
  await user.click(await screen.findByRole("button", { name: "Review" }));
  const dialog = await sheet();
  expect(dialog).toHaveTextContent("119.00 USDT");
  expect(dialog).not.toHaveTextContent("117.50 USDT");
  const again = within(dialog);
  expect(again.getByText(/^Network error/).parentElement).toHaveTextContent(
    "It may have gone through. Pressing again can't do it twice.",
  );
  await user.type(again.getByLabelText("Withdrawal password"), "withdraw-1");
  await user.click(again.getByRole("button", { name: /^Withdraw 120\.00/ }));
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[1]).toEqual(posts()[0]);
});

it("brings the amount back after a reload, and keeps nothing else and nothing that was sent", async () => {
  signIn();
  await fill(show());
  const password = () => screen.findByLabelText("Withdrawal password");
  await userEvent.type(await password(), "secret!");
  expect(Object.values(sessionStorage)).toEqual([JSON.stringify({ amount: "120" })]);
  cleanup();
  const user = show();
  expect(screen.getByLabelText("Amount")).toHaveValue("120");
  expect(screen.getByLabelText("USDT address")).toHaveValue("");
  await user.clear(screen.getByLabelText("Amount"));
  await fill(user);
  await user.type(await password(), "secret!");
  answers = [{ status: 201, body: { success: true, withdrawal } }];
  await user.click(screen.getByRole("button", { name: /^Withdraw 120\.00/ }));
  expect(await screen.findByText("Withdrawal requested")).toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

it.each([
  ["recorded once", { status: 201, body: { success: true, withdrawal } }, "Withdrawal requested"],
  [
    "refused as another order of the same key",
    {
      status: 409,
      body: { success: false, code: "IDEMPOTENCY_CONFLICT", message: "For programmers" },
    },
    "This may have been done already. Go back and check your records before you try again.",
  ],
])(
  "is sent with the same key and fee when the page is left after a lost answer, and %s",
  async (_, answer, text) => {
    signIn();
    const send = async (totp: string) => {
      const dialog = await sheet();
      await userEvent.type(within(dialog).getByLabelText("Withdrawal password"), "withdraw-1");
      await userEvent.type(within(dialog).getByLabelText("Authenticator code"), totp);
      await userEvent.click(within(dialog).getByRole("button", { name: /^Withdraw 120\.00/ }));
    };
    await fill(show({ twoFactorEnabled: true }));
    await send("111111");
    await screen.findByText(/^Network error/);
    const kept = JSON.stringify(sessionStorage);
    expect(kept).toContain(posts()[0]?.key);
    expect(kept).not.toMatch(/withdraw-1|111111/);
    cleanup();

    const user = show({ twoFactorEnabled: true, fee: "2.500000" });
    await user.clear(screen.getByLabelText("Amount"));
    await fill(user);
    const again = await sheet();
    expect(again).toHaveTextContent("119.00 USDT");
    expect(within(again).getByText(/^Network error/)).toHaveTextContent(
      /Pressing again can't do it twice/,
    );
    answers = [answer];
    await send("222222");
    expect(await screen.findByText(text)).toBeInTheDocument();
    const [first, second] = posts();
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual({ ...(first?.body as object), totp: "222222" });
  },
);

/** Sends the withdrawal that is reviewed. */
async function confirm(user: ReturnType<typeof userEvent.setup>) {
  const dialog = within(await sheet());
  await user.type(dialog.getByLabelText("Withdrawal password"), "withdraw-1");
  await user.click(dialog.getByRole("button", { name: /^Withdraw 120\.00/ }));
  return dialog;
}

it("is another order when the first is refused after the page was left", async () => {
  signIn();
  const { answer, release } = held();
  answers = [answer];
  const first = show();
  await fill(first);
  await confirm(first);
  cleanup();
  const key = posts()[0]?.key ?? "";
  expect(JSON.stringify(sessionStorage)).toContain(key);
  release({ status: 422, body: { code: "WITHDRAW_PASSWORD_INCORRECT", message: "Incorrect" } });
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain(key));
  const user = show();
  await user.clear(screen.getByLabelText("Amount"));
  await fill(user);
  await confirm(user);
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[1]?.key).not.toBe(key);
});

it("is one order however the address of the account is spelt, sent as it was first", async () => {
  const spelt = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const user = show();
  await fill(user, /Ethereum/, spelt.toLowerCase());
  const dialog = await confirm(user);
  await dialog.findByText(/^Network error/);
  await user.click(dialog.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  for (const label of ["USDT address", "Amount"]) await user.clear(screen.getByLabelText(label));
  await fill(user, /Ethereum/, spelt);
  await confirm(user);
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[0]?.body).toMatchObject({ address: spelt.toLowerCase() });
  expect(posts()[1]).toEqual(posts()[0]);
});

it("shows which of two networks a saved address was chosen for", async () => {
  const older = saved({ id: "44444444-4444-4444-8444-444444444444", network: "ERC20" });
  const user = show({}, [saved(), older]);
  await user.selectOptions(screen.getByLabelText("Saved address"), older.id);
  expect(screen.getByLabelText("Saved address")).toHaveValue(older.id);
  expect(screen.getByRole("radio", { name: /Ethereum/ })).toBeChecked();
});

it("fills network and address from a saved address of the coin", async () => {
  const other = saved({ id: "22222222-2222-4222-8222-222222222222", currency: "USDC" });
  const user = show({}, [saved(), other]);
  const choice = screen.getByLabelText("Saved address");
  expect(within(choice).getAllByRole("option")).toHaveLength(2);
  await user.selectOptions(choice, "Cold wallet · TRC20 · …gjLj6t");
  expect(screen.getByRole("radio", { name: /TRON/ })).toBeChecked();
  expect(screen.getByLabelText("USDT address")).toHaveValue(ADDRESS);
  await user.selectOptions(choice, "Another address");
  expect(screen.getByLabelText("USDT address")).toHaveValue("");
});

it("takes saved addresses only where the person asked for that", async () => {
  const young = saved({
    id: "33333333-3333-4333-8333-333333333333",
    label: "New one",
    usable: false,
    usableFrom: "2026-11-22T10:00:00.000Z",
  });
  const user = show({ addressBookOnly: true }, [saved(), young]);
  expect(screen.queryByLabelText("USDT address")).not.toBeInTheDocument();
  const choice = screen.getByLabelText("Saved address");
  expect(
    within(choice).getByRole("option", {
      name: "New one · TRC20 · usable from 22 Nov 2026, 10:00 UTC",
    }),
  ).toBeDisabled();
  await user.type(screen.getByLabelText("Amount"), "120");
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(choice).toHaveAccessibleDescription(/Please choose a saved address/);
  await user.selectOptions(choice, saved().id);
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(within(await sheet()).getByText(`USDT · TRC20`)).toBeInTheDocument();
});

it("says where to save an address when none can be used", () => {
  show({ addressBookOnly: true });
  expect(screen.getByRole("link", { name: "Add an address" })).toHaveAttribute(
    "href",
    "/security-management",
  );
});

it("leads from Review to where an address can be saved, and says why", async () => {
  const user = show({ addressBookOnly: true });
  await user.type(screen.getByLabelText("Amount"), "120");
  await user.click(screen.getByRole("button", { name: "Review" }));
  const link = screen.getByRole("link", { name: "Add an address" });
  await waitFor(() => expect(link).toHaveFocus());
  expect(link).toHaveAccessibleDescription(/none is saved for USDT/);
});

it("keeps the only network of a coin when another address than a saved one is chosen", async () => {
  const user = show({}, [saved()], [{ network: "TRC20", name: "TRON (TRC20)" }]);
  const choice = screen.getByLabelText("Saved address");
  await user.selectOptions(choice, saved().id);
  await user.selectOptions(choice, "Another address");
  expect(screen.getByRole("radio", { name: /TRON/ })).toBeChecked();
});
