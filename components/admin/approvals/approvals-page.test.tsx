import { screen, waitFor, within } from "@testing-library/react";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { ApprovalsPage } from "./approvals-page";

// jsdom knows no <search>.
jest.mock("../lists/list-filters", () => ({
  ...jest.requireActual("../lists/list-filters"),
  ListFilters: () => null,
}));
jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/approvals",
  useSearchParams: () => new URLSearchParams(),
}));

const approvalOf = (id: string, username: string, requestedBy: string): ApprovalDto => ({
  id,
  user: { id: `user-${username}`, username },
  kind: "balance.add",
  subject: "change-1",
  about: { amount: "250.000000", currency: "USDT" },
  valueUsdt: "250.000000",
  available: "0.000000",
  reason: "Opening gift",
  status: "pending",
  requestedBy: { id: requestedBy, username: "lena" },
  decidedBy: null,
  decidedAt: null,
  note: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  expiresAt: "2026-11-27T14:20:00.000Z",
});

it("asks for what has waited longest, goes on to the next that is not one's own, and says when none is left", async () => {
  let waiting = [
    approvalOf("1", "maria", "staff-2"),
    approvalOf("2", "own", "staff-1"),
    approvalOf("3", "jonas", "staff-2"),
  ];
  const asked: string[] = [];
  answerFetches(({ method, path }) => {
    if (method === "GET") asked.push(path);
    const id = /approvals\/(\d)\/process/.exec(path)?.[1];
    const decided = waiting.find((one) => one.id === id);
    waiting = waiting.filter((one) => one.id !== id);
    if (decided) return { body: { approval: { ...decided, status: "refused" } } };
    return { body: { approvals: waiting, nextCursor: null } };
  });
  const { user } = renderReview(<ApprovalsPage staffId="staff-1" />);
  await user.click(await screen.findByRole("button", { name: /^Review .* for maria/ }));
  expect(asked[0]).toContain("order=oldest");
  const reject = async () => {
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText("Note"), "Not agreed");
    await user.click(screen.getByRole("button", { name: "Reject the request" }));
  };
  await reject();
  await waitFor(() => expect(within(screen.getByRole("dialog")).getByText("jonas")).toBeVisible());
  await reject();
  expect(
    await screen.findByText("That was the last one. Nothing else waits for you."),
  ).toBeVisible();
});

it("opens the request that a link led to, whatever the list shows", async () => {
  answerFetches(() => ({ body: { approvals: [], nextCursor: null } }));
  renderReview(<ApprovalsPage staffId="staff-1" opened={approvalOf("9", "maria", "staff-2")} />);
  expect(within(await screen.findByRole("dialog")).getByText("maria")).toBeVisible();
});
