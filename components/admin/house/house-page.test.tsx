import { act, screen, waitFor, within } from "@testing-library/react";
import { houseKeys } from "@/lib/house/client";
import { answerFetches, held } from "@/tests/support/network";
import { api, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { HousePage } from "./house-page";

jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/house",
  useSearchParams: () => new URLSearchParams(),
}));

const account = (kind: string, balance: string) => ({
  kind,
  currency: "USDT",
  balance,
  shards: 1,
  required: "0.000000",
});
const house = {
  accounts: [account("treasury", "1000.000000"), account("interest", "0.000000")],
  usersHold: { USDT: "0.000000", XAUT: "0.000000" },
  limits: {
    perExpirySecond: { cap: "50000", busiest: [] },
    perDirection: { cap: "250000", up: "0.000000", down: "0.000000" },
  },
  realMoney: false,
};

const page = (
  <StaffRightsProvider permissions={["*"]}>
    <HousePage />
  </StaffRightsProvider>
);

/** Types a transfer from the treasury to the interest money; the review is open then. */
async function review(user: ReturnType<typeof renderReview>["user"], amount: string) {
  await user.click(await screen.findByRole("button", { name: "Move money" }));
  const form = await screen.findByRole("dialog");
  await user.type(within(form).getByRole("textbox", { name: /Amount/ }), amount);
  await user.type(within(form).getByRole("textbox", { name: /Reason/ }), "More interest");
  await user.click(within(form).getByRole("button", { name: "Review" }));
  return screen.findByRole("dialog", { name: "Move this money?" });
}

const press = (dialog: HTMLElement) => within(dialog).getByRole("button", { name: /^Move \d/ });

it("sends a transfer of unknown outcome under the same key when it is typed again", async () => {
  const sent = api({
    "GET /api/admin/house": () => ({ status: 200, body: house }),
    "POST /api/admin/house/transfers": () => ({ status: 502, body: {} }),
  });
  const { user } = renderReview(page);
  const transfer = async (amount: string) => {
    const dialog = await review(user, amount);
    const count = sent.length;
    await user.click(press(dialog));
    await waitFor(() => expect(sent).toHaveLength(count + 1));
    await user.click(await screen.findByRole("button", { name: "Back" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    return sent.at(-1)?.key;
  };
  const key = await transfer("50");
  expect(await transfer("60")).not.toBe(key);
  expect(await transfer("50")).toBe(key);
});

it("follows the balances until a transfer is sent, and waits for no others once the money is moved", async () => {
  const { answer, release } = held();
  let isMoved = false;
  answerFetches(({ method }) => {
    if (method === "GET") return isMoved ? held().answer : { body: house };
    isMoved = true;
    return answer;
  });
  const { user, queryClient } = renderReview(page);
  const dialog = await review(user, "50");
  expect(dialog).toHaveTextContent(/1,000\.00.*950\.00/);
  const become = async (balance: string, cell: RegExp) => {
    const accounts = [account("treasury", balance), account("interest", "0.000000")];
    act(() => void queryClient.setQueryData(houseKeys.accounts(), { ...house, accounts }));
    await screen.findAllByRole("cell", { name: cell, hidden: true });
  };
  await become("800.000000", /^800\.00/);
  expect(dialog).toHaveTextContent(/800\.00.*750\.00/);
  await user.click(press(dialog));
  await become("750.000000", /^750\.00/);
  expect(dialog).toHaveTextContent(/800\.00.*750\.00/);
  const transfer = { from: "treasury", to: "interest", currency: "USDT", amount: "50.000000" };
  release({ body: { transfer } });
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});
