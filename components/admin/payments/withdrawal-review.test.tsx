import { act, screen, waitFor } from "@testing-library/react";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { staffWithdrawalKeys } from "@/lib/withdrawals/staff-client";
import {
  api,
  none,
  ok,
  owner,
  payer,
  renderReview,
  repeated,
} from "@/tests/support/screens/staff-review";
import { WithdrawalReview } from "./withdrawal-review";

const HASH = "a1b2".repeat(16);
const OTHER_HASH = "c3d4".repeat(16);

const withdrawal: ReviewedWithdrawalDto = {
  id: "withdrawal-1",
  number: "7",
  currency: "USDT",
  network: "TRC20",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  amount: "120.000000",
  amountCurrency: "USDT",
  valueUsdt: "0.000000",
  fee: "0.000000",
  net: "120.000000",
  payoutAmount: null,
  payoutRate: null,
  payoutRateSimulated: false,
  status: "processing",
  transactionHash: null,
  adminNotes: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  approvedAt: "2026-11-20T14:30:00.000Z",
  waitsUntil: null,
  processedAt: null,
  user: payer,
  approvedBy: { id: "staff-1", username: "admin" },
  completedBy: null,
  processedBy: { id: "staff-1", username: "admin" },
  sameHash: [],
  flags: [],
  owner,
  payoutRateSource: null,
  payoutRateAt: null,
  quote: null,
  balance: { available: "10.000000", held: "120.000000" },
  checks: {
    accountInactive: false,
    accountFrozen: false,
    addressValid: true,
    isFirst: false,
    paidBefore: true,
    savedAs: null,
    savedAt: null,
    credentialChangedAt: null,
    heldUntil: null,
    isHeld: false,
  },
};

const onMove = jest.fn();
const props = { open: true, staffId: "staff-1", moved: false, filters: {}, onMove };
const withdrawalReview = <WithdrawalReview id="withdrawal-1" {...props} />;

beforeEach(() => {
  onMove.mockReset();
});

