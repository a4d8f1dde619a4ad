import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { setBalancesHidden } from "@/components/ui/choices/hide-balances";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";
import { renderUi } from "@/tests/support/screens/render";
import { WithdrawalDetails } from "./withdrawal-details";

describe("the details of a withdrawal in another coin", () => {
  const coin: WithdrawalDto = {
    id: "w1",
    number: "10001",
    currency: "BTC",
    network: "BTC",
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
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
    waitsUntil: null,
    processedAt: null,
  };
  const showDetails = (row: WithdrawalDto) =>
    renderUi(
      <QueryClientProvider client={new QueryClient()}>
        <WithdrawalDetails withdrawal={row} />
      </QueryClientProvider>,
    );

  it("show coins and rate once it is approved, and say when the rate was no market's", () => {
    showDetails({
      ...coin,
      status: "processing",
      approvedAt: "2026-11-21T10:00:00.000Z",
      payoutAmount: "0.00125263",
      payoutRate: "95000.12345678",
      payoutRateSimulated: true,
    });
    const row = screen.getByText("Amount in BTC").parentElement;
    expect(row).toHaveTextContent("0.00125263 BTC");
    expect(screen.getByText(/^1 BTC = 95,000\.12345678 USDT/)).toHaveTextContent("Simulated");
    expect(screen.getByText(/^21 Nov 2026, 10:00 UTC ·/)).toHaveTextContent("0.00125263 BTC");
  });

  it.each(["failed", "cancelled"] as const)(
    "show what went back, not what was to be sent, once it is %s",
    (status) => {
      const sent = { payoutAmount: "0.00125263", payoutRate: "95000.00" };
      showDetails({ ...coin, ...sent, status, processedAt: "2026-11-21T11:00:00.000Z" });
      expect(screen.getByText("Returned").parentElement).toHaveTextContent("120.00 USDT");
      for (const label of ["Network fee", "You receive", "Amount in BTC", "Rate"]) {
        expect(screen.queryByText(label)).not.toBeInTheDocument();
      }
    },
  );

  it.each([
    ["approved", { status: "processing" }],
    ["sent", { status: "completed", processedAt: "2026-11-21T11:00:00.000Z" }],
    ["refused", { status: "failed", processedAt: "2026-11-21T11:00:00.000Z" }],
  ] as const)("show the staff's note once, when it is %s", (_, change) => {
    const approvedAt = "2026-11-21T10:00:00.000Z";
    showDetails({ ...coin, approvedAt, ...change, adminNotes: "As agreed by phone" });
    expect(screen.getAllByText(/^As agreed by phone · /)).toHaveLength(1);
  });

  it("show none before, and none where none was recorded", () => {
    showDetails(coin);
    showDetails({ ...coin, status: "processing", approvedAt: "2026-11-21T10:00:00.000Z" });
    expect(screen.queryByText("Amount in BTC")).not.toBeInTheDocument();
    expect(screen.queryByText("Rate")).not.toBeInTheDocument();
  });

  it("hide the amount in the question before it is cancelled, too", async () => {
    showDetails(coin);
    await userEvent.click(screen.getByRole("button", { name: "Cancel withdrawal" }));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveAccessibleDescription(/120\.00/);
    act(() => setBalancesHidden(true));
    expect(question).not.toHaveTextContent("120.00");
    expect(question).toHaveAccessibleDescription(/••••/);
    act(() => setBalancesHidden(false));
  });

  it("select the number where the clipboard refuses it", async () => {
    const user = userEvent.setup();
    showDetails(coin);
    jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("denied"));
    await user.click(screen.getByRole("button", { name: /^Copy/ }));
    expect(await screen.findByText("Press and hold to copy")).toBeVisible();
    expect(window.getSelection()?.toString()).toBe("10001");
  });
});
