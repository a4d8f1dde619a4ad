import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountKeys } from "@/lib/accounts/client";
import { savingKeys } from "@/lib/savings/client";
import type { SavingDto, SavingRecordDto } from "@/lib/savings/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/render";
import { signIn } from "@/tests/support/sign-in";
import { HistoryView } from "./history-view";
import { SavingPage } from "./saving-page";

const plan: SavingDto = {
  id: "plan",
  name: "Thirty days",
  type: "fixed",
  currency: "USDT",
  dailyRate: "0.00011",
  durationDays: 30,
  minAmount: "10.000000",
  maxAmount: "5000.000000",
  capacity: "10000.000000",
  subscribed: "9500.000000",
  subscribable: "500.000000",
  isActive: true,
  description: "",
};

const record: SavingRecordDto = {
  id: "record",
  savingId: "plan",
  name: "Thirty days",
  type: "fixed",
  currency: "USDT",
  principal: "1000.000000",
  dailyRate: "0.00011",
  durationDays: 30,
  status: "active",
  accrued: "1.100000",
  daysAccrued: 10,
  profitAtMaturity: "3.300000",
  startsAt: "2028-02-28T00:00:00.000Z",
  maturesAt: "2028-03-29T00:00:00.000Z",
  fundedUntil: null,
  fundingShort: false,
  refundNow: { principal: "1000.000000", profit: "0.000000" },
  createdAt: "2028-02-27T12:00:00.000Z",
  closedAt: null,
  paidPrincipal: null,
  paidProfit: null,
};

const zero = { principal: "0.000000", accrued: "0.000000", paidProfit: "0.000000" };
const balance = {
  balances: {
    USDT: { available: "2000.000000", held: "0", escrow: "0" },
    XAUT: { available: "0", stored: "0" },
    savings: { USDT: "0", XAUT: "0" },
    ai: { USDT: "0", XAUT: "0" },
    totalUsdt: "2000",
  },
  price: "4000",
};

const serverNow = "2028-02-27T12:00:00Z";

