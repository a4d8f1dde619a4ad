import { screen, within } from "@testing-library/react";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { answerFetches } from "@/tests/support/network";
import { payer, renderReview } from "@/tests/support/screens/staff-review";
import { BulkConfirm } from "./bulk-confirm";

const depositOf = (number: string, changes: Partial<AdminDepositDto> = {}) =>
  ({
    id: `deposit-${number}`,
    number,
    currency: "USDT",
    network: "TRC20",
    amount: "50.000000",
    status: "pending",
    transactionHash: "ab".repeat(32),
    user: payer,
    sameHash: [],
    flags: [],
    quote: { rate: "1.00", usdt: "50.000000", at: "2026-11-20T14:20:00.000Z", source: "fixed" },
    ...changes,
  }) as AdminDepositDto;

const rows = [
  depositOf("1"),
  depositOf("2"),
  depositOf("3", { flags: [{ kind: "unconfirmed-email" }] }),
  depositOf("4", { transactionHash: null }),
  depositOf("5", { user: { ...payer, id: "staff-1" } }),
  depositOf("6", { quote: null }),
];

it("credits what has no flag one by one, and says what became of each", async () => {
  const sent = answerFetches(({ path }) =>
    path.includes("deposit-1")
      ? { status: 409, body: { success: false, code: "PRICE_MOVED", message: "It moved" } }
      : { body: { deposit: { ...rows[1], status: "completed" } } },
  );
  const { user } = renderReview(<BulkConfirm rows={rows} staffId="staff-1" />);
  await user.click(screen.getByRole("button", { name: "Confirm 2 without flags" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("listitem")).toHaveLength(2);
  await user.dblClick(dialog.getByRole("button", { name: "Credit 2 deposits" }));
  expect(await dialog.findByText("1 are done, 1 are not")).toBeVisible();
  expect(dialog.getByText("Not credited: It moved")).toBeVisible();
  expect(dialog.getByText("Credited")).toBeVisible();
  expect(sent.map(({ path, body }) => [path, body])).toEqual(
    ["1", "2"].map((number) => [
      `/api/admin/deposits/deposit-${number}/process`,
      { action: "confirm", rate: "1.00", seenSameHash: [] },
    ]),
  );
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});
