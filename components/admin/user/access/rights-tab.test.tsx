import { screen, waitFor, within } from "@testing-library/react";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { api, ok, payer, renderReview } from "@/tests/support/screens/staff-review";
import { RightsTab } from "./rights-tab";

const RIGHTS = "/api/admin/users/user-1/rights";
const CHANGED = "This has changed in the meantime. Please reload.";

const ROLE = {
  id: "role-1",
  key: "support",
  name: "Support",
  permissions: ["users.read", "chat.answer"],
  limits: {},
  members: 0,
  updatedAt: "2026-11-20T14:30:00.000Z",
};

/** Opens the tab. The server has what was stored last, and refuses whoever saw something else. */
async function openTab() {
  let stored = ["users"];
  const rights = () =>
    ok({ rights: { userId: "user-1", isStaff: true, permissions: stored, role: null } })();
  const sent = api({
    [`GET ${RIGHTS}`]: rights,
    "GET /api/admin/staff/roles": ok({ roles: [ROLE] }),
    "GET /api/user/security": ok({ security: { twoFactorEnabled: false } }),
    [`PUT ${RIGHTS}`]: () => {
      const body = sent.at(-1)?.body as Record<string, string[] | string>;
      if (body.password !== "secret") {
        const errors = { password: ["The password is wrong"] };
        return {
          status: 422,
          body: { success: false, code: "VALIDATION", message: "Wrong", errors },
        };
      }
      if (String(body.current) !== stored.join()) {
        return { status: 409, body: { success: false, code: "CONFLICT", message: CHANGED } };
      }
      stored = body.permissions as string[];
      return rights();
    },
  });
  const { user, queryClient } = renderReview(
    <RightsTab user={payer as AdminUserDetailDto} staffId="staff-1" />,
  );
  await screen.findByRole("checkbox", { name: /^Finance/ });
  return {
    user,
    sent,
    queryClient,
    colleagueSaves: (permissions: string[]) => {
      stored = permissions;
    },
  };
}

const box = (name: RegExp) => screen.getByRole("checkbox", { name });

/** Sends the open dialog with a password. */
async function confirm(user: Awaited<ReturnType<typeof openTab>>["user"], password: string) {
  const dialog = await screen.findByRole("dialog", { name: "Change the rights of maria?" });
  const field = within(dialog).getByLabelText("Login password");
  await user.clear(field);
  await user.type(field, password);
  await user.click(within(dialog).getByRole("button", { name: "Save rights" }));
  return dialog;
}

it("keeps the dialog and says that a colleague was faster, until it is sent knowingly", async () => {
  const { user, sent, colleagueSaves } = await openTab();
  await user.click(box(/^Finance/));
  await user.click(screen.getByRole("button", { name: "Save rights" }));
  colleagueSaves(["users", "support"]);
  const dialog = await confirm(user, "secret");
  expect(await within(dialog).findByText(CHANGED)).toBeVisible();
  expect(dialog).toHaveTextContent("NowUsers, SupportFrom now onUsers, Support, Finance");
  expect(within(dialog).getByLabelText("Login password")).toHaveValue("secret");
  await user.click(within(dialog).getByRole("button", { name: "Save rights" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent.map(({ body }) => body)).toMatchObject([
    { permissions: ["users", "finance"], current: ["users"] },
    { permissions: ["users", "support", "finance"], current: ["users", "support"] },
  ]);
  expect(box(/^Support/)).toBeChecked();
  expect(box(/^Finance/)).toBeChecked();
  expect(screen.queryByRole("button", { name: "Save rights" })).not.toBeInTheDocument();
});

it("does not pass a colleague's rights over that come after another refusal", async () => {
  const { user, sent, colleagueSaves } = await openTab();
  await user.click(box(/^Finance/));
  await user.click(screen.getByRole("button", { name: "Save rights" }));
  colleagueSaves(["users", "support"]);
  const dialog = await confirm(user, "wrong");
  expect(await within(dialog).findByText("The password is wrong")).toBeVisible();
  await confirm(user, "secret");
  expect(await within(dialog).findByText(CHANGED)).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({ current: ["users"] });
});

it("keeps the ticks when a colleague's rights come by themselves, and shows those beside them", async () => {
  const { user, queryClient, colleagueSaves } = await openTab();
  await user.click(box(/^Finance/));
  await user.click(box(/^Content/));
  await user.click(box(/^Content/));
  colleagueSaves(["support", "content"]);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(box(/^Support/)).toBeChecked());
  expect(box(/^Finance/)).toBeChecked();
  expect(box(/^Content/)).toBeChecked();
  expect(box(/^Users/)).not.toBeChecked();
});

it("gives a role in place of areas, and says what it may do", async () => {
  const { user, sent } = await openTab();
  await user.selectOptions(await screen.findByRole("combobox", { name: "Role" }), "Support");
  expect(screen.getByText("Read and answer chats")).toBeVisible();
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Save rights" }));
  await confirm(user, "secret");
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({
      permissions: [],
      roleId: "role-1",
      current: ["users"],
    }),
  );
});
