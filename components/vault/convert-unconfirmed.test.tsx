import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import {
  balance,
  conversions,
  done,
  priceOf,
  refusal,
  review,
  sheet,
  show,
  site,
} from "@/tests/support/screens/convert-form";
import { signIn } from "@/tests/support/sign-in";

it("takes a new key after a refusal, and the same one while the outcome is unknown", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  site.answers = [refusal(422, "INSUFFICIENT_USDT_BALANCE", "Insufficient USDT balance")];
  await confirm();
  expect(await dialog.findByText("Insufficient USDT balance")).toBeInTheDocument();
  await confirm();
  expect(
    await dialog.findByText("Network error. Please check your connection."),
  ).toBeInTheDocument();
  // Another price, however old, changes nothing of what may have been done.
  client.setQueryData(marketKeys.price(), { ...priceOf("4009", "4010", 2), stale: true });
  await screen.findAllByText(/Conversions are paused/);
  expect(dialog.getByText(/^Network error/)).toBeInTheDocument();
  site.answers = [done];
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  const [refused, unknown, repeated] = conversions();
  expect(refused?.key).not.toBe(unknown?.key);
  expect(unknown).toEqual(repeated);
});

const CAN_REPEAT = "It may have gone through. Pressing again can't do it twice.";

it.each([
  ["store", "Amount to store", "100", "Review storing", /^Store 100\.00/],
  ["retrieve", "Amount to retrieve", "0.025", "Review retrieving", /^Retrieve 0\.025/],
] as const)(
  "is one conversion when to %s is reviewed again after a lost answer",
  async (side, label, amount, title, verb) => {
    const { user, client } = show(side);
    await user.type(screen.getByLabelText(label), amount);
    await user.click(review());
    const confirm = () => user.click(screen.getByRole("button", { name: verb }));
    const first = within(await sheet(title));
    await confirm();
    expect(await first.findByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    await user.click(first.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    // Far from what was agreed to: a new conversion would have to be agreed to again.
    client.setQueryData(marketKeys.price(), priceOf("3899", "4100", 2));
    await screen.findAllByText(/3,899|4,100/);

    await user.click(review());
    const again = await sheet(title);
    expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    expect(again).not.toHaveTextContent(/3,899|4,100/);
    site.answers = [done];
    await confirm();
    await screen.findByRole("heading", { name: "XAUT stored" });
    expect(conversions()).toHaveLength(2);
    expect(conversions()[1]).toEqual(conversions()[0]);
  },
);

it("is one conversion, too, when it took the money, its answer was lost and the price is stale by then", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "300");
  await user.click(review());
  const confirm = () => user.click(screen.getByRole("button", { name: /^Store 300\.00/ }));
  const first = await sheet("Review storing");
  await confirm();
  await within(first).findByText(/^Network error/);
  await user.click(within(first).getByRole("button", { name: "Back" }));
  const USDT = { ...balance.balances.USDT, available: "200.000000" };
  client.setQueryData(accountKeys.balance(), { balances: { ...balance.balances, USDT } });
  client.setQueryData(marketKeys.price(), { ...site.price, bid: null, ask: null, stale: true });
  await screen.findByText(/There is no price yet/);

  await user.click(review());
  const again = await sheet("Review storing");
  expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
  expect(screen.queryByText("Insufficient USDT balance")).not.toBeInTheDocument();
  site.answers = [done];
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(conversions()).toEqual([conversions()[0], conversions()[0]]);
});

it("is one conversion when the page is left after a lost answer, at the price that was sent", async () => {
  signIn();
  const { user } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const confirm = () => userEvent.click(screen.getByRole("button", { name: /^Store 100\.00/ }));
  await sheet("Review storing");
  await confirm();
  await screen.findByText(/^Network error/);
  cleanup();

  show("store", priceOf("3899", "4100", 2));
  expect(screen.getByLabelText("Amount to store")).toHaveValue("100");
  await userEvent.click(review());
  const again = await sheet("Review storing");
  expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
  expect(again).not.toHaveTextContent("4,100");
  site.answers = [done];
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(screen.getByText(/^This order was received on 21 Nov 2026, 09:00:00 UTC/)).toBeVisible();
  expect(conversions()).toEqual([conversions()[0], conversions()[0]]);
  expect(sessionStorage).toHaveLength(0);
});

it("keeps a conversion of unknown outcome in the review without bid and ask, and sends no new one", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  await confirm();
  await dialog.findByText(/^Network error/);
  client.setQueryData(marketKeys.price(), { ...site.price, bid: null, ask: null });
  await screen.findByText(/There is no price yet/);
  expect(dialog.getByText(/^Network error/)).toBeVisible();
  site.answers = [refusal(422, "INSUFFICIENT_USDT_BALANCE", "Insufficient USDT balance")];
  await confirm();
  expect(await dialog.findByText(/There is no price yet/)).toBeVisible();
  await confirm();
  expect(conversions()).toHaveLength(2);
  expect(conversions()[1]).toEqual(conversions()[0]);
});
