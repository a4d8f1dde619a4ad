import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { staffKeys, useStaffUser } from "@/lib/staff/client";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { textsOf } from "@/tests/support/screens/savings-pages";
import { ManageBalance } from "./manage-balance";
import { useBalanceDecision } from "./use-balance-decision";

const balances: AdminUserDetailDto["balances"] = {
  USDT: { available: "100.500000", held: "0", escrow: "0", savings: "0", ai: "0" },
  XAUT: { available: "0.250000", held: "0", stored: "0", savings: "0", ai: "0" },
};
const maria = { id: "user-1", username: "maria", balances };

/** Answers each change with the next of these. The user is read anew after each, for good. */
function network(...answers: (Answer | null | ReturnType<typeof held>["answer"])[]): Sent[] {
  const sent: Sent[] = [];
  answerFetches((one) => {
    if (one.method === "GET") return held().answer;
    sent.push(one);
    return answers.shift();
  });
  return sent;
}

const changed = {
  body: { currency: "USDT", before: "100.500000", after: "60.500000" },
};

function Page() {
  const { data } = useStaffUser("user-1");
  const balance = useBalanceDecision("user-1");
  if (!data) return null;
  return (
    <>
      <p>Now {data.balances.USDT.available}</p>
      <ManageBalance user={data} balance={balance} />
    </>
  );
}

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
const showBalances = (of: object) => queryClient.setQueryData(staffKeys.user("user-1"), of);

async function openForm() {
  const user = userEvent.setup();
  showBalances(maria);
  renderUi(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Manage balance" }));
  await screen.findByRole("dialog", { name: "Manage balance of maria" });
  return user;
}

async function fill(user: ReturnType<typeof userEvent.setup>, amount: string, reason: string) {
  await user.click(screen.getByRole("radio", { name: "Subtract" }));
  await user.type(screen.getByLabelText("Amount"), amount);
  await user.type(screen.getByLabelText("Reason"), reason);
  await user.click(screen.getByRole("button", { name: "Review" }));
}

it("says what is missing, at the fields, and sends nothing", async () => {
  const sent = network(changed);
  const user = await openForm();
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(screen.getByLabelText("Amount")).toBeInvalid();
  expect(screen.getByLabelText("Reason")).toBeInvalid();
  await waitFor(() => expect(screen.getByLabelText("Amount")).toHaveFocus());
  expect(sent).toEqual([]);
});

it("does not let a balance go below zero", async () => {
  network(changed);
  const user = await openForm();
  await fill(user, "100.500001", "A good reason");
  expect(screen.getByText("The balance can't go below zero")).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Review the change" })).not.toBeInTheDocument();
});

it("shows before and after, and sends one request for a double click", async () => {
  const sent = network(changed);
  const user = await openForm();
  await fill(user, "40", "A good reason");
  const review = await screen.findByRole("dialog", { name: "Review the change" });
  expect(within(review).getByText("100.50 USDT", { normalizer: plain })).toBeVisible();
  expect(within(review).getByText("60.50 USDT", { normalizer: plain })).toBeVisible();
  await user.dblClick(within(review).getByRole("button", { name: /^Subtract 40/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByText("Now 60.500000")).toBeVisible();
  expect(sent).toEqual([
    {
      method: "PUT",
      authorization: null,
      path: "/api/admin/users/user-1/manage-balance",
      body: { operation: "subtract", currency: "USDT", amount: "40", reason: "A good reason" },
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
});

it("follows the balance until a change is sent, and keeps its before and after from then on", async () => {
  const { answer, release } = held();
  network(answer);
  const user = await openForm();
  await fill(user, "40", "A good reason");
  const review = await screen.findByRole("dialog", { name: "Review the change" });
  const become = async (available: string) => {
    const other = { ...balances, USDT: { ...balances.USDT, available } };
    act(() => void showBalances({ ...maria, balances: other }));
    await screen.findByText(`Now ${available}`);
  };
  await become("30.000000");
  expect(within(review).getByText("30.00 USDT", { normalizer: plain })).toBeVisible();
  expect(within(review).getByText("The balance can't go below zero")).toBeVisible();
  await become("90.000000");
  expect(within(review).queryByText("The balance can't go below zero")).not.toBeInTheDocument();
  await user.click(within(review).getByRole("button", { name: /^Subtract 40/ }));
  await become("50.000000");
  expect(within(review).getByText("90.00 USDT", { normalizer: plain })).toBeVisible();
  expect(within(review).getByText("50.00 USDT", { normalizer: plain })).toBeVisible();
  const shown = textsOf(review);
  release({ body: { currency: "USDT", before: "90.000000", after: "50.000000" } });
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(shown).toEqual([]);
});

it("repeats the key when an answer was lost, and takes another for another change", async () => {
  const sent = network(null, null, changed);
  const user = await openForm();
  await fill(user, "40", "A good reason");
  const send = async (verb: RegExp) => {
    await screen.findByRole("dialog", { name: "Review the change" });
    await user.click(screen.getByRole("button", { name: verb }));
  };
  await send(/^Subtract 40/);
  expect(await screen.findByText("Network error. Please check your connection.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await user.click(await screen.findByRole("button", { name: "Review" }));
  await send(/^Subtract 40/);
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText("Network error. Please check your connection.");
  await user.click(screen.getByRole("button", { name: "Back" }));
  const amount = await screen.findByLabelText("Amount");
  await user.clear(amount);
  await user.type(amount, "30");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await send(/^Subtract 30/);
  await waitFor(() => expect(sent).toHaveLength(3));
  const [first, second, third] = sent.map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it("takes another key after a refusal, which would be repeated", async () => {
  const refused = {
    status: 422,
    body: { success: false, code: "INSUFFICIENT_BALANCE", message: "Insufficient balance" },
  };
  const sent = network(refused, changed);
  const user = await openForm();
  await fill(user, "40", "A good reason");
  const review = await screen.findByRole("dialog", { name: "Review the change" });
  await user.click(within(review).getByRole("button", { name: /^Subtract 40/ }));
  expect(await within(review).findByText("Insufficient balance")).toBeVisible();
  await user.click(within(review).getByRole("button", { name: /^Subtract 40/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent).toHaveLength(2);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

function plain(text: string): string {
  return text.replace(/\u00a0/g, " ").trim();
}

it("stays on the page with the way to what waits for a colleague, until the next change begins", async () => {
  network({ status: 202, body: { approval: { id: "approval-1" }, message: "Waits" } });
  const user = await openForm();
  await fill(user, "40", "A good reason");
  await user.click(await screen.findByRole("button", { name: /^Subtract 40/ }));
  const link = await screen.findByRole("link", { name: "Open it in Approvals" });
  expect(link).toHaveAttribute("href", "/admin/approvals?approval=approval-1");
  expect(screen.getByRole("status")).toHaveTextContent("A colleague has to approve this change");
  await user.click(screen.getByRole("button", { name: "Manage balance" }));
  expect(screen.queryByText("A colleague has to approve this change")).not.toBeInTheDocument();
  expect(await screen.findByLabelText("Amount")).toHaveValue("");
});
