import { screen } from "@testing-library/react";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { ApprovalReview } from "./approval-review";

const approval: ApprovalDto = {
  id: "approval-1",
  user: { id: "user-1", username: "maria" },
  kind: "balance.add",
  subject: "change-1",
  about: { amount: "250.000000", currency: "USDT" },
  valueUsdt: "250.000000",
  available: "0.000000",
  reason: "Opening gift",
  status: "pending",
  requestedBy: { id: "staff-2", username: "lena" },
  decidedBy: null,
  decidedAt: null,
  note: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  expiresAt: "2026-11-27T14:20:00.000Z",
};

it.each([
  ["Approve", "The colleague who asked reads it"],
  ["Reject", "The colleague who asked reads it, and so does the user"],
])("%s says who reads the note", async (decision, hint) => {
  const { user } = renderReview(
    <ApprovalReview approval={approval} staffId="staff-1" open onMove={() => undefined} />,
  );
  await user.click(screen.getByRole("button", { name: decision }));
  expect(screen.getByRole("textbox")).toHaveAccessibleDescription(hint);
});

it.each([
  ["a link", ["finance", "users"], 1],
  ["plain text for staff who may not look at users", ["finance"], 0],
] as const)("shows whose balance it is as %s", (_name, permissions, links) => {
  renderReview(
    <StaffRightsProvider permissions={permissions}>
      <ApprovalReview approval={approval} staffId="staff-1" open onMove={() => undefined} />
    </StaffRightsProvider>,
  );
  expect(screen.getByText("maria")).toBeVisible();
  expect(screen.queryAllByRole("link", { name: "maria" })).toHaveLength(links);
});
