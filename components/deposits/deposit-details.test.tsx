import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { DepositDto } from "@/lib/deposits/schema";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { DepositDetails } from "./deposit-details";

const credited: DepositDto = {
  id: "d1",
  number: "10007",
  currency: "USDC",
  network: "ERC20",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  amount: "100.000000",
  rate: "1.0049",
  rateSimulated: false,
  credited: { currency: "USDT", amount: "100.490000" },
  creditedUsdt: "100.490000",
  status: "completed",
  transactionHash: null,
  proofUrl: "/api/files/f1",
  adminNotes: null,
  createdAt: "2026-11-21T09:00:00.000Z",
  processedAt: "2026-11-21T09:30:00.000Z",
  reversal: null,
};

it("shows the rate of a credited deposit as it was used", () => {
  renderUi(<DepositDetails deposit={credited} />);
  expect(screen.getByText("1.0049 USDT")).toBeInTheDocument();
});

it("shows gold as it was credited, without a rate", () => {
  const amount = "1.234567";
  const gold = { currency: "XAUT", amount, rate: null, creditedUsdt: null } as const;
  renderUi(
    <DepositDetails
      deposit={{ ...credited, ...gold, credited: { currency: "XAUT", amount: "1.234567" } }}
    />,
  );
  // Sent, credited, and the step that credited it.
  expect(screen.getAllByText("1.234567 XAUT")).toHaveLength(3);
  expect(screen.queryByText("Rate")).not.toBeInTheDocument();
  expect(screen.queryByText(/USDT/)).not.toBeInTheDocument();
});

it("says how long the check of one usually takes, and when to ask", async () => {
  const at = "2026-11-21T09:00:00.000Z";
  const rate = { currency: "USDC", rate: "1.00", at, source: "okx", simulated: true };
  answerFetches(() => ({ body: { rates: [rate] } }));
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <DepositDetails deposit={{ ...credited, status: "pending", processedAt: null }} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/About/)).toHaveTextContent("About 100.00 USDT");
  const text = "Usually 10-30 minutes. Contact support after 2 hours.";
  expect(screen.getByText(text)).toBeInTheDocument();
});

it.each(["completed", "failed"] as const)("shows the staff's note of one that is %s", (status) => {
  renderUi(<DepositDetails deposit={{ ...credited, status, adminNotes: "As agreed by phone" }} />);
  expect(screen.getByText(/^As agreed by phone · 21 Nov 2026, 09:30 UTC/)).toBeInTheDocument();
});

it("selects the number where the clipboard refuses it", async () => {
  const user = userEvent.setup();
  renderUi(<DepositDetails deposit={credited} />);
  jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("denied"));
  await user.click(screen.getByRole("button", { name: /^Copy/ }));
  expect(await screen.findByText("Press and hold to copy")).toBeVisible();
  expect(window.getSelection()?.toString()).toBe("10007");
});
