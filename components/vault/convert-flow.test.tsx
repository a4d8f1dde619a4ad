import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { marketKeys } from "@/lib/market/client";
import { vaultKeys } from "@/lib/vault/client";
import {
  conversions,
  done,
  priceOf,
  refusal,
  review,
  sheet,
  show,
  site,
  storage,
} from "@/tests/support/screens/convert-form";

it("names what is wrong with an amount in the specification's words, and sends nothing", async () => {
  const { user } = show();
  await user.click(review());
  expect(screen.getByText("Enter an amount")).toBeInTheDocument();
  const field = screen.getByLabelText("Amount to store");
  for (const [text, message] of [
    ["10", "The amount must be greater than 10 USDT"],
    ["500.01", "Insufficient USDT balance"],
  ] as const) {
    await user.clear(field);
    await user.type(field, text);
    await user.click(review());
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
  }
  await user.click(screen.getByRole("radio", { name: "Retrieve" }));
  expect(screen.getByRole("radio", { name: "Retrieve" })).toHaveFocus();
  const xaut = screen.getByLabelText("Amount to retrieve");
  expect(xaut).toHaveValue("");
  await user.type(xaut, "0.050001");
  await user.click(review());
  expect(screen.getByText("Insufficient XAUT balance")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(conversions()).toEqual([]);
});

it("says what comes of it while typing, and Max takes all there is", async () => {
  const { user } = show("retrieve");
  await user.click(screen.getByRole("button", { name: "Max" }));
  expect(screen.getByLabelText("Amount to retrieve")).toHaveValue("0.050000");
  expect(screen.getByText("199.77 USDT")).toBeInTheDocument();
});

it("reviews a sale with its cost and result", async () => {
  const { user } = show("retrieve");
  await user.type(screen.getByLabelText("Amount to retrieve"), "0.025");
  await user.click(review());
  const dialog = within(await sheet("Review retrieving"));
  // What is received, less what it cost, is the result as it is shown.
  expect(dialog.getByText("99.887512 USDT")).toBeInTheDocument();
  expect(dialog.getByText("105.00 USDT")).toBeInTheDocument();
  expect(dialog.getByText("−5.112488 USDT")).toBeInTheDocument();
});

it("stores at no worse price than agreed, and shows what it came to", async () => {
  const { user } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  expect(dialog.getByText("4,004.5005 USDT")).toBeInTheDocument();
  site.answers = [done];
  await user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  expect(await screen.findByRole("heading", { name: "XAUT stored" })).toHaveFocus();
  expect(conversions()).toMatchObject([
    {
      path: "/api/storage/store",
      body: { amount: "100", limitPrice: "4004.5005", from: "USDT", feeRate: "0.001" },
    },
  ]);
  expect(screen.queryByText("Simulated")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Convert again" }));
  expect(screen.getByLabelText("Amount to store")).toHaveValue("");
});

it("moves available XAUT into storage, without a price, a fee or a minimum", async () => {
  const { user } = show("store", { ...site.price, stale: true });
  await user.click(screen.getByRole("radio", { name: "Available XAUT" }));
  await user.type(screen.getByLabelText("Amount to store"), "0.02");
  await user.click(review());
  const dialog = within(await sheet("Review moving into storage"));
  const moved = { currency: "XAUT", usdt: null, price: null, tickId: null, xaut: "0.020000" };
  const conversion = { ...done.body.conversion, ...moved, fee: "0.000000", limitPrice: null };
  site.answers = [{ status: 201, body: { ...done.body, conversion } }];
  await user.click(dialog.getByRole("button", { name: /^Move 0\.02/ }));
  expect(await screen.findByRole("heading", { name: "XAUT moved" })).toHaveFocus();
  expect(conversions()).toMatchObject([
    { path: "/api/storage/store", body: { amount: "0.02", from: "XAUT" } },
  ]);
});

it("says that it waits for its price, and then what came of it", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const { conversion } = done.body;
  const unfilled = { xaut: null, price: null, tickId: null, storedAfter: null };
  const pending = { ...conversion, ...unfilled, status: "pending" };
  site.answers = [{ status: 202, body: { ...done.body, conversion: pending } }];
  await user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  await screen.findByRole("heading", { name: "Filling at the next price…" });
  const ended = { ...pending, status: "void", voidReason: "NO_PRICE" };
  client.setQueryData(vaultKeys.storage(), {
    pages: [{ ...storage, history: [ended] }],
    pageParams: [null],
  });
  await screen.findByRole("heading", { name: "Not filled" });
  expect(screen.getByText(/no price within 10 seconds\. Everything is back/)).toBeVisible();
});

it("marks a result that was made at a simulated price", async () => {
  const { user } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const conversion = { ...done.body.conversion, simulated: true };
  site.answers = [{ status: 201, body: { ...done.body, conversion } }];
  await user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(screen.getByText("Simulated")).toBeInTheDocument();
});

it("shows the old and the new price and asks again when the price moved away", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));

  // Within the limit nothing is asked; beyond it nothing is sent.
  client.setQueryData(marketKeys.price(), priceOf("4009", "4010.004", 2));
  await waitFor(() => expect(screen.getAllByText("4,010.00 USDT").length).toBeGreaterThan(0));
  await confirm();
  expect(dialog.getByText(/price changed from 4,000\.50 to 4,010\.004/)).toBeInTheDocument();
  expect(dialog.getByText("4,010.004 USDT")).toBeInTheDocument();
  expect(conversions()).toEqual([]);

  // The server may see it first.
  site.answers = [refusal(409, "PRICE_MOVED", "The price has moved."), done];
  site.price = priceOf("4019", "4020", 3);
  await confirm();
  expect(await dialog.findByText(/price changed from 4,010\.004 to 4,020\.00/)).toBeInTheDocument();
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(conversions().map(({ body }) => body)).toEqual([
    { amount: "100", limitPrice: "4014.014004", from: "USDT", feeRate: "0.001" },
    { amount: "100", limitPrice: "4024.02", from: "USDT", feeRate: "0.001" },
  ]);
  expect(conversions()[0]?.key).not.toBe(conversions()[1]?.key);
});

