import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { savingKeys } from "@/lib/savings/client";
import type { SavingDto } from "@/lib/savings/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import {
  balance,
  nextDay,
  plan,
  record,
  serverNow,
  showSavings,
  textsOf,
} from "@/tests/support/screens/savings-pages";
import { signIn } from "@/tests/support/sign-in";
import { SavingPage } from "./saving-page";

let sent: Sent[];
const posts = () => sent.filter(({ method }) => method === "POST");
let answers: (Answer | ReturnType<typeof held>["answer"])[];
let currentPlan: SavingDto;
let currentBalance: typeof balance;
/** Nothing that is looked up is answered any more. */
let isSlow: boolean;

afterEach(() => {
  jest.restoreAllMocks();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

beforeEach(() => {
  answers = [];
  currentPlan = plan;
  currentBalance = balance;
  isSlow = false;
  sent = answerFetches(({ method, path }) => {
    if (method === "POST") return answers.shift();
    if (isSlow) return held().answer;
    return { body: path.includes("balance") ? currentBalance : { saving: currentPlan } };
  });
});

const showPage = (shown = plan) =>
  showSavings(<SavingPage id="plan" serverNow={serverNow} />, shown);
const showPlan = (shown = plan) => showPage(shown).user;
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
    ["", "Enter an amount"],
    ["9.99", "The minimum of this plan is 10.00 USDT"],
    ["500.000001", "You can add at most 500.00 USDT to this plan now"],
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

  it("renews at maturity only where that is chosen, and says at what rate", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    expect(screen.getByRole("radio", { name: "Pay everything out" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "Renew principal and profit" }));
    expect(screen.getByText(/The rate and the term of that day count/)).toBeInTheDocument();
    const least = screen.getByLabelText("Only if the rate is at least");
    expect(least).toHaveValue("0.011");
    await user.clear(least);
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByText(/Enter a percentage from 0 to 100/)).toBeInTheDocument();
    await waitFor(() => expect(least).toHaveFocus());
    await user.type(least, "0.0105");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    expect(
      within(sheet).getByText("Renew principal and profit, if it pays at least 0.0105% a day then"),
    ).toBeInTheDocument();
    await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    await within(sheet).findByText(/Network error/);
    expect(posts()[0]?.body).toMatchObject({ autoRenew: "all", minDailyRate: "0.000105" });
  });

  it("is one saving when it is reviewed again after a lost answer", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    const send = async () => {
      await user.click(screen.getByRole("button", { name: "Review" }));
      const sheet = await screen.findByRole("dialog", { name: "Review saving" });
      expect(within(sheet).getByText("0.011% a day, 4.015% a year")).toBeInTheDocument();
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
    expect(again).toHaveTextContent("0.011% a day, 4.015% a year");
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

  it.each(["the review is left", "the page is left"])(
    "is one saving, too, when it took the money and the last room, its answer was lost and %s",
    async (way) => {
      signIn();
      showPlan();
      await userEvent.type(screen.getByLabelText("Amount"), "500");
      await userEvent.click(screen.getByRole("button", { name: "Review" }));
      const first = await screen.findByRole("dialog", { name: "Review saving" });
      currentPlan = { ...plan, subscribable: "0.000000" };
      const USDT = { ...balance.balances.USDT, available: "400.000000" };
      currentBalance = { ...balance, balances: { ...balance.balances, USDT } };
      const confirm = () => userEvent.click(screen.getByRole("button", { name: /^Save 500/ }));
      await confirm();
      await within(first).findByText(/Network error/);
      await screen.findByText("400.00 USDT");
      if (way === "the page is left") {
        cleanup();
        showPlan(currentPlan);
      } else {
        await userEvent.click(within(first).getByRole("button", { name: "Back" }));
      }
      expect(screen.queryByText(/takes no new subscriptions/)).not.toBeInTheDocument();
      await userEvent.click(await screen.findByRole("button", { name: "Review" }));
      const again = await screen.findByRole("dialog", { name: "Review saving" });
      expect(again).toHaveTextContent("Pressing again can't do it twice.");
      expect(screen.queryByText(/You can add at most|Insufficient/)).not.toBeInTheDocument();
      answers.push({ status: 201, body: { success: true, record } });
      await confirm();
      await screen.findByRole("heading", { name: "Saving started" });
      expect(posts()).toEqual([posts()[0], posts()[0]]);
    },
  );

  it("keeps its review while others take the last room, and says that the plan is full", async () => {
    const { user, client } = showPage();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    const full = { ...plan, subscribed: "10000.000000", subscribable: "0.000000" };
    act(() => void client.setQueryData(savingKeys.plan("plan"), full));
    await screen.findByText("0.00 USDT of 10,000.00 USDT");
    expect(sheet).toBeInTheDocument();
    await user.click(within(sheet).getByRole("button", { name: "Back" }));
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    expect(screen.getByText(/takes no new subscriptions/)).toBeInTheDocument();
    expect(screen.getByLabelText("Amount")).toHaveValue("100");
    act(() => void client.setQueryData(savingKeys.plan("plan"), plan));
    await screen.findByText("500.00 USDT of 10,000.00 USDT");
    expect(screen.queryByText(/takes no new subscriptions/)).not.toBeInTheDocument();
  });

  it("takes no amount where the plan was full from the start", () => {
    showPlan({ ...plan, subscribable: "0.000000" });
    expect(screen.getByText(/takes no new subscriptions/)).toBeInTheDocument();
    expect(screen.queryByLabelText("Amount")).not.toBeInTheDocument();
  });

  it("shows the result without waiting for what is looked up after it", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    isSlow = true;
    answers.push({ status: 201, body: { success: true, record } });
    await user.click(await screen.findByRole("button", { name: /^Save 100/ }));
    expect(await screen.findByRole("heading", { name: "Saving started" })).toBeInTheDocument();
  });

  it("shows nothing else in a review that closes, and goes back to the button", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    const shown = textsOf(sheet);
    await user.click(within(sheet).getByRole("button", { name: "Back" }));
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    expect(shown).toEqual([]);
    await waitFor(() => expect(screen.getByRole("button", { name: "Review" })).toHaveFocus());
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
        "The terms have changed. Before: 0.011% a day, 4.015% a year, 30 days. Now: 0.01% a day, 3.65% a year, 30 days.",
      ),
    ).toBeInTheDocument();
    await user.click(within(sheet).getByRole("button", { name: "Use the new terms" }));
    answers.push({ status: 201, body: { success: true, record } });
    await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]?.body).toMatchObject({ terms: { dailyRate: "0.0001" } });
    expect(posts()[1]?.key).not.toBe(posts()[0]?.key);
  });

  it("agrees to changed terms with one press, and sends them with the next", async () => {
    const { user, client } = showPage();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    act(() => void client.setQueryData(savingKeys.plan("plan"), { ...plan, dailyRate: "0.0001" }));
    await user.click(await within(sheet).findByRole("button", { name: "Use the new terms" }));
    expect(posts()).toEqual([]);
    expect(sheet).toHaveTextContent(
      "Before: 0.011% a day, 4.015% a year, 30 days. Now: 0.01% a day, 3.65% a year, 30 days.",
    );
    await user.click(within(sheet).getByRole("button", { name: /^Save 100/ }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ terms: { dailyRate: "0.0001" } });
  });

  it("shows another start as changed terms", async () => {
    const user = showPlan();
    await user.type(screen.getByLabelText("Amount"), "100");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const sheet = await screen.findByRole("dialog", { name: "Review saving" });
    expect(sheet).not.toHaveTextContent("The terms have changed");
    nextDay();
    expect(sheet).toHaveTextContent(
      "The terms have changed. Before: 0.011% a day, 4.015% a year, 30 days, earns from 28 Feb 2028, 00:00 UTC. Now: 0.011% a day, 4.015% a year, 30 days, earns from 29 Feb 2028, 00:00 UTC.",
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
        "The terms have changed. Before: USDT, 0.011% a day, 4.015% a year, 30 days. Now: XAUT, 0.011% a day, 4.015% a year, 30 days.",
      ),
    ).toBeInTheDocument();
    expect(posts()[0]?.body).toMatchObject({ terms: { currency: "USDT" } });
  });
});
