import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { DepositDto } from "@/lib/deposits/schema";
import type { RecordFilter } from "@/lib/withdrawals/record-rules";
import type { RecordTotals } from "@/lib/withdrawals/record-totals-schema";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { RecordsView } from "./records-view";

const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T10:00:00.000Z`;
const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const common = { currency: "USDT", network: "TRC20", address: ADDRESS } as const;

const deposit = (n: number, status: DepositDto["status"]): DepositDto => ({
  ...common,
  id: `deposit-${n}`,
  number: String(10_000 + n),
  amount: `${n}.000000`,
  rate: null,
  rateSimulated: false,
  credited: null,
  creditedUsdt: null,
  status,
  transactionHash: null,
  proofUrl: "/api/files/1",
  adminNotes: null,
  createdAt: day(n),
  processedAt: status === "pending" ? null : day(n),
  reversal: null,
});
const withdrawal = (n: number, status: WithdrawalDto["status"]): WithdrawalDto => ({
  ...common,
  id: `withdrawal-${n}`,
  number: String(20_000 + n),
  amount: `${n}.000000`,
  amountCurrency: "USDT",
  valueUsdt: `${n}.000000`,
  fee: "0.000000",
  net: `${n}.000000`,
  payoutAmount: null,
  payoutRate: null,
  payoutRateSimulated: false,
  status,
  transactionHash: null,
  adminNotes: null,
  createdAt: day(n),
  approvedAt: null,
  waitsUntil: null,
  processedAt: status === "pending" ? null : day(n),
});

const none = { USDT: "0.000000", XAUT: "0.000000" };
const totals: RecordTotals = {
  totals: {
    deposits: 1,
    withdrawals: 1,
    in: { USDT: "9.000000", XAUT: "0.500000" },
    out: { USDT: "6.000000", XAUT: "0.000000" },
    fees: { USDT: "1.000000", XAUT: "0.000000" },
    net: { USDT: "3.000000", XAUT: "0.500000" },
  },
  days: [
    { day: "2026-11-06", payments: 1, net: { ...none, USDT: "-6.000000" } },
    { day: "2026-11-09", payments: 1, net: { USDT: "9.000000", XAUT: "0.500000" } },
  ],
};

let urls: URL[];
let answer: (url: URL) => object;

beforeEach(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    disconnect() {}
    unobserve() {}
  };
  urls = [];
  answerFetches(({ path }) => {
    const url = new URL(path, "http://site.test");
    if (url.pathname.endsWith("/payments/totals")) return { body: totals };
    urls.push(url);
    return { body: { nextCursor: null, ...answer(url) } };
  });
});

const isWaiting = (url: URL) => url.searchParams.get("status")?.startsWith("pending");
const show = (filter: RecordFilter = {}) =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <RecordsView filter={filter} />
    </QueryClientProvider>,
  );

it("shows what is under way with its progress first, then both kinds in one order", async () => {
  answer = (url) => {
    const isDeposit = url.pathname.endsWith("/deposits/user");
    if (isWaiting(url)) {
      return isDeposit ? { deposits: [] } : { withdrawals: [withdrawal(2, "pending")] };
    }
    return isDeposit
      ? { deposits: [deposit(9, "completed"), deposit(4, "failed")] }
      : { withdrawals: [withdrawal(6, "completed")] };
  };
  show();
  const waiting = await screen.findByRole("region", { name: "Withdrawal · USDT · TRC20" });
  expect(within(waiting).getByText("Checking")).toBeInTheDocument();
  const rows = within(screen.getByRole("list", { name: "Finished" })).getAllByRole("listitem");
  expect(rows.map((row) => /(\d)\.00/.exec(row.textContent ?? "")?.[1])).toEqual(["9", "6", "4"]);
  await userEvent.click(within(waiting).getByRole("button", { name: "Details and cancel" }));
  const details = await screen.findByRole("dialog", { name: "Withdrawal · USDT · TRC20" });
  expect(within(details).getByText("20002")).toBeInTheDocument();
  expect(within(details).getByRole("button", { name: "Cancel withdrawal" })).toBeInTheDocument();
});

it("adds up what was paid in and out, and by day in each currency", async () => {
  answer = (url) =>
    url.pathname.endsWith("/deposits/user") && !isWaiting(url)
      ? { deposits: [deposit(9, "completed")] }
      : { deposits: [], withdrawals: [] };
  show();
  const together = within(await screen.findByRole("region", { name: "Together" }));
  const facts = together.getAllByRole("definition").map((fact) => fact.textContent);
  expect(facts).toEqual([
    "1",
    "1",
    "9.00\u00a0USDT",
    "0.500000\u00a0XAUT",
    "6.00\u00a0USDT",
    "1.00\u00a0USDT",
    "+3.00\u00a0USDT",
    "+0.500000\u00a0XAUT",
  ]);
  const days = screen.getByRole("figure", { name: "USDT by day" });
  expect(days).toHaveTextContent(
    "2 days with payments: 1 with more paid in, 1 with more paid out.",
  );
  expect(screen.getByRole("figure", { name: "XAUT by day" })).toHaveTextContent(
    "1 day with a payment",
  );
});

it("keeps a cancelled withdrawal open with its result where the filter lists it no longer", async () => {
  let status: WithdrawalDto["status"] = "pending";
  answerFetches(({ method }) => {
    if (method === "PUT") status = "cancelled";
    const row = withdrawal(2, status);
    if (method === "PUT") return { body: { withdrawal: row } };
    return { body: { withdrawals: status === "pending" ? [row] : [], nextCursor: null } };
  });
  show({ kind: "withdrawal", status: "waiting" });
  await userEvent.click(await screen.findByRole("button", { name: "Details and cancel" }));
  const cancel = { name: "Cancel withdrawal" };
  await userEvent.click(await screen.findByRole("button", cancel));
  const asked = within(await screen.findByRole("alertdialog"));
  await userEvent.click(asked.getByRole("button", cancel));
  expect(await screen.findByText("None with this filter")).toBeInTheDocument();
  const details = within(screen.getByRole("dialog", { name: "Withdrawal · USDT · TRC20" }));
  expect(details.getByText("Cancelled by you")).toBeInTheDocument();
});

it("holds back what rows not read yet may belong before, and reads on", async () => {
  answer = (url) => {
    const isDeposit = url.pathname.endsWith("/deposits/user");
    if (!isDeposit) return { withdrawals: [withdrawal(3, "completed")] };
    return url.searchParams.get("cursor")
      ? { deposits: [deposit(1, "completed")] }
      : { deposits: [deposit(8, "completed")], nextCursor: "10008" };
  };
  show({ status: "completed" });
  const list = await screen.findByRole("list", { name: "Finished" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: /more/i }));
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(3));
  expect(urls.every((url) => url.searchParams.get("status") === "completed")).toBe(true);
});

it("asks for one kind where one is wanted, and says when there is none", async () => {
  answer = () => ({ deposits: [] });
  show({ kind: "deposit", status: "failed" });
  expect(await screen.findByText("None with this filter")).toBeInTheDocument();
  expect(urls.map(({ pathname }) => pathname)).toEqual(["/api/deposits/user"]);
});
