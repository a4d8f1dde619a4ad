import { screen, waitFor } from "@testing-library/react";
import type { WalletDto } from "@/lib/wallets/schema";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { type Step, WalletSteps } from "./wallet-steps";
import { WalletsPage } from "./wallets-page";

const BURN = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";
const RESERVE = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const shown: WalletDto = {
  id: "1",
  currency: "USDT",
  network: "TRC20",
  address: BURN,
  label: "Cold",
  notice: "Demo: never send funds here",
  qrImageUrl: null,
  qrImageMatches: false,
  minDeposit: "10.000000",
  isActive: true,
  isDemo: true,
  addressConfirmed: true,
  updatedAt: "2026-11-20T14:20:00.000Z",
};
const reserve: WalletDto = {
  ...shown,
  id: "2",
  address: RESERVE,
  label: "",
  notice: null,
  isDemo: false,
  addressConfirmed: false,
};

const onDone = jest.fn();
beforeEach(() => onDone.mockReset());

/** The server asks for a password until it gets one. */
function asking(method: "PUT" | "DELETE", isFresh = false) {
  let times = 0;
  return api({
    [`${method} /api/wallets/1`]: () => {
      times += 1;
      if (isFresh || times > 1) return ok({ wallet: { ...shown, isActive: false } })();
      const message = `Please enter your password to confirm the address ${RESERVE}`;
      const body = { success: false, code: "VALIDATION", message, errors: { password: [message] } };
      return { status: 422, body };
    },
  });
}

const open = (first: Step) =>
  renderReview(<WalletSteps first={first} wallets={[shown, reserve]} onDone={onDone} />).user;

const newAddressButton = () => screen.findByRole("button", { name: "Use the new address" });

it("never asks for a password that the server does not ask for", async () => {
  const sent = asking("PUT", true);
  const user = open({ kind: "toggle", wallet: shown });
  expect(screen.queryByLabelText("Your password")).not.toBeInTheDocument();
  await user.click(await newAddressButton());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.map(({ body }) => body)).toEqual([{ isActive: "false", updatedAt: shown.updatedAt }]);
});

it("asks for the password when the server does, and keeps what was entered", async () => {
  const sent = asking("PUT");
  const user = open({ kind: "form", wallet: shown });
  await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus());
  const address = screen.getByLabelText("Address");
  await user.clear(address);
  await user.click(address);
  await user.paste(RESERVE);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(await newAddressButton());
  const password = await screen.findByLabelText("Your password");
  expect(password).toHaveFocus();
  expect(password).toBeInvalid();
  await user.click(await newAddressButton());
  expect(screen.getByText("Please enter your password")).toBeVisible();
  await user.type(password, "correct horse");
  await user.click(await newAddressButton());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const [without, given] = sent.map(({ body }) => body);
  expect(without).toMatchObject({ address: RESERVE, label: "Cold" });
  expect(given).toEqual({ ...(without as object), password: "correct horse" });
});

it("shows at its field that an address is in the list already", async () => {
  const message = "This address is already in the list";
  const body = { success: false, code: "CONFLICT", message, errors: { address: [message] } };
  api({ "PUT /api/wallets/1": () => ({ status: 409, body }) });
  const user = open({ kind: "form", wallet: shown });
  await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus());
  await user.clear(screen.getByLabelText("Address"));
  await user.click(screen.getByLabelText("Address"));
  await user.paste(RESERVE);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(await newAddressButton());
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Address")).toBeInvalid();
});

it("asks for the password in the form when another address than its own comes up", async () => {
  const sent = asking("PUT");
  const user = open({ kind: "form", wallet: shown });
  await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus());
  await user.clear(screen.getByLabelText("Label"));
  await user.type(screen.getByLabelText("Label"), "Warm");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(await screen.findByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[1]?.body).toMatchObject({ label: "Warm", password: "correct horse" });
});

it("asks for the code of who has two-factor, after the password", async () => {
  const sent = api({
    "PUT /api/wallets/1": () => {
      const { password, totp } = (sent.at(-1)?.body ?? {}) as Record<string, string>;
      const refuse = (status: number, code: string, errors = {}) => ({
        status,
        body: { success: false, code, message: "Refused", errors },
      });
      if (!password) return refuse(422, "VALIDATION", { password: ["Enter your password"] });
      if (!totp) return refuse(401, "TOTP_REQUIRED");
      if (totp !== "123456") return refuse(422, "VALIDATION", { totp: ["Invalid code"] });
      return ok({ wallet: { ...shown, isActive: false } })();
    },
  });
  const user = open({ kind: "toggle", wallet: shown });
  await user.click(await newAddressButton());
  await user.type(await screen.findByLabelText("Your password"), "correct horse");
  await user.click(await newAddressButton());
  const code = await screen.findByLabelText("Authenticator code");
  await waitFor(() => expect(code).toHaveFocus());
  await user.click(await newAddressButton());
  expect(screen.getByText("Enter the code of your authenticator app")).toBeVisible();
  await user.type(code, "654321");
  await user.click(await newAddressButton());
  expect(await screen.findByText("Invalid code")).toBeVisible();
  await user.clear(code);
  await user.type(code, "123456");
  await user.click(await newAddressButton());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toHaveLength(4);
  expect(sent.at(-1)?.body).toMatchObject({ password: "correct horse", totp: "123456" });
});

it("deletes a wallet that another takes the place of, after a look at its address", async () => {
  const sent = asking("DELETE");
  const user = open({ kind: "delete", wallet: shown });
  const question = screen.getByRole("alertdialog");
  expect(question).toHaveTextContent(RESERVE);
  expect(screen.getByText("Demo: never send funds here")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
  await user.type(screen.getByRole("textbox"), "USDT TRC20");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.type(await screen.findByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.map(({ body }) => body)).toEqual([{}, { password: "correct horse" }]);
});

it.each(["details", "form"] as const)(
  "says in the %s that an address belongs to nobody, beside its label",
  (kind) => {
    api({});
    open({ kind, wallet: shown });
    expect(screen.getByText("Demo: never send funds here")).toBeVisible();
    expect(
      kind === "form" ? screen.getByDisplayValue("Cold") : screen.getByText("Cold"),
    ).toBeVisible();
  },
);

it.each([
  ["says that nobody can deposit XAUT, with one press to its form", shown, true],
  [
    "says nothing once there is an address",
    { ...shown, currency: "XAUT", network: "ERC20" },
    false,
  ],
] as const)("the page %s", async (_what, wallet, isMissing) => {
  api({ "GET /api/wallets": ok({ wallets: [wallet], nextCursor: null }) });
  const { user } = renderReview(<WalletsPage />);
  await screen.findAllByText("Cold");
  expect(screen.queryAllByText(/^Nobody can deposit XAUT/)).toHaveLength(isMissing ? 1 : 0);
  if (!isMissing) return;
  await user.click(screen.getByRole("button", { name: "Add an XAUT address" }));
  expect(await screen.findByLabelText("Coin")).toHaveValue("XAUT");
  expect(screen.getByLabelText("Network")).toHaveValue("ERC20");
  expect(screen.getByLabelText("Address")).toHaveValue("");
});
