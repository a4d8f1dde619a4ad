import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { staffWithdrawalKeys } from "@/lib/withdrawals/staff-client";
import { renderUi } from "@/tests/support/render";
import { DepositReview } from "./deposit-review";
import { WithdrawalReview } from "./withdrawal-review";

type Sent = { body: unknown; key: string | null };
type Answers = Record<string, () => { status: number; body: object }>;

const payer = { id: "user-1", username: "maria", email: "maria@example.com" };

const deposit: AdminDepositDto = {
  id: "deposit-1",
  number: "12",
  currency: "BTC",
  network: "BTC",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  amount: "0.12000000",
  rate: null,
  creditedUsdt: null,
  status: "pending",
  transactionHash: null,
  proofUrl: "/api/files/file-1",
  adminNotes: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  processedAt: null,
  user: payer,
  processedBy: null,
  quote: {
    rate: "95000.00",
    usdt: "11400.000000",
    at: "2026-11-20T14:21:00.000Z",
    source: "okx",
    simulated: false,
  },
};

const withdrawal: ReviewedWithdrawalDto = {
  id: "withdrawal-1",
  number: "7",
  currency: "USDT",
  network: "TRC20",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  amount: "120.000000",
  fee: "0.000000",
  net: "120.000000",
  status: "processing",
  transactionHash: null,
  adminNotes: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  approvedAt: "2026-11-20T14:30:00.000Z",
  processedAt: null,
  user: payer,
  processedBy: { id: "staff-1", username: "admin" },
  balance: { available: "10.000000", held: "120.000000" },
  checks: {
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

/** Stands in for the API: an answer by method and path. Returns the decisions that were sent. */
function api(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = jest.fn(async (url, init) => {
    const path = String(url).split("?")[0];
    const answer = answers[`${init?.method ?? "GET"} ${path}`];
    if (!answer) throw new TypeError(`no answer for ${path}`);
    if (init?.method === "PUT") {
      sent.push({
        body: JSON.parse(String(init.body)),
        key: new Headers(init.headers).get("idempotency-key"),
      });
    }
    const { status, body } = answer();
    return { ok: status < 400, status, headers: new Headers(), json: async () => body } as Response;
  });
  return sent;
}

const ok = (body: object) => () => ({ status: 200, body: { success: true, ...body } });
const none = { deposits: [], withdrawals: [], nextCursor: null };
const onMove = jest.fn();

function renderReview(element: React.ReactElement) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The picture itself is another component's business.
  queryClient.setQueryData(["files", "/api/files/file-1"], new Blob());
  renderUi(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
  return userEvent.setup();
}

const props = { open: true, staffId: "staff-1", moved: false, filters: {}, onMove };
const depositReview = <DepositReview id="deposit-1" {...props} />;
const withdrawalReview = <WithdrawalReview id="withdrawal-1" {...props} />;

const realFetch = globalThis.fetch;
beforeEach(() => {
  onMove.mockReset();
  URL.createObjectURL = () => "blob:proof";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe("a deposit under review", () => {
  const base = {
    "GET /api/admin/deposits/deposit-1": ok({ deposit }),
    "GET /api/admin/deposits": ok(none),
  };
  const credited = { ...deposit, status: "completed", creditedUsdt: "11400.000000" };

  it("shows rate, source and the USDT it makes before it is credited, once", async () => {
    const sent = api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": ok({ deposit: credited }),
    });
    const user = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(screen.getByText("1 BTC = 95,000.00 USDT")).toBeVisible();
    expect(screen.getByText(/okx/)).toBeVisible();
    await user.dblClick(screen.getByRole("button", { name: /^Credit 11,400/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith(null));
    expect(sent).toEqual([
      {
        body: { action: "confirm", rate: "95000.00" },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it("is credited at another rate only after that was agreed to", async () => {
    let rate = "95000.00";
    const quoteNow = () => ({
      ...deposit.quote,
      rate,
      usdt: rate === "95000.00" ? "11400.000000" : "11520.000000",
    });
    let isMoved = false;
    const sent = api({
      ...base,
      "GET /api/admin/deposits/deposit-1": () =>
        ok({ deposit: { ...deposit, quote: quoteNow() } })(),
      "PUT /api/admin/deposits/deposit-1/process": () => {
        if (isMoved) return ok({ deposit: credited })();
        isMoved = true;
        rate = "96000.00";
        return { status: 409, body: { success: false, code: "PRICE_MOVED", message: "It moved" } };
      },
    });
    const user = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.click(screen.getByRole("button", { name: /^Credit 11,400/ }));
    expect(await screen.findByText(/Before: .*95,000\.00.*11,400/)).toBeVisible();
    expect(screen.getByText(/Now: .*96,000\.00.*11,520/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Credit/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Use the new rate" }));
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /^Credit 11,520/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    expect(sent[1]?.body).toEqual({ action: "confirm", rate: "96000.00" });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("sends nothing while there is no rate", async () => {
    const sent = api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({ deposit: { ...deposit, quote: null } }),
    });
    const user = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.click(screen.getByRole("button", { name: "Use the new rate" }));
    expect(screen.getAllByText(/No market rate is available right now/)).not.toHaveLength(0);
    expect(sent).toEqual([]);
  });

  it("begins a decision with a key, and decides nothing by one", async () => {
    const sent = api(base);
    const user = renderReview(depositReview);
    await screen.findByRole("button", { name: "Approve" });
    await user.keyboard("a");
    expect(screen.getByRole("heading", { name: "Credit maria?" })).toHaveFocus();
    await user.keyboard("arjk");
    await user.click(screen.getByRole("button", { name: "Back" }));
    await user.keyboard("r");
    expect(screen.getByRole("heading", { name: "Reject this deposit?" })).toHaveFocus();
    await user.type(screen.getByLabelText("Note"), "ajar");
    expect(screen.getByLabelText("Note")).toHaveValue("ajar");
    expect(sent).toEqual([]);
  });

  it("goes on with the one that has waited longest", async () => {
    api({
      ...base,
      "GET /api/admin/deposits": ok({ ...none, deposits: [deposit, { ...deposit, id: "next" }] }),
      "PUT /api/admin/deposits/deposit-1/process": ok({ deposit: credited }),
    });
    const user = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith("next"));
  });

  it("is not rejected without a note", async () => {
    const sent = api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": ok({
        deposit: { ...deposit, status: "failed" },
      }),
    });
    const user = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("button", { name: "Reject deposit" }));
    expect(screen.getByLabelText("Note")).toBeInvalid();
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText("Note"), "No such transfer");
    await user.click(screen.getByRole("button", { name: "Reject deposit" }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    expect(sent.map(({ body }) => body)).toEqual([
      { action: "reject", adminNotes: "No such transfer" },
    ]);
  });

  it("says which colleague was faster, and what they decided", async () => {
    let current: AdminDepositDto = deposit;
    const message = "This request has already been processed by joel";
    api({
      ...base,
      "GET /api/admin/deposits/deposit-1": () => ok({ deposit: current })(),
      "PUT /api/admin/deposits/deposit-1/process": () => {
        current = {
          ...deposit,
          status: "failed",
          quote: null,
          processedAt: "2026-11-20T15:00:00.000Z",
          processedBy: { id: "staff-2", username: "joel" },
          adminNotes: "Not ours",
        };
        return { status: 409, body: { success: false, code: "ALREADY_PROCESSED", message } };
      },
    });
    const user = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await screen.findByText("Not ours")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
    expect(onMove).not.toHaveBeenCalled();
  });

  it("is not decided on by its own owner", async () => {
    api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({
        deposit: { ...deposit, user: { ...payer, id: "staff-1" } },
      }),
    });
    renderReview(depositReview);
    expect(await screen.findByText(/This is your own deposit/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
  });
});

describe("a withdrawal under review", () => {
  const base = {
    "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal }),
    "GET /api/admin/withdrawals": ok(none),
  };

  it("warns of what is unusual, again beside the button that sends", async () => {
    const checks = {
      ...withdrawal.checks,
      isFirst: true,
      paidBefore: false,
      isHeld: true,
      heldUntil: "2026-11-22T10:00:00.000Z",
    };
    api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal: { ...withdrawal, checks } }),
    });
    const user = renderReview(withdrawalReview);
    expect(await screen.findByText(/first withdrawal/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Complete" }));
    expect(screen.getAllByText(/on hold until 22 Nov 2026, 10:00 UTC/)).toHaveLength(2);
  });

  it("tells at once when somebody else decides", async () => {
    let current: ReviewedWithdrawalDto = { ...withdrawal, status: "pending", approvedAt: null };
    api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": () => ok({ withdrawal: current })(),
    });
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    renderUi(<QueryClientProvider client={queryClient}>{withdrawalReview}</QueryClientProvider>);
    const user = userEvent.setup();
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
    const text = "This is not a TRC20 transaction hash";
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
    const user = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Complete" }));
    await user.click(screen.getByRole("button", { name: /^Complete 120/ }));
    expect(screen.getByText("Please enter the transaction hash")).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText("Transaction hash"), "abc");
    await user.click(screen.getByRole("button", { name: /^Complete 120/ }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText("Transaction hash")).toBeInvalid();
  });

  it("is approved with one request for a double click", async () => {
    const pending = { ...withdrawal, status: "pending", approvedAt: null };
    const sent = api({
      ...base,
      "GET /api/admin/withdrawals/withdrawal-1": ok({ withdrawal: pending }),
      "PUT /api/admin/withdrawals/withdrawal-1/process": ok({ withdrawal }),
    });
    const user = renderReview(withdrawalReview);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.dblClick(screen.getByRole("button", { name: /^Approve 120/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith(null));
    expect(sent).toHaveLength(1);
  });
});
