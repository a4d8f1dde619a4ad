import { screen } from "@testing-library/react";
import type { AuditEntryDto } from "@/lib/audit/schema";
import { renderUi } from "@/tests/support/screens/render";
import { AuditEntryDialog } from "./audit-entry";

const entry: AuditEntryDto = {
  id: "7",
  at: "2026-11-20T14:20:00.000Z",
  actor: { id: "staff-1", name: "admin" },
  action: "balance.add",
  targetType: "user",
  targetId: "user-1",
  user: { id: "user-1", username: "maria" },
  before: { USDT: "0.000000" },
  after: { USDT: "1234567.500000" },
  reason: null,
  requestId: null,
  ip: null,
  hash: "ab",
};
const show = (changes: Partial<AuditEntryDto>) =>
  renderUi(<AuditEntryDialog entry={{ ...entry, ...changes }} open onClose={() => undefined} />);

describe("an entry of the audit log", () => {
  it.each([
    ["balance.add", "Balance increased"],
    ["user.reset-password", "Login password reset"],
    ["chat.reply_update", "Saved reply changed"],
  ])("says %s in words, with the code", (action, name) => {
    show({ action });
    expect(screen.getByText(name)).toBeVisible();
    expect(screen.getByText(action)).toBeVisible();
  });

  it("shows the code alone where there is no name for it, and amounts with their thousands apart", () => {
    show({ action: "moon.rise" });
    expect(screen.getAllByText("moon.rise")).toHaveLength(1);
    expect(screen.getByText("1,234,567.500000")).toBeVisible();
  });
});
