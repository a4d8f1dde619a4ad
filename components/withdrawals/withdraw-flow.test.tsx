import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { held } from "@/tests/support/network";
import {
  ADDRESS,
  fill,
  posts,
  sheet,
  show,
  site,
  withdrawal,
} from "@/tests/support/screens/withdraw-form";
import { signIn } from "@/tests/support/sign-in";

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
  expect(dialog.getByText("blue elephants at noon")).toBeInTheDocument();
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
  site.answers = [
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
  site.answers = [{ status: 201, body: { success: true, withdrawal } }];
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
  site.answers = [
    { status: 409, body: { ...refusal, fee: "2.500000" } },
    { status: 201, body: { success: true, withdrawal: { ...withdrawal, fee: "2.500000" } } },
  ];
  site.terms = { ...site.terms, fee: "2.500000" };
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
  site.terms = { ...site.terms, fee: "2.500000" };
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
  site.answers = [{ status: 201, body: { success: true, withdrawal } }];
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
    site.answers = [answer];
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
  site.answers = [answer];
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
