import { screen, waitFor, within } from "@testing-library/react";
import { StaffRightsProvider } from "@/components/admin/panel/staff-rights";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { api, ok, payer, renderReview } from "@/tests/support/screens/staff-review";
import { SecurityTab } from "./security-tab";

const URL = "/api/admin/users/user-1";
const TURN_OFF = "Turn off two-factor";

function openTab({
  twoFactorEnabled = true,
  isFull = true,
  staffId = "staff-1",
  oneTimeWithdrawPasswordUntil = null as string | null,
} = {}) {
  const sent = api({
    [`GET ${URL}/sessions`]: ok({ sessions: [], nextCursor: null }),
    [`GET ${URL}/sign-ins`]: ok({ signIns: [], nextCursor: null }),
    "GET /api/user/security": ok({ security: { twoFactorEnabled: true } }),
    [`DELETE ${URL}/two-factor`]: ok({ message: "Off" }),
  });
  const about = { isActive: true, twoFactorEnabled, oneTimeWithdrawPasswordUntil };
  const maria = { ...payer, ...about } as AdminUserDetailDto;
  const { user } = renderReview(
    <StaffRightsProvider permissions={isFull ? ["*"] : ["users"]}>
      <SecurityTab user={maria} staffId={staffId} />
    </StaffRightsProvider>,
  );
  return { user, sent };
}

it("turns off a user's two-factor with a reason, one's own password and code", async () => {
  const { user, sent } = openTab();
  await user.click(screen.getByRole("button", { name: TURN_OFF }));
  const dialog = await screen.findByRole("dialog", { name: "Turn off two-factor of maria" });
  const code = await within(dialog).findByLabelText("Authenticator code");
  const submit = () => user.click(within(dialog).getByRole("button", { name: TURN_OFF }));
  await submit();
  expect(within(dialog).getByText("The reason needs at least 5 characters")).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByLabelText("Reason"));
  await user.paste("Lost the phone");
  await user.click(within(dialog).getByLabelText("Login password"));
  await user.paste("secret");
  await user.click(code);
  await user.paste("123456");
  await submit();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent.map(({ body }) => body)).toEqual([
    { reason: "Lost the phone", password: "secret", totp: "123456" },
  ]);
});

it.each([
  ["is not on", { twoFactorEnabled: false }],
  ["is looked at by somebody without full rights", { isFull: false }],
  ["is one's own", { staffId: "user-1" }],
])("offers nothing where two-factor %s", (_name, situation) => {
  openTab(situation);
  expect(screen.getByText("Two-factor login")).toBeVisible();
  expect(screen.queryByRole("button", { name: TURN_OFF })).not.toBeInTheDocument();
});

it("says that a withdrawal password is one of staff's, and until when it has to be replaced", () => {
  openTab({ oneTimeWithdrawPasswordUntil: "2026-11-24T14:30:00.000Z" });
  expect(screen.getByText(/^One-time, to be replaced by 24 Nov 2026/)).toBeVisible();
});