describe("a withdrawal under review", () => {
  const base = {
    "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal }),
    "GET /api/admin/withdrawals": ok(none),
  };

  it("warns of what is unusual, again beside the button that sends", async () => {
    const checks = {
      ...withdrawal.checks,
      accountInactive: true,
      isFirst: true,
      paidBefore: false,
      isHeld: true,
      heldUntil: "2026-11-22T10:00:00.000Z",
    };
    api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": ok({
        withdrawal: { ...withdrawal, checks, flags: [{ kind: "first-withdrawal" }] },
      }),
    });
    const { user } = renderReview(withdrawalReview);
    expect(await screen.findByText(/first withdrawal/)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Worth a look" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Complete" }));
    expect(screen.getAllByText(/on hold until 22 Nov 2026, 10:00 UTC/)).toHaveLength(2);
    expect(screen.getAllByText("This account is deactivated.")).toHaveLength(2);
  });

  it("warns of nothing where there is nothing", async () => {
    api(base);
    renderReview(withdrawalReview);
    expect(await screen.findByRole("button", { name: "Complete" })).toBeVisible();
    expect(screen.queryByText("Look twice")).not.toBeInTheDocument();
    expect(screen.queryByText("Worth a look")).not.toBeInTheDocument();
  });

  it("tells at once when somebody else decides", async () => {
    let current: ReviewedWithdrawalDto = { ...withdrawal, status: "pending", approvedAt: null };
    api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": () => ok({ withdrawal: current })(),
    });
    const { user, queryClient } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    current = { ...withdrawal, processedBy: { id: "staff-2", username: "joel" } };
    // What the socket's event does.
    await act(() => queryClient.invalidateQueries({ queryKey: staffWithdrawalKeys.all }));
    expect(
      await screen.findByText(
        /joel changed this request to “Processing” on 20 Nov 2026, 14:30 UTC/,
      ),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Approve/ })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Complete" })).toBeVisible();
  });

  it("shows the whole address and whether the amount is covered", async () => {
    api(base);
    renderReview(withdrawalReview);
    expect(await screen.findByText("Covered")).toBeVisible();
    const address = document.querySelector("code");
    expect(address).toHaveTextContent(withdrawal.address);
  });

  it("is not completed without a hash, and keeps the server's word on a wrong one", async () => {
    const text = "There is no transaction hash in this";
    const sent = api({
      ...base,
      "PUT /api/admin/withdrawals/withdrawal-1/process": () => ({
        status: 422,
        body: {
          success: false,
          code: "VALIDATION",
          message: text,
          errors: { transactionHash: [text] },
        },
      }),
    });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Complete" }));
    await user.click(screen.getByRole("button", { name: /^Complete 120/ }));
    expect(screen.getByText("Please enter the transaction hash")).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText("Transaction hash"), HASH);
    await user.click(screen.getByRole("button", { name: /^Complete 120/ }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText("Transaction hash")).toBeInvalid();
  });

  it("warns of a hash that stands in another withdrawal, until it is edited", async () => {
    const answers = [
      repeated({ id: "00000000-0000-7000-8000-000000000002", number: "8", status: "completed" }),
      repeated({ id: "00000000-0000-7000-8000-000000000003", number: "9", status: "completed" }),
      ok({ withdrawal: { ...withdrawal, status: "completed" } }),
    ];
    const sent = api({
      ...base,
      "PUT /api/admin/withdrawals/withdrawal-1/process": () =>
        answers[sent.length - 1]?.() ?? { status: 500, body: {} },
    });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Complete" }));
    const field = screen.getByLabelText("Transaction hash");
    const warningOf = async (hash: string) => {
      await user.clear(field);
      await user.click(field);
      await user.paste(hash);
      expect(screen.queryByText(/^The same transaction hash/)).not.toBeInTheDocument();
      await user.click(screen.getByRole("button", { name: /^Complete 120/ }));
      return (await screen.findByText(/^The same transaction hash/)).closest("[role=alert]");
    };
    const warning = await warningOf(HASH);
    expect(warning).toHaveTextContent("The same transaction hash stands in another withdrawal:");
    expect(warning).toHaveTextContent("Withdrawal 8 (opens in a new tab), Completed");
    expect(await warningOf(OTHER_HASH)).toHaveTextContent("Withdrawal 9");
    const complete = { action: "complete", seenStatus: "processing" };
    await user.click(screen.getByRole("button", { name: /^Complete 120/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    expect(sent.map(({ body }) => body)).toEqual([
      { ...complete, transactionHash: HASH, seenSameHash: [] },
      { ...complete, transactionHash: OTHER_HASH, seenSameHash: [] },
      {
        ...complete,
        transactionHash: OTHER_HASH,
        seenSameHash: ["00000000-0000-7000-8000-000000000003"],
      },
    ]);
  });

  const toReject = async (row: ReviewedWithdrawalDto) => {
    const sent = api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal: row }),
      "PUT /api/admin/withdrawals/withdrawal-1/process": ok({
        withdrawal: { ...row, status: "failed" },
      }),
    });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    return { sent, user };
  };
  const adminNotes = "Wrong address";

  it("is not rejected without a note", async () => {
    const { sent, user } = await toReject({ ...withdrawal, status: "pending", approvedAt: null });
    await user.click(screen.getByRole("button", { name: "Reject withdrawal" }));
    expect(screen.getByText("Please tell the user why")).toBeVisible();
    expect(sent).toEqual([]);
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    await user.type(screen.getByLabelText("Note"), adminNotes);
    await user.click(screen.getByRole("button", { name: "Reject withdrawal" }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    expect(sent.map(({ body }) => body)).toEqual([
      { action: "reject", seenStatus: "pending", adminNotes },
    ]);
  });

  it("is rejected after approval only by who says that nothing was sent", async () => {
    const { sent, user } = await toReject(withdrawal);
    expect(screen.getByText(/^admin approved it on 20 Nov 2026, 14:30 UTC/)).toBeVisible();
    await user.type(screen.getByLabelText("Note"), adminNotes);
    await user.click(screen.getByRole("button", { name: "Reject withdrawal" }));
    expect(screen.getByRole("checkbox", { name: "Nothing was sent" })).toBeInvalid();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole("checkbox", { name: "Nothing was sent" }));
    await user.click(screen.getByRole("button", { name: "Reject withdrawal" }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    expect(sent.map(({ body }) => body)).toEqual([
      { action: "reject", seenStatus: "processing", adminNotes },
    ]);
  });

  it.each(["failed", "cancelled"] as const)(
    "shows nothing to send once it is %s",
    async (status) => {
      const ended = { ...withdrawal, status, fee: "1.000000", net: "119.000000" };
      api({ ...base, "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal: ended }) });
      renderReview(withdrawalReview);
      const returned = (await screen.findByText("Returned to the user")).parentElement;
      expect(returned).toHaveTextContent("120.00 USDT");
      for (const label of ["Fee", "To send"]) {
        expect(screen.queryByText(label)).not.toBeInTheDocument();
      }
    },
  );

  it("is approved with one request for a double click", async () => {
    const pending = { ...withdrawal, status: "pending", approvedAt: null };
    const sent = api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal: pending }),
      "PUT /api/admin/withdrawals/withdrawal-1/process": ok({ withdrawal }),
    });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.dblClick(screen.getByRole("button", { name: /^Approve 120/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith(null, true));
    expect(sent).toHaveLength(1);
  });
});

describe("a withdrawal in another coin under review", () => {
  const quote = {
    rate: "95000.00",
    amount: "0.00126316",
    at: "2026-11-20T14:21:00.000Z",
    source: "okx",
    simulated: false,
  };
  const pending: ReviewedWithdrawalDto = {
    ...withdrawal,
    currency: "BTC",
    network: "BTC",
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    status: "pending",
    approvedAt: null,
    processedBy: null,
    quote,
  };
  const approved: ReviewedWithdrawalDto = {
    ...pending,
    status: "processing",
    approvedAt: "2026-11-20T14:30:00.000Z",
    quote: null,
    payoutAmount: "0.00126316",
    payoutRate: "95000.00",
    payoutRateSource: "okx",
    payoutRateAt: "2026-11-20T14:29:50.000Z",
  };
  const GET = "GET /api/admin/withdrawals/withdrawal-1";
  const PUT = "PUT /api/admin/withdrawals/withdrawal-1/process";
  const base = { [GET]: ok({ withdrawal: pending }), "GET /api/admin/withdrawals": ok(none) };

  it("shows rate, source, age and coins before it is approved at that rate", async () => {
    const sent = api({ ...base, [PUT]: ok({ withdrawal: approved }) });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(screen.getAllByText(/^1 BTC = 95,000\.00 USDT/)).toHaveLength(2);
    expect(screen.getByText(/okx/)).toBeVisible();
    expect(screen.getAllByText("0.00126316 BTC")).toHaveLength(2);
    expect(screen.getAllByTitle("20 Nov 2026, 14:21 UTC")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Approve 120/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith(null, true));
    expect(sent.map(({ body }) => body)).toEqual([
      { action: "approve", seenStatus: "pending", rate: "95000.00" },
    ]);
  });

  it("is approved at another rate only after that was agreed to", async () => {
    let current = quote;
    let isMoved = false;
    const sent = api({
      ...base,
      [GET]: () => ok({ withdrawal: { ...pending, quote: current } })(),
      [PUT]: () => {
        if (isMoved) return ok({ withdrawal: approved })();
        isMoved = true;
        current = { ...quote, rate: "96000.00", amount: "0.00125000" };
        return { status: 409, body: { success: false, code: "PRICE_MOVED", message: "It moved" } };
      },
    });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.type(screen.getByLabelText("Note (optional)"), "Looks good");
    await user.click(screen.getByRole("button", { name: /^Approve 120/ }));
    expect(await screen.findByText(/Before: .*95,000\.00.*0\.00126316 BTC/)).toBeVisible();
    expect(screen.getByText(/Now: .*96,000\.00.*0\.00125000 BTC/)).toBeVisible();
    expect(screen.queryByText("It moved")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Approve 120/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Use the new rate" }));
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /^Approve 120/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    const decision = { action: "approve", seenStatus: "pending", adminNotes: "Looks good" };
    expect(sent.map(({ body }) => body)).toEqual([
      { ...decision, rate: "95000.00" },
      { ...decision, rate: "96000.00" },
    ]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("can't be approved without a rate", async () => {
    const sent = api({
      ...base,
      [GET]: ok({ withdrawal: { ...pending, quote: null } }),
      [PUT]: ok({ withdrawal: approved }),
    });
    const { user } = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(screen.getAllByText(/^No market rate is available right now/)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Approve 120/ }));
    expect(sent).toEqual([]);
  });

  it("says exactly what to send where once it is approved, and what was frozen", async () => {
    api({ ...base, [GET]: ok({ withdrawal: approved }) });
    const { user } = renderReview(withdrawalReview);
    expect(await screen.findByText(/okx · 20 Nov 2026, 14:29 UTC/)).toBeVisible();
    expect(screen.getByText("To send").parentElement).toHaveTextContent("0.00126316 BTC");
    expect(screen.getByRole("button", { name: "Copy the amount to send" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Complete" }));
    const place = screen.getByText("Send 0.00126316 BTC to").parentElement;
    expect(place).toHaveTextContent(approved.address);
    expect(screen.getByText(/^Only after you have sent 0\.00126316 BTC/)).toBeVisible();
    expect(screen.getByRole("button", { name: /^Complete 0\.00126316\sBTC$/ })).toBeVisible();
  });
});
