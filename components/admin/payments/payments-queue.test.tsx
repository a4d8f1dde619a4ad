import { act, screen } from "@testing-library/react";
import { showToast } from "@/components/ui/overlays/toast";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { answerFetches, held } from "@/tests/support/network";
import { owner, payer, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { DepositsPage } from "./deposits-queue";

// jsdom knows no <search>.
jest.mock("../lists/list-filters", () => ({
  ...jest.requireActual("../lists/list-filters"),
  ListFilters: () => null,
}));
jest.mock("next/navigation", () => {
  const { useSyncExternalStore } = jest.requireActual<typeof import("react")>("react");
  const listeners = new Set<() => void>();
  for (const name of ["pushState", "replaceState"] as const) {
    const change = window.history[name].bind(window.history);
    window.history[name] = (...args) => {
      change(...args);
      for (const tell of listeners) tell();
    };
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    usePathname: () => "/admin/deposits",
    useSearchParams: () =>
      new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search)),
  };
});

const FIRST = "00000000-0000-4000-8000-000000000001";
const SECOND = "00000000-0000-4000-8000-000000000002";

const depositOf = (id: string, number: string): ReviewedDepositDto => ({
  id,
  number,
  currency: "USDT",
  network: "TRC20",
  address: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  amount: "50.000000",
  rate: null,
  rateSimulated: false,
  credited: null,
  creditedUsdt: null,
  status: "pending",
  transactionHash: null,
  proofUrl: "/api/files/file-1",
  adminNotes: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  processedAt: null,
  reversal: null,
  flags: [],
  user: payer,
  processedBy: null,
  sameHash: [],
  proof: { width: 1290, height: 2796 },
  wallet: { isCurrent: true },
  owner,
  reversalRequest: null,
  quote: null,
});
const deposits = [depositOf(FIRST, "1"), depositOf(SECOND, "2")];

let toast: jest.SpyInstance;

beforeEach(() => {
  toast = jest.spyOn(showToast, "success").mockImplementation(() => undefined);
  URL.createObjectURL = () => "blob:proof";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => jest.useRealTimers());

/** Rejects the first deposit; the answer is on its way until `arrive`. */
async function rejectFirst() {
  window.history.replaceState(null, "", `/admin/deposits?review=${FIRST}`);
  const sending = held();
  answerFetches(({ method, path }) => {
    if (method === "PUT") return sending.answer;
    const one = deposits.find(({ id }) => path.includes(id));
    return { body: one ? { deposit: one } : { deposits, nextCursor: null } };
  });
  const { user } = renderReview(<DepositsPage staffId="staff-1" />);
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  await user.type(screen.getByLabelText("Note"), "No such transfer");
  await user.click(screen.getByRole("button", { name: "Reject deposit" }));
  const arrive = async () => {
    jest.useFakeTimers();
    sending.release({ body: { deposit: { ...deposits[0], status: "failed" } } });
    // What comes after the answer asks for the queue once more.
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(toast).toHaveBeenCalledWith("Deposit 1 rejected");
  };
  return { user, arrive };
}

describe("a decision whose answer takes its time", () => {
  it("is not left for a neighbour, and goes on to the next one", async () => {
    const { user, arrive } = await rejectFirst();
    const next = screen.getByRole("button", { name: "Next request" });
    expect(next).toHaveAttribute("aria-disabled", "true");
    await user.click(next);
    await user.keyboard("j");
    expect(window.location.search).toBe(`?review=${FIRST}`);
    await arrive();
    expect(window.location.search).toBe(`?review=${SECOND}`);
  });

  it("takes nothing away from who works on another request by then", async () => {
    const { user, arrive } = await rejectFirst();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Review deposit 2" }));
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText("Note"), "Half of it");
    await arrive();
    expect(window.location.search).toBe(`?review=${SECOND}`);
    expect(screen.getByLabelText("Note")).toHaveValue("Half of it");
  });

  it("opens nothing again for who closed it", async () => {
    const { user, arrive } = await rejectFirst();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await arrive();
    expect(window.location.search).toBe("");
  });

  it("leaves the address of another page alone", async () => {
    const { arrive } = await rejectFirst();
    act(() => window.history.pushState(null, "", `/admin/users/7?review=${FIRST}`));
    await arrive();
    expect(window.location.pathname).toBe("/admin/users/7");
    expect(window.location.search).toBe(`?review=${FIRST}`);
  });
});

it("says when the last one that waited was decided on, until another is opened", async () => {
  window.history.replaceState(null, "", `/admin/deposits?review=${FIRST}`);
  const done = { ...deposits[0], status: "failed" };
  answerFetches(({ method, path }) => {
    if (method === "PUT") return { body: { deposit: done } };
    if (path.includes(FIRST)) return { body: { deposit: deposits[0] } };
    const isAskedForNext = path.includes("status=pending");
    return { body: { deposits: isAskedForNext ? [] : [done], nextCursor: null } };
  });
  const { user } = renderReview(<DepositsPage staffId="staff-1" />);
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  await user.type(screen.getByLabelText("Note"), "No such transfer");
  await user.click(screen.getByRole("button", { name: "Reject deposit" }));
  const end = "That was the last one. Nothing else waits for you.";
  expect(await screen.findByText(end)).toBeVisible();
  expect(window.location.search).toBe("");
  await user.click(screen.getByRole("button", { name: "Review deposit 1" }));
  expect(screen.queryByText(end)).not.toBeInTheDocument();
});

it("says what a deposit is worth and how long it waits, and sorts by its number", async () => {
  window.history.replaceState(null, "", "/admin/deposits?order=oldest");
  const quote = { rate: "1", usdt: "49.900000", at: FIRST, source: "okx", simulated: false };
  const asked: string[] = [];
  answerFetches(({ path }) => {
    asked.push(path);
    return { body: { deposits: [{ ...deposits[0], quote }], nextCursor: null } };
  });
  renderReview(<DepositsPage staffId="staff-1" />);
  expect(await screen.findByRole("cell", { name: "49.90" })).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: /ago/ })).toBeInTheDocument();
  const number = screen.getByRole("columnheader", { name: "No." });
  expect(number).toHaveAttribute("aria-sort", "ascending");
  expect(screen.getByRole("link", { name: "No." })).toHaveAttribute(
    "href",
    "/admin/deposits?order=newest",
  );
  expect(asked[0]).toContain("order=oldest");
});

it.each([
  ["deposits.read", 0],
  ["proofs.read", 1],
])("offers the file with whole addresses with the permission %s: %i", async (permission, count) => {
  window.history.replaceState(null, "", "/admin/deposits");
  answerFetches(() => ({ body: { deposits, nextCursor: null } }));
  renderReview(
    <StaffRightsProvider permissions={[permission]}>
      <DepositsPage staffId="staff-1" />
    </StaffRightsProvider>,
  );
  expect(await screen.findAllByRole("cell", { name: /^50\.00/ })).toHaveLength(2);
  expect(screen.queryAllByRole("button", { name: "Export CSV" })).toHaveLength(count);
});
