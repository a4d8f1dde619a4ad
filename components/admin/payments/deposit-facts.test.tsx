import { screen, waitFor, within } from "@testing-library/react";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { deposit, HASH } from "@/tests/support/screens/reviewed-deposit";
import { api, none, ok, owner, renderReview } from "@/tests/support/screens/staff-review";
import { DepositReview } from "./deposit-review";

const onMove = jest.fn();
const props = { open: true, staffId: "staff-1", moved: false, filters: {}, onMove };
const depositReview = <DepositReview id="deposit-1" {...props} />;

beforeEach(() => {
  onMove.mockReset();
  URL.createObjectURL = () => "blob:proof";
  URL.revokeObjectURL = () => undefined;
});

describe("what the review of a deposit shows", () => {
  const base = {
    "GET /api/admin/deposits/deposit-1": ok({ deposit }),
    "GET /api/admin/deposits": ok(none),
  };

  it("leads to the network's explorer, and says whether hash and address are what they should be", async () => {
    const reported = { ...deposit, network: "TRC20", currency: "USDT", transactionHash: HASH };
    api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({
        deposit: { ...reported, wallet: { isCurrent: false } },
      }),
    });
    renderReview(depositReview);
    const link = await screen.findByRole("link", { name: /^Tronscan shows the transaction/ });
    expect(link).toHaveAttribute("href", `https://tronscan.org/#/transaction/${HASH}`);
    expect(link).toHaveAttribute("target", "_blank");
    expect(link.getAttribute("rel")).toContain("noopener");
    expect(screen.getByRole("link", { name: /^Tronscan shows the address/ })).toHaveAttribute(
      "href",
      `https://tronscan.org/#/address/${deposit.address}`,
    );
    for (const text of ["Form right", "Not seen before", "The wallet has another address now"]) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  it("says at its top how many flags it has", async () => {
    const flagged = { ...deposit, flags: [{ kind: "unconfirmed-email" }] };
    api({ ...base, "GET /api/admin/deposits/deposit-1": ok({ deposit: flagged }) });
    renderReview(depositReview);
    expect(await screen.findByText("1 flag")).toBeVisible();
  });

  it("leads from a hash that is none to no explorer", async () => {
    const reported = { ...deposit, transactionHash: "=HYPERLINK(1)" };
    api({ ...base, "GET /api/admin/deposits/deposit-1": ok({ deposit: reported }) });
    renderReview(depositReview);
    expect(await screen.findByText("No hash of BTC")).toBeVisible();
    expect(screen.queryByRole("link", { name: /shows the transaction/ })).not.toBeInTheDocument();
  });

  it("says who reported it: since when, what came and went, and what staff noted", async () => {
    const known: ReviewedDepositDto["owner"] = {
      ...owner,
      deposited: { USDT: "3400.000000", XAUT: "0.500000" },
      withdrawn: { USDT: "900.000000", XAUT: "0.000000" },
      earlier: [
        {
          id: "00000000-0000-7000-8000-000000000007",
          number: "7",
          amount: "500.000000",
          currency: "USDT",
          network: "TRC20",
          status: "failed",
          createdAt: "2026-11-10T10:00:00.000Z",
          processedAt: "2026-11-10T10:09:00.000Z",
          adminNotes: "Wrong network",
        },
      ],
      notes: [
        {
          id: "note-1",
          text: "Prefers German",
          author: "joel",
          createdAt: "2026-10-02T10:00:00.000Z",
        },
      ],
    };
    api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({ deposit: { ...deposit, owner: known } }),
    });
    renderReview(depositReview);
    const person = await screen.findByRole("region", { name: "maria" });
    expect(person).toHaveTextContent("20 Jul 2026");
    expect(person).toHaveTextContent("Deposited3,400.00 USDT · 0.500000 XAUT");
    expect(person).toHaveTextContent("Withdrawn900.00 USDT");
    expect(person).toHaveTextContent("in 9 min");
    expect(person).toHaveTextContent("Wrong network");
    expect(person).toHaveTextContent("Note of 2 Oct 2026, joelPrefers German");
    expect(within(person).getByRole("link", { name: /^7/ })).toHaveAttribute(
      "href",
      "/admin/deposits?review=00000000-0000-7000-8000-000000000007",
    );
  });

  it("shows the proof on the full screen, where keys work on it alone", async () => {
    api(base);
    const { user } = renderReview(depositReview);
    const open = await screen.findByRole("button", { name: "Full screen" });
    await user.click(open);
    const full = screen.getByRole("dialog", { name: "Proof of deposit 12" });
    await user.keyboard("+]ar");
    expect(within(full).getByRole("status")).toHaveTextContent("150%, turned 90°");
    expect(screen.queryByRole("heading", { name: "Credit maria?" })).not.toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Proof of deposit 12" })).not.toBeInTheDocument();
    await waitFor(() => expect(open).toHaveFocus());
    expect(onMove).not.toHaveBeenCalled();
    expect(screen.getByRole("status")).toHaveTextContent("150%, turned 90°");
    await user.keyboard("f");
    expect(screen.getByRole("dialog", { name: "Proof of deposit 12" })).toBeVisible();
    await user.keyboard("f");
    expect(screen.queryByRole("dialog", { name: "Proof of deposit 12" })).not.toBeInTheDocument();
  });
});