/** Lets a day pass, of which the page knows when it is looked at again. */
function nextDay(): void {
  const now = Date.now;
  jest.spyOn(Date, "now").mockImplementation(() => now() + 86_400_000);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

let sent: Sent[];
const posts = () => sent.filter(({ method }) => method === "POST");
/** The queries that savings were asked for with. */
const asked = () =>
  sent.filter(({ path }) => path.includes("my-savings")).map(({ path }) => path.split("?")[1]);
let answers: (Answer | ReturnType<typeof held>["answer"])[];
let currentPlan: SavingDto;
let records: SavingRecordDto[];

afterEach(() => {
  jest.restoreAllMocks();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

beforeEach(() => {
  answers = [];
  currentPlan = plan;
  records = [record];
  sent = answerFetches(({ method, path }) => {
    if (method === "POST") return answers.shift();
    if (path.includes("my-savings")) {
      return { body: { records, totals: { USDT: zero, XAUT: zero }, nextCursor: null } };
    }
    return { body: path.includes("balance") ? balance : { saving: currentPlan } };
  });
});

function show(element: React.ReactElement, shown = plan) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(savingKeys.plan("plan"), shown);
  client.setQueryData(accountKeys.balance(), balance);
  renderUi(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
  return userEvent.setup();
}

const showPlan = (shown = plan) => show(<SavingPage id="plan" serverNow={serverNow} />, shown);
const rowOf = (name: RegExp) => screen.getByRole("row", { name });

describe("a plan's page", () => {
  it("shows what the amount returns while it is typed", async () => {
    const user = showPlan();
    expect(screen.getByText("What 10.00 USDT returns")).toBeInTheDocument();
    expect(rowOf(/From 29 Mar 2028/)).toHaveTextContent("0.03310.033");
    await user.type(screen.getByLabelText("Amount"), "100");
    expect(rowOf(/Before 29 Mar 2028/)).toHaveTextContent("0.00100.00");
    expect(rowOf(/From 29 Mar 2028/)).toHaveTextContent("0.33100.33");
    expect(screen.getByText("500.00 USDT of 10,000.00 USDT")).toBeInTheDocument();
  });

  it.each([
    ["", "Please enter an amount"],
    ["9.99", "The minimum of this plan is 10.00 USDT"],
    ["500.000001", "This plan takes at most 500.00 USDT now"],
    ["10,5", "Use a point for decimals"],
  ])("says what is wrong with %j and sends nothing", async (amount, message) => {
    const user = showPlan();
    if (amount) await user.type(screen.getByLabelText("Amount"), amount);
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByText(message)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText("Amount")).toHaveFocus());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("names a minimum with all its decimals wherever it does", async () => {
    const user = showPlan({ ...plan, minAmount: "10.005000" });
    expect(screen.getByText("Minimum").nextElementSibling).toHaveTextContent("10.005 USDT");
    await user.type(screen.getByLabelText("Amount"), "10");
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByText("The minimum of this plan is 10.005 USDT")).toBeInTheDocument();
  });

  it("fills in the most that is possible", async () => {
    const user = showPlan();
    await user.click(screen.getByRole("button", { name: "Max" }));
    expect(screen.getByLabelText("Amount")).toHaveValue("500.000000");
  });

  it("sends the terms that were shown, once a review, and shows the result", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    expect(within(sheet).getByText("0.33 USDT")).toBeInTheDocument();
    expect(within(sheet).getByText(/returns the principal only/)).toBeInTheDocument();
    const confirm = () => user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    await confirm();
    expect(await within(sheet).findByText(/Network error/)).toBeInTheDocument();
    answers.push({
      status: 201,
      body: { success: true, record: { ...record, status: "pending" } },
    });
    await confirm();
    expect(await screen.findByRole("heading", { name: "Saving started" })).toHaveFocus();
    // The outcome of the first try was unknown, so the second repeats its key.
    expect(posts().map(({ key }) => key)).toEqual([posts()[0]?.key, posts()[0]?.key]);
    expect(posts()[1]?.body).toEqual({
      savingId: "plan",
      amount: "100",
      terms: { dailyRate: "0.00011", durationDays: 30, type: "fixed", currency: "USDT" },
    });
  });

  it("is one saving when it is reviewed again after a lost answer", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    const send = async () => {
      await user.click(screen.getByRole("button", { name: "Review" }));
      const sheet = await screen.findByRole("dialog", { name: "Review saving" });
      expect(within(sheet).getByText("0.011% a day")).toBeInTheDocument();
      await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
      await within(sheet).findByText(/Network error/);
      expect(within(sheet).queryByText(/The terms have changed/)).not.toBeInTheDocument();
      await user.click(within(sheet).getByRole("button", { name: "Back" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    };
    // A failure asks for the plan again.
    currentPlan = { ...plan, dailyRate: "0.0001" };
    await send();
    expect((await screen.findAllByText(/0\.01% a day/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(await screen.findByRole("dialog", { name: "Review saving" })).toHaveTextContent(
      "Network error. Please check your connection. It may have gone through. Pressing again can't do it twice.",
    );
    await user.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await send();
    expect(posts()).toHaveLength(2);
    expect(posts()[1]).toEqual(posts()[0]);
  });

  it("is one saving when the page is left after a lost answer, at the terms that were sent", async () => {
    signIn();
    const open = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Review" }));
      return screen.findByRole("dialog", { name: "Review saving" });
    };
    const confirm = () => userEvent.click(screen.getByRole("button", { name: /^Save 100/ }));
    showPlan();
    await userEvent.type(screen.getByLabelText("Amount"), "100");
    const first = await open();
    currentPlan = { ...plan, dailyRate: "0.0001" };
    await confirm();
    await within(first).findByText(/Network error/);
    cleanup();

    showPlan();
    expect(screen.getByLabelText("Amount")).toHaveValue("100");
    const again = await open();
    expect(again).toHaveTextContent("0.011% a day");
    expect(again).toHaveTextContent("It may have gone through. Pressing again can't do it twice.");
    answers.push({
      status: 201,
      body: { success: true, record: { ...record, status: "pending" } },
    });
    await confirm();
    await screen.findByRole("heading", { name: "Saving started" });
    expect(screen.getByText(/received on 27 Feb 2028, 12:00:00 UTC/)).toBeVisible();
    expect(screen.queryByText(/earns from the next/)).not.toBeInTheDocument();
    expect(posts()).toEqual([posts()[0], posts()[0]]);
    expect(sessionStorage).toHaveLength(0);
  });

  it("is another saving when the first is refused after the page was left", async () => {
    signIn();
    const { answer, release } = held();
    answers.push(answer);
    const send = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Review" }));
      await userEvent.click(await screen.findByRole("button", { name: /^Save 100/ }));
    };
    showPlan();
    await userEvent.type(screen.getByLabelText("Amount"), "100");
    await send();
    cleanup();
    const key = posts()[0]?.key ?? "";
    expect(JSON.stringify(sessionStorage)).toContain(key);
    release({ status: 422, body: { code: "INSUFFICIENT_BALANCE", message: "Too little" } });
    await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain(key));
    showPlan();
    await send();
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]?.key).not.toBe(key);
  });

  it("shows changed terms and asks again", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    currentPlan = { ...plan, dailyRate: "0.0001" };
    const message = "The terms of this plan have changed. Please look at them again.";
    answers.push({ status: 409, body: { success: false, code: "SAVING_TERMS_CHANGED", message } });
    await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    expect(
      await within(sheet).findByText(
        "The terms have changed. Before: 0.011% a day, 30 days. Now: 0.01% a day, 30 days.",
      ),
    ).toBeInTheDocument();
    answers.push({ status: 201, body: { success: true, record } });
    await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]?.body).toMatchObject({ terms: { dailyRate: "0.0001" } });
    expect(posts()[1]?.key).not.toBe(posts()[0]?.key);
  });

  it("shows another start as changed terms", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    expect(sheet).not.toHaveTextContent("The terms have changed");
    nextDay();
    expect(sheet).toHaveTextContent(
      "The terms have changed. Before: 0.011% a day, 30 days, earns from 28 Feb 2028, 00:00 UTC. Now: 0.011% a day, 30 days, earns from 29 Feb 2028, 00:00 UTC.",
    );
    expect(within(sheet).getByText("30 Mar 2028, 00:00 UTC")).toBeInTheDocument();
  });

  it("asks again before an amount is taken in another currency", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    currentPlan = { ...plan, currency: "XAUT" };
    const message = "The terms of this plan have changed. Please look at them again.";
    answers.push({ status: 409, body: { success: false, code: "SAVING_TERMS_CHANGED", message } });
    await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    expect(
      await within(sheet).findByText(
        "The terms have changed. Before: USDT, 0.011% a day, 30 days. Now: XAUT, 0.011% a day, 30 days.",
      ),
    ).toBeInTheDocument();
    expect(posts()[0]?.body).toMatchObject({ terms: { currency: "USDT" } });
  });
});

describe("the history", () => {
  const tab = (name: string) => screen.getByRole("tab", { name });

  it("starts with all savings, those that have not started yet too", async () => {
    records = [record, { ...record, id: "waiting", status: "pending" }];
    const user = show(<HistoryView initial={undefined} serverNow={serverNow} />);
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
    show(<HistoryView initial="cancelled" serverNow={serverNow} />);
    expect(tab("Cancelled")).toHaveAttribute("aria-selected", "true");
    await waitFor(() => expect(asked()).toEqual(["status=cancelled&limit=20"]));
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
    const user = show(<HistoryView initial="active" serverNow={serverNow} />);
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
    const { sheet } = await refundOf(flexible);
    const refundNow = { principal: "1000.000000", profit: "1.210000" };
    records = [{ ...record, ...flexible, refundNow }];
    nextDay();
    expect(
      await within(sheet).findByRole("button", { name: /^Refund 1,001.21/ }),
    ).toBeInTheDocument();
    expect(sheet).toHaveTextContent(
      "What you get back has changed. Before: 1,001.10 USDT. Now: 1,001.21 USDT.",
    );
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
