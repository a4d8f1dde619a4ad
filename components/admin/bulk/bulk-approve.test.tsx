import { screen, within } from "@testing-library/react";
import type { AdminWithdrawalDto } from "@/lib/withdrawals/schema";
import { answerFetches } from "@/tests/support/network";
import { payer, renderReview } from "@/tests/support/screens/staff-review";
import { BulkApprove } from "./bulk-approve";

const withdrawalOf = (number: string, changes: Partial<AdminWithdrawalDto> = {}) =>
  ({
    id: `withdrawal-${number}`,
    number,
    currency: "USDT",
    network: "TRC20",
    address: "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA",
    amount: "50.000000",
    amountCurrency: "USDT",
    net: "49.000000",
    status: "pending",
    user: payer,
    flags: [],
    quote: null,
    balance: { available: "0.000000", held: "500.000000" },
    ...changes,
  }) as AdminWithdrawalDto;

const quote = { rate: "95000.00", amount: "0.00050000", at: "", source: "okx", simulated: false };
const rows = [
  withdrawalOf("1"),
  withdrawalOf("2", { currency: "BTC", quote }),
  withdrawalOf("3"),
  withdrawalOf("4"),
  withdrawalOf("5", { flags: [{ kind: "first-withdrawal" }] }),
  withdrawalOf("6", { status: "processing" }),
  withdrawalOf("7", { user: { ...payer, id: "staff-1" } }),
  withdrawalOf("8", { currency: "BTC" }),
  withdrawalOf("9", { balance: { available: "500.000000", held: "49.000000" } }),
];

it("approves what has no flag one by one, with the checks of the review, and says what became of each", async () => {
  const checks = { addressValid: true, accountInactive: false, isHeld: false };
  const sent = answerFetches(({ method, path }) => {
    if (method === "GET") {
      const isHeld = path.includes("withdrawal-3");
      return { body: { withdrawal: { checks: { ...checks, isHeld } } } };
    }
    if (path.includes("withdrawal-1")) {
      return { status: 202, body: { message: "It waits", approval: { id: "approval-1" } } };
    }
    if (path.includes("withdrawal-4")) {
      return { status: 409, body: { success: false, code: "ACCOUNT_ON_HOLD", message: "On hold" } };
    }
    return { body: { withdrawal: { ...rows[1], status: "processing" } } };
  });
  const { user } = renderReview(<BulkApprove rows={rows} staffId="staff-1" />);
  await user.click(screen.getByRole("button", { name: "Approve 4 without flags" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByText(/TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA/)).toHaveLength(4);
  await user.dblClick(dialog.getByRole("button", { name: "Approve 4 withdrawals" }));
  expect(await dialog.findByText("2 are done, 2 are not")).toBeVisible();
  const lines = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines[0]).toContain("Waits for a second administrator");
  expect(lines[1]).toMatch(/Approved$/);
  expect(lines[2]).toContain("Not approved: Its review says “Look twice”");
  expect(lines[3]).toContain("Not approved: On hold");
  const decisions = sent.filter(({ method }) => method === "PUT");
  expect(decisions.map(({ path, body }) => [path.match(/\d/)?.[0], body])).toEqual([
    ["1", { action: "approve", seenStatus: "pending" }],
    ["2", { action: "approve", seenStatus: "pending", rate: "95000.00" }],
    ["4", { action: "approve", seenStatus: "pending" }],
  ]);
  expect(new Set(decisions.map(({ key }) => key)).size).toBe(3);
});
