import { screen } from "@testing-library/react";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { api, ok, payer, renderReview } from "@/tests/support/screens/staff-review";
import { AuditTab } from "./audit-tab";

const AMOUNT = { creditedMicro: "1000000000", isActive: true };

it.each([
  ["what was made", null, AMOUNT, "credited: 1,000.000000, isActive: true"],
  ["what changed alone", AMOUNT, { ...AMOUNT, isActive: false }, "isActive: true → false"],
  ["what went", { note: "A" }, { note: null }, "note: A → null"],
  ["what is gone", { limits: { daily: 5 } }, null, "limits.daily: 5 → —"],
])("shows %s, in units that people read", async (_name, before, after, text) => {
  const entry = {
    id: "7",
    at: "2026-11-20T14:20:00.000Z",
    actor: null,
    action: "deposit.confirm",
    reason: null,
    ip: null,
    before,
    after,
  };
  api({ "GET /api/admin/users/user-1/audit": ok({ entries: [entry], nextCursor: null }) });
  renderReview(<AuditTab user={payer as AdminUserDetailDto} staffId="staff-1" />);
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});