it("converts within the tolerance that was chosen, which a mere move has no use for", async () => {
  const { user } = show("retrieve");
  await user.selectOptions(screen.getByLabelText("The price may move by"), "0.05%");
  await user.type(screen.getByLabelText("Amount to retrieve"), "0.025");
  await user.click(review());
  const dialog = await sheet("Review retrieving");
  expect(dialog).toHaveTextContent("Not filled below (0.05% less)3,997.50025 USDT");
  site.answers = [done];
  await user.click(within(dialog).getByRole("button", { name: /^Retrieve 0\.025/ }));
  await waitFor(() => expect(conversions()[0]?.body).toMatchObject({ limitPrice: "3997.50025" }));
  cleanup();
  const again = show("store").user;
  await again.click(screen.getByRole("radio", { name: "Available XAUT" }));
  expect(screen.queryByLabelText("The price may move by")).not.toBeInTheDocument();
});

it("says before the press that the exchanges disagree, and moves gold without a price all the same", async () => {
  const { user, client } = show("store", site.price);
  const warning = () => screen.queryByText(/The exchanges do not agree on the price/);
  expect(warning()).not.toBeInTheDocument();
  act(() => {
    client.setQueryData(marketKeys.price(), { ...site.price, contested: true });
  });
  expect(await screen.findByText(/Conversions are paused until they do/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Available XAUT" }));
  expect(warning()).not.toBeInTheDocument();
});

it("converts nothing at a price that is stale", async () => {
  site.price = { ...site.price, stale: true };
  const { user } = show("store", site.price);
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getAllByText(/Conversions are paused/).length).toBeGreaterThan(1);
});
