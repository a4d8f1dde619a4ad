import { screen, waitFor, within } from "@testing-library/react";
import { BURN_ADDRESSES } from "@/lib/wallets/names";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { ReservesPage } from "./reserves-page";

jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/reserves",
  useSearchParams: () => new URLSearchParams(),
}));

const ADDRESS = "0x4a62316623ad457F02cDC5D997deD67a383EC569";
const SIGNATURE = `0x${"1b".repeat(65)}`;
const listed = {
  id: "reserve-1",
  kind: "custodian",
  currency: "XAUT",
  network: null,
  address: null,
  custodian: "Vault AG",
  balance: "3.000000",
  balanceAt: "2026-03-01T12:00:00.000Z",
  blockNumber: null,
  source: "Statement of 1 March",
  proof: "stated",
  message: null,
  signature: null,
  explorer: null,
};
const site = {
  reserves: [listed],
  coverage: [
    { currency: "USDT", reserves: "0", proved: "0", liabilities: "300.000000", ratio: "0.0000" },
    { currency: "XAUT", reserves: "3", proved: "0", liabilities: "2.000000", ratio: "1.5000" },
  ],
  liabilitiesAt: "2026-03-01T12:00:00.000Z",
  isDemo: true,
  origin: "site.example/log",
  day: "2026-03-01",
  toSign: "site.example/log reserves 2026-03-01",
  readsBalances: false,
};

const page = (permissions = ["*"]) => (
  <StaffRightsProvider permissions={permissions}>
    <ReservesPage />
  </StaffRightsProvider>
);
const answers = { "GET /api/admin/reserves": ok(site) };
const list = "POST /api/admin/reserves";

async function typeAddress(user: ReturnType<typeof renderReview>["user"]) {
  await user.click(await screen.findByRole("button", { name: "List a reserve" }));
  const form = await screen.findByRole("dialog", { name: "List a reserve" });
  // Pasted, as such values are: a signature typed key by key takes seconds.
  const type = async (name: string, text: string) => {
    await user.click(within(form).getByRole("textbox", { name }));
    await user.paste(text);
  };
  return { form, type, review: within(form).getByRole("button", { name: "Review" }) };
}

it("shows the text to sign, says what is missing at its field, and sends what was reviewed", async () => {
  const sent = api({ ...answers, [list]: () => ({ status: 201, body: { reserve: listed } }) });
  const { user } = renderReview(page());
  const { form, type, review } = await typeAddress(user);
  expect(within(form).getByText(site.toSign)).toBeVisible();
  const day = within(form).getByRole("textbox", { name: "Day of the signature (UTC)" });
  await user.clear(day);
  await user.paste("2026-02-28");
  expect(within(form).getByText("site.example/log reserves 2026-02-28")).toBeVisible();
  await user.click(review);
  for (const text of [
    "This is not an address of this network",
    "Enter the signature by the key of this address",
    "Enter the balance",
    "Enter the block that the balance is of",
    "Enter where the balance was read",
  ]) {
    expect(await within(form).findByText(text)).toBeVisible();
  }
  expect(within(form).getByRole("textbox", { name: "Address" })).toHaveFocus();
  await type("Address", ADDRESS);
  await type("Signature", SIGNATURE);
  await type("Balance", "150.5");
  await type("Block", "21000000");
  await type("Source", "Etherscan");
  await user.click(review);
  const sheet = await screen.findByRole("dialog", { name: "Publish this reserve?" });
  expect(sheet).toHaveTextContent("150.50");
  expect(sheet).toHaveTextContent("Shown asSigned");
  expect(sent).toEqual([]);
  await user.click(within(sheet).getByRole("button", { name: "Publish reserve" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    kind: "address",
    currency: "USDT",
    network: "ERC20",
    address: ADDRESS,
    date: "2026-02-28",
    signature: SIGNATURE,
    balance: "150.5",
    blockNumber: "21000000",
    source: "Etherscan",
  });
  expect(sent[0]?.key).not.toBeNull();
});

it("goes back to the field whose value the site refuses", async () => {
  const said = `The key of this address has not signed “${site.toSign}”`;
  api({
    ...answers,
    [list]: () => ({
      status: 422,
      body: { code: "VALIDATION", message: said, errors: { signature: [said] } },
    }),
  });
  const { user } = renderReview(page());
  const { type, review } = await typeAddress(user);
  await type("Address", ADDRESS);
  await type("Signature", SIGNATURE);
  await type("Balance", "1");
  await type("Block", "1");
  await type("Source", "Etherscan");
  await user.click(review);
  await user.click(await screen.findByRole("button", { name: "Publish reserve" }));
  const form = await screen.findByRole("dialog", { name: "List a reserve" });
  expect(await within(form).findByText(said)).toBeVisible();
  expect(within(form).getByRole("textbox", { name: "Address" })).toHaveValue(ADDRESS);
});

it("asks for no signature where none can be checked, and for none of a custodian", async () => {
  const sent = api({ ...answers, [list]: () => ({ status: 201, body: { reserve: listed } }) });
  const { user } = renderReview(page());
  const { form, type, review } = await typeAddress(user);
  await user.selectOptions(within(form).getByRole("combobox", { name: "Network" }), "TRC20");
  expect(within(form).queryByRole("textbox", { name: "Signature" })).toBeNull();
  expect(form).toHaveTextContent("the reserve is shown as “Not proved”");
  await type("Address", BURN_ADDRESSES.TRC20);
  await user.click(within(form).getByRole("radio", { name: "With a custodian" }));
  await user.selectOptions(within(form).getByRole("combobox", { name: "Coin" }), "XAUT");
  await type("Custodian", "Vault AG");
  await type("Balance", "2");
  await type("Source", "Statement of 2 March");
  await user.click(review);
  const sheet = await screen.findByRole("dialog", { name: "Publish this reserve?" });
  expect(sheet).toHaveTextContent("Stated, not proved");
  await user.click(within(sheet).getByRole("button", { name: "Publish reserve" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  // Nothing of the address that was typed before.
  expect(sent[0]?.body).toEqual({
    kind: "custodian",
    currency: "XAUT",
    custodian: "Vault AG",
    balance: "2",
    source: "Statement of 2 March",
  });
});

it("begins a new balance with the place that it is of, and removes a reserve once it is confirmed", async () => {
  const sent = api({ ...answers, "DELETE /api/admin/reserves/reserve-1": ok({}) });
  const { user } = renderReview(page());
  const [update] = await screen.findAllByRole("button", {
    name: "New balance of XAUT with Vault AG",
  });
  await user.click(update as HTMLElement);
  const form = await screen.findByRole("dialog", { name: "New balance" });
  expect(within(form).getByRole("textbox", { name: "Custodian" })).toHaveValue("Vault AG");
  expect(within(form).getByRole("textbox", { name: "Balance" })).toHaveValue("");
  await user.keyboard("{Escape}");
  const [remove] = await screen.findAllByRole("button", { name: "Remove XAUT with Vault AG" });
  await user.click(remove as HTMLElement);
  const question = await screen.findByRole("alertdialog", { name: "Remove XAUT with Vault AG?" });
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Remove reserve" }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it("shows all and offers nothing to whoever may only look", async () => {
  api(answers);
  renderReview(page(["read"]));
  expect((await screen.findAllByText("150%")).length).toBeGreaterThan(0);
  for (const name of ["List a reserve", /^New balance/, /^Remove/]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});
