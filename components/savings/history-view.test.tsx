import { act, screen, waitFor, within } from "@testing-library/react";
import type { SavingRecordDto } from "@/lib/savings/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import {
  mySavings,
  nextDay,
  record,
  serverNow,
  showSavings,
  textsOf,
} from "@/tests/support/screens/savings-pages";
import { HistoryView } from "./history-view";

let sent: Sent[];
const posts = () => sent.filter(({ method }) => method === "POST");
/** The queries that savings were asked for with. */
const asked = () =>
  sent.filter(({ path }) => path.includes("my-savings")).map(({ path }) => path.split("?")[1]);
let answers: Answer[];
let records: SavingRecordDto[];
/** Nothing that is looked up is answered any more. */
let isSlow: boolean;

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

beforeEach(() => {
  answers = [];
  records = [record];
  isSlow = false;
  sent = answerFetches(({ method }) => {
    if (method === "POST") return answers.shift();
    return isSlow ? held().answer : { body: mySavings(records) };
  });
});

const show = (initial: "active" | "cancelled" | undefined) =>
  showSavings(<HistoryView initial={initial} serverNow={serverNow} />);

describe("the history", () => {
  const tab = (name: string) => screen.getByRole("tab", { name });

  it("starts with all savings, those that have not started yet too", async () => {
    records = [record, { ...record, id: "waiting", status: "pending" }];
    const { user } = show(undefined);
    expect(tab("All")).toHaveAttribute("aria-selected", "true");
    const list = await screen.findByRole("list", { name: "All" });
    expect(within(list).getAllByRole("heading", { name: "Thirty days" })).toHaveLength(2);
    expect(asked()).toEqual(["limit=20"]);
    await user.click(tab("Pending"));
    expect(window.location.search).toBe("?status=pending");
    await waitFor(() => expect(asked()).toEqual(["limit=20", "status=pending&limit=20"]));
    await user.click(tab("All"));
    expect(window.location.search).toBe("");
  });

  it("opens at the state of its address", async () => {
    show("cancelled");
    expect(tab("Cancelled")).toHaveAttribute("aria-selected", "true");
    await waitFor(() => expect(asked()).toEqual(["status=cancelled&limit=20"]));
  });

  it("shows a day that is counted while the page is open", async () => {
    jest.useFakeTimers();
    show("active");
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText("Profit so far (10 days)")).toBeInTheDocument();
    records = [{ ...record, daysAccrued: 11, accrued: "1.210000" }];
    await act(() => jest.advanceTimersByTimeAsync(60_010));
    expect(screen.getByText("Profit so far (11 days)")).toBeInTheDocument();
  });
});

describe("a renewal", () => {
  it("is chosen until the saving matures, and said afterwards", async () => {
    records = [
      record,
      { ...record, ...{ id: "open", name: "Flexible", type: "flexible", maturesAt: null } },
      {
        ...{ ...record, id: "old", status: "completed", refundNow: null, autoRenew: "all" },
        ...{ closedAt: record.maturesAt, minDailyRate: "0.0002", notRenewed: "RATE_BELOW_MINIMUM" },
      },
    ];
    const { user } = show(undefined);
    expect(await screen.findByText("Pay everything out")).toBeInTheDocument();
    expect(
      screen.getByText("Not renewed: the rate was below your minimum of 0.02% a day"),
    ).toBeInTheDocument();
    const name = "Change renewal of Thirty days, number 7";
    expect(screen.getAllByRole("button", { name: /^Change renewal/ })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name }));
    const dialog = await screen.findByRole("dialog", { name: "When Thirty days matures" });
    await user.click(within(dialog).getByRole("radio", { name: /^Renew the principal/ }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const [change] = sent.filter(({ method }) => method === "PATCH");
    expect(change).toMatchObject({
      path: "/api/savings/user/record",
      body: { autoRenew: "principal", minDailyRate: "0.00011" },
    });
  });
});

