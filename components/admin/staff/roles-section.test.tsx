import { screen, waitFor, within } from "@testing-library/react";
import type { RoleDto } from "@/lib/staff/role-schema";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { RolesSection } from "./roles-section";

const updatedAt = "2026-11-20T14:30:00.000Z";
const clerk: RoleDto = {
  id: "role-1",
  key: "payments",
  name: "Payments clerk",
  permissions: ["deposits.read", "deposits.confirm"],
  limits: { "deposits.confirm": "500.000000" },
  members: 2,
  updatedAt,
};
const night: RoleDto = { ...clerk, id: "role-2", key: null, name: "Night", limits: {}, members: 0 };

async function open(permissions: string[]) {
  const sent = api({
    "GET /api/admin/staff/roles": ok({ roles: [clerk, night] }),
    "GET /api/user/security": ok({ security: { twoFactorEnabled: false } }),
    "PUT /api/admin/staff/roles/role-2": ok({ role: night }),
  });
  const { user } = renderReview(
    <StaffRightsProvider permissions={permissions}>
      <RolesSection />
    </StaffRightsProvider>,
  );
  await screen.findByRole("region", { name: "Night" });
  return { user, sent };
}

it("says in plain words what a role may do, and up to which amount", async () => {
  await open(["users"]);
  const card = screen.getByRole("region", { name: "Payments clerk" });
  expect(card).toHaveTextContent("2 members");
  expect(card).toHaveTextContent("Confirm and reject deposits up to 500.00 USDT at once");
  expect(screen.getByText("Only full administrators change roles.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("changes what a role may do and its limit, with the password of who does", async () => {
  const { user, sent } = await open(["*"]);
  await user.click(screen.getByRole("button", { name: "Change Night" }));
  const dialog = await screen.findByRole("dialog", { name: "Change Night" });
  await user.click(within(dialog).getByRole("checkbox", { name: "See trades" }));
  await user.type(within(dialog).getByLabelText("Limit: Confirm and reject deposits"), "250");
  await user.type(await within(dialog).findByLabelText("Login password"), "secret");
  await user.click(within(dialog).getByRole("button", { name: "Save role" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    name: "Night",
    permissions: ["deposits.read", "deposits.confirm", "trades.read"],
    limits: { "deposits.confirm": "250" },
    seen: updatedAt,
    password: "secret",
  });
});
