import { screen, waitFor, within } from "@testing-library/react";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { deposit, HASH } from "@/tests/support/screens/reviewed-deposit";
import { api, none, ok, payer, renderReview, repeated } from "@/tests/support/screens/staff-review";
import { DepositReview } from "./deposit-review";

const onMove = jest.fn();
const props = { open: true, staffId: "staff-1", moved: false, filters: {}, onMove };
const depositReview = <DepositReview id="deposit-1" {...props} />;

beforeEach(() => {
  onMove.mockReset();
  URL.createObjectURL = () => "blob:proof";
  URL.revokeObjectURL = () => undefined;
});

/** Another deposit that names the same transaction. */
const NINTH = { id: "00000000-0000-7000-8000-000000000009", number: "9" };

/** Opens the review and begins to credit the deposit. */
async function beginCredit() {
  const { user } = renderReview(depositReview);
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  return user;
}

const findWarnings = async () =>
  (await screen.findAllByText(/^The same transaction hash/)).map((text) =>
    text.closest<HTMLElement>("[role=alert]"),
  );

describe("a deposit under review", () => {
  const base = {
    "GET /api/admin/deposits/deposit-1": ok({ deposit }),
    "GET /api/admin/deposits": ok(none),
  };
  const credited = {
    ...deposit,
    status: "completed",
    credited: { currency: "USDT", amount: "11400.000000" },
    creditedUsdt: "11400.000000",
  };

  it("is taken back once a colleague has approved that, which is said before and linked after", async () => {
    let shown: object = credited;
    const sent = api({
      ...base,
      "GET /api/admin/deposits/deposit-1": () => ok({ deposit: shown })(),
      "POST /api/admin/deposits/deposit-1/reverse": () => {
        const by = { id: "staff-1", username: "lena" };
        const asked = { id: "approval-1", by, reason: "Wrong person", at: deposit.createdAt };
        shown = { ...credited, reversalRequest: asked };
        return { ...ok({ approval: { id: "approval-1" } })(), status: 202 };
      },
    });
    const { user } = renderReview(depositReview);
    await user.click(await screen.findByRole("button", { name: "Reverse this deposit" }));
    expect(screen.getByText(/^Needs a second person/)).toBeVisible();
    await user.type(screen.getByLabelText("Reason"), "Wrong person");
    await user.click(screen.getByRole("button", { name: "Ask a colleague to approve" }));
    expect(await screen.findByText(/^lena asked on .*: Wrong person$/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Open it in Approvals" })).toHaveAttribute(
      "href",
      "/admin/approvals?approval=approval-1",
    );
    expect(sent.map(({ body }) => body)).toEqual([{ reason: "Wrong person" }]);
  });

  const RULE = {
    threshold: "1000.000000",
    left: "1000.000000",
    hasCredited: false,
    planYearlyRateCeiling: "0.30",
  };
  const waits = () => ({
    status: 202,
    body: { success: true, message: "A colleague approves it.", approval: { id: "approval-1" } },
  });

  it("says before the press that it takes two people, and afterwards where it waits", async () => {
    api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": waits,
    });
    const { user } = renderReview(depositReview, RULE);
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await screen.findByText(/^Needs a second person/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Credit 11,400/ }));
    expect(await screen.findByText(/^A colleague approves it\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "Open it in Approvals" })).toHaveAttribute(
      "href",
      "/admin/approvals?approval=approval-1",
    );
    expect(onMove).not.toHaveBeenCalled();
  });

  it("credits a transaction that was credited before with a reason and two people only", async () => {
    const others = [{ ...NINTH, status: "completed" }];
    const sent = api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({
        deposit: { ...deposit, transactionHash: HASH, sameHash: others },
      }),
      "PUT /api/admin/deposits/deposit-1/process": waits,
    });
    const user = await beginCredit();
    expect(screen.getAllByRole("link", { name: /^Deposit 9/ })[0]).toHaveAttribute(
      "href",
      `/admin/deposits?review=${NINTH.id}`,
    );
    const reason = screen.getByLabelText("Why it is credited once more");
    expect(reason).toHaveAccessibleDescription(/two people decide/);
    const ask = screen.getByRole("button", { name: "Ask a colleague to approve" });
    await user.click(ask);
    await waitFor(() => expect(reason).toBeInvalid());
    expect(sent).toEqual([]);
    await user.type(reason, "Two deposits in one transaction");
    await user.click(ask);
    expect(await screen.findByRole("link", { name: "Open it in Approvals" })).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      {
        action: "confirm",
        rate: "95000.00",
        seenSameHash: [NINTH.id],
        overrideReason: "Two deposits in one transaction",
      },
    ]);
  });

  it("shows rate, source and the USDT it makes before it is credited, once", async () => {
    const sent = api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": ok({ deposit: credited }),
    });
    const user = await beginCredit();
    expect(screen.getByText("1 BTC = 95,000.00 USDT")).toBeVisible();
    expect(screen.getByText(/okx/)).toBeVisible();
    await user.dblClick(screen.getByRole("button", { name: /^Credit 11,400/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith(null, true));
    expect(sent).toEqual([
      {
        body: { action: "confirm", rate: "95000.00", seenSameHash: [] },
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
    const user = await beginCredit();
    await user.click(screen.getByRole("button", { name: /^Credit 11,400/ }));
    expect(await screen.findByText(/Before: .*95,000\.00.*11,400/)).toBeVisible();
    expect(screen.getByText(/Now: .*96,000\.00.*11,520/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Credit/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Use the new rate" }));
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /^Credit 11,520/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    expect(sent[1]?.body).toEqual({ action: "confirm", rate: "96000.00", seenSameHash: [] });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("shows rates that differ by less than a cent as different", async () => {
    const quoteOf = (rate: string, usdt: string) => ({
      ...deposit,
      quote: { ...deposit.quote, rate, usdt },
    });
    let now = quoteOf("0.9990", "99.900000");
    api({
      ...base,
      "GET /api/admin/deposits/deposit-1": () => ok({ deposit: now })(),
      "PUT /api/admin/deposits/deposit-1/process": () => {
        now = quoteOf("1.0049", "100.490000");
        return { status: 409, body: { success: false, code: "PRICE_MOVED", message: "It moved" } };
      },
    });
    const { user } = renderReview(depositReview);
    expect(await screen.findByText("1 BTC = 0.999 USDT")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(screen.getByText(/^1 BTC = 0\.999 USDT ·/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Credit 99/ }));
    expect(await screen.findByText(/Before: .*0\.999 USDT/)).toBeVisible();
    expect(screen.getByText(/Now: .*1\.0049 USDT/)).toBeVisible();
  });

  it("shows the rate that it was credited at as it was used", async () => {
    const done = { ...credited, rate: "1.0049", processedAt: deposit.createdAt, quote: null };
    api({ ...base, "GET /api/admin/deposits/deposit-1": ok({ deposit: done }) });
    renderReview(depositReview);
    expect(await screen.findByText("1 BTC = 1.0049 USDT")).toBeVisible();
  });

  it("warns of a hash that stands in other deposits, again beside the button", async () => {
    const sameHash: ReviewedDepositDto["sameHash"] = [{ ...NINTH, status: "failed" }];
    const another = { id: "00000000-0000-7000-8000-000000000008", number: "8", status: "pending" };
    const sent = api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({
        deposit: { ...deposit, transactionHash: HASH, sameHash },
      }),
      "PUT /api/admin/deposits/deposit-1/process": () =>
        sent.length === 1 ? repeated(...sameHash, another)() : ok({ deposit: credited })(),
    });
    const { user } = renderReview(depositReview);
    const [warning] = await findWarnings();
    if (!warning) throw new Error("There is no warning");
    expect(warning).toHaveTextContent("The same transaction hash stands in another deposit:");
    expect(warning).toHaveTextContent("Deposit 9 (opens in a new tab), Failed");
    expect(warning).toHaveTextContent("Make sure that it is not credited twice.");
    const link = within(warning).getByRole("link", { name: "Deposit 9 (opens in a new tab)" });
    expect(link).toHaveAttribute("href", `/admin/deposits?review=${NINTH.id}`);
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener");
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(await findWarnings()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    expect(await screen.findByText("Deposit 8", { exact: false })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    const seen = (...ids: string[]) => ({ action: "confirm", rate: "95000.00", seenSameHash: ids });
    expect(sent.map(({ body }) => body)).toEqual([seen(NINTH.id), seen(NINTH.id, another.id)]);
  });

  it("is credited with a hash that stands elsewhere only after that was said", async () => {
    const sent = api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": () =>
        sent.length === 1
          ? repeated({ ...NINTH, status: "failed" })()
          : ok({ deposit: credited })(),
    });
    const user = await beginCredit();
    await user.click(screen.getByLabelText("Transaction hash (optional)"));
    await user.paste(` ${HASH} `);
    await user.type(screen.getByLabelText("Note (optional)"), "checked");
    // The answer comes between the two clicks.
    await user.dblClick(screen.getByRole("button", { name: /^Credit/ }));
    const [warning] = await findWarnings();
    expect(warning).toHaveTextContent("Deposit 9 (opens in a new tab), Failed");
    expect(screen.getAllByText(/^The same transaction hash/)).toHaveLength(1);
    expect(screen.getByLabelText("Transaction hash (optional)")).toHaveValue(` ${HASH} `);
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalled());
    const body = {
      action: "confirm",
      rate: "95000.00",
      adminNotes: "checked",
      transactionHash: HASH,
    };
    expect(sent.map((one) => one.body)).toEqual([
      { ...body, seenSameHash: [] },
      { ...body, seenSameHash: [NINTH.id] },
    ]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("asks anew each time that a decision begins again", async () => {
    const sent = api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": repeated({ ...NINTH, status: "pending" }),
    });
    const { user } = renderReview(depositReview);
    for (const count of [1, 2]) {
      await user.click(await screen.findByRole("button", { name: "Approve" }));
      await user.click(screen.getByLabelText("Transaction hash (optional)"));
      await user.paste(HASH);
      await user.click(screen.getByRole("button", { name: /^Credit/ }));
      await findWarnings();
      await user.click(screen.getByRole("button", { name: "Back" }));
      expect(sent).toHaveLength(count);
    }
    expect(sent[1]?.body).toEqual(sent[0]?.body);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("sends nothing while there is no rate", async () => {
    const sent = api({
      ...base,
      "GET /api/admin/deposits/deposit-1": ok({ deposit: { ...deposit, quote: null } }),
    });
    const user = await beginCredit();
    await user.click(screen.getByRole("button", { name: "Use the new rate" }));
    expect(screen.getAllByText(/No market rate is available right now/)).not.toHaveLength(0);
    expect(sent).toEqual([]);
  });

  it("begins a decision with a key, and decides nothing by one", async () => {
    const sent = api(base);
    const { user } = renderReview(depositReview);
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
    const user = await beginCredit();
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    await waitFor(() => expect(onMove).toHaveBeenCalledWith("next", false));
  });

  it("is not rejected without a note", async () => {
    const sent = api({
      ...base,
      "PUT /api/admin/deposits/deposit-1/process": ok({
        deposit: { ...deposit, status: "failed" },
      }),
    });
    const { user } = renderReview(depositReview);
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
    let current: ReviewedDepositDto = deposit;
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
    const shown: Element[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(this);
    };
    const user = await beginCredit();
    await user.click(screen.getByRole("button", { name: /^Credit/ }));
    const conflict = (await screen.findByText(message)).closest<HTMLElement>("[role=alert]");
    expect(document.activeElement === conflict || shown.includes(conflict as Element)).toBe(true);
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