describe("a refund", () => {
  const flexible: Partial<SavingRecordDto> = {
    type: "flexible",
    durationDays: null,
    maturesAt: null,
    fundedUntil: "2028-04-01T00:00:00.000Z",
    refundNow: { principal: "1000.000000", profit: "1.100000" },
  };
  const refundOf = async (changes: Partial<SavingRecordDto>) => {
    records = [{ ...record, ...changes }];
    const { user } = show("active");
    await user.click(await screen.findByRole("button", { name: "Refund" }));
    return { user, sheet: await screen.findByRole("dialog", { name: "Review refund" }) };
  };

  it("of a fixed saving says what is given up, then what was paid", async () => {
    const { user, sheet } = await refundOf({});
    expect(within(sheet).getByText("Profit given up")).toBeInTheDocument();
    expect(within(sheet).getByText("1.10 USDT")).toBeInTheDocument();
    records = [];
    const refunded = { principal: "1000.000000", profit: "0.000000" };
    const closed = { ...record, status: "cancelled", refundNow: null, closedAt: record.maturesAt };
    answers.push({ status: 200, body: { success: true, record: closed, refunded } });
    await user.click(within(sheet).getByRole("button", { name: /^Refund 1,000/ }));
    expect(await screen.findByRole("heading", { name: "Refunded" })).toHaveFocus();
    expect(posts()[0]?.path).toBe("/api/savings/user/refund/record");
    expect(posts()[0]?.key).toBeTruthy();
  });

  it("of a flexible saving gives nothing up", async () => {
    const { sheet } = await refundOf(flexible);
    expect(within(sheet).queryByText("Profit given up")).not.toBeInTheDocument();
    expect(within(sheet).getByRole("button", { name: /^Refund 1,001.10/ })).toBeInTheDocument();
  });

  it("says what has changed at 00:00 UTC and returns that", async () => {
    const { user, sheet } = await refundOf(flexible);
    const refundNow = { principal: "1000.000000", profit: "1.210000" };
    records = [{ ...record, ...flexible, refundNow }];
    nextDay();
    await user.click(await within(sheet).findByRole("button", { name: "Use the new amount" }));
    expect(sheet).toHaveTextContent(
      "What you get back has changed. Before: 1,001.10 USDT. Now: 1,001.21 USDT.",
    );
    expect(posts()).toEqual([]);
    await user.click(within(sheet).getByRole("button", { name: /^Refund 1,001.21/ }));
    await waitFor(() => expect(posts()).toHaveLength(1));
  });

  it.each([
    ["says so", "2028-02-26T00:00:00.000Z", "Interest is set aside until 26 Feb 2028 only."],
    ["is told from it", "2028-02-27T00:00:00.000Z", "the profit of the whole days so far"],
  ])("of a flexible saving with days that nothing is set aside for %s", async (_, until, text) => {
    const { sheet } = await refundOf({ ...flexible, fundedUntil: until, fundingShort: true });
    expect(sheet).toHaveTextContent(text);
  });

  it("shows the result without waiting for what is looked up after it", async () => {
    const { user, sheet } = await refundOf({});
    isSlow = true;
    const refunded = { principal: "1000.000000", profit: "0.000000" };
    answers.push({ status: 200, body: { success: true, record, refunded } });
    await user.click(within(sheet).getByRole("button", { name: /^Refund 1,000/ }));
    expect(await screen.findByRole("heading", { name: "Refunded" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Refund" })).not.toBeInTheDocument();
  });

  it("shows nothing else in a review that closes, and goes back to the button", async () => {
    const { user, sheet } = await refundOf({});
    const shown = textsOf(sheet);
    await user.click(within(sheet).getByRole("button", { name: "Back" }));
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    expect(shown).toEqual([]);
    await waitFor(() => expect(screen.getByRole("button", { name: "Refund" })).toHaveFocus());
  });

  it("of a fixed saving whose term is over says that its profit is paid, too", async () => {
    const { sheet } = await refundOf({
      refundNow: { principal: "1000.000000", profit: "3.300000" },
    });
    expect(sheet).toHaveTextContent("you get the principal and all of its profit");
    expect(sheet).not.toHaveTextContent("principal only");
  });

  it.each([
    ["is over says so", "2028-02-27T00:00:00.000Z", "The term of this saving is over"],
    ["runs is told from it", "2028-02-28T00:00:00.000Z", "ends before its term"],
  ])("of a fixed saving without profit whose term %s", async (_, maturesAt, text) => {
    const { sheet } = await refundOf({
      maturesAt,
      accrued: "0.000000",
      profitAtMaturity: "0.000000",
    });
    expect(sheet).toHaveTextContent(text);
  });

  it("is one when it is reviewed again after a lost answer", async () => {
    const { user, sheet } = await refundOf({});
    await user.click(within(sheet).getByRole("button", { name: /^Refund 1,000/ }));
    await within(sheet).findByText(/Network error/);
    await user.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Refund" }));
    const again = await screen.findByRole("dialog", { name: "Review refund" });
    expect(again).toHaveTextContent(/Network error.*It may have gone through/);
    await user.click(within(again).getByRole("button", { name: /^Refund 1,000/ }));
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]).toEqual(posts()[0]);
  });

  it("keeps the review open when it is refused", async () => {
    const { user, sheet } = await refundOf({});
    const message = "This saving has already ended";
    // Nor is it in the list any more.
    records = [];
    answers.push({ status: 409, body: { success: false, code: "SAVING_CLOSED", message } });
    await user.click(within(sheet).getByRole("button", { name: /^Refund/ }));
    expect(await within(sheet).findByText(message)).toBeInTheDocument();
  });
});
