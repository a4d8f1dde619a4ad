import { screen, waitFor, within } from "@testing-library/react";
import { api, renderReview } from "@/tests/support/staff-review";
import { StaffAreasProvider } from "../staff-areas";
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

it("sends a transfer of unknown outcome under the same key when it is typed again", async () => {
  const sent = api({
    "GET /api/admin/house": () => ({ status: 200, body: house }),
    "POST /api/admin/house/transfers": () => ({ status: 502, body: {} }),
  });
  const { user } = renderReview(
    <StaffAreasProvider acts={["finance"]} isFull>
      <HousePage />
    </StaffAreasProvider>,
  );
  const transfer = async (amount: string) => {
    await user.click(await screen.findByRole("button", { name: "Move money" }));
    const form = await screen.findByRole("dialog");
    await user.type(within(form).getByRole("textbox", { name: /Amount/ }), amount);
    await user.type(within(form).getByRole("textbox", { name: /Reason/ }), "More interest");
    await user.click(within(form).getByRole("button", { name: "Review" }));
    const count = sent.length;
    const review = await screen.findByRole("dialog");
    await user.click(within(review).getByRole("button", { name: /^Move \d/ }));
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
