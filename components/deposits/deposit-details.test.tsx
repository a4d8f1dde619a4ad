import { screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/render";
import { DepositDetails } from "./deposit-details";

it("shows the rate of a credited deposit as it was used", () => {
  renderUi(
    <DepositDetails
      deposit={{
        id: "d1",
        number: "10007",
        currency: "USDC",
        network: "ERC20",
        address: "0x52908400098527886E0F7030069857D2E4169EE7",
        amount: "100.000000",
        rate: "1.0049",
        rateSimulated: false,
        creditedUsdt: "100.490000",
        status: "completed",
        transactionHash: null,
        proofUrl: "/api/files/f1",
        adminNotes: null,
        createdAt: "2026-11-21T09:00:00.000Z",
        processedAt: "2026-11-21T09:30:00.000Z",
      }}
    />,
  );
  expect(screen.getByText("1.0049 USDT")).toBeInTheDocument();
});
