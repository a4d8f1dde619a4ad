import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { PUT as resetWithdraw } from "@/app/api/admin/users/[id]/reset-withdraw-password/route";
import type { User } from "@/lib/generated/prisma/client";
import type { RouteHandler } from "@/lib/platform/http";
import { createTestUser, signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { toldToUsers } from "@/tests/support/told";
import { toggleStatus } from "./support";

const REASON = "Asked for by phone";

/** What a user is told, in the app and by mail. */
async function toldTo({ id, email }: User) {
  const rows = await toldToUsers.findMany({
    where: { userId: id },
    orderBy: { id: "asc" },
  });
  return {
    app: rows.map(({ title, message }) => `${title}: ${message}`),
    mails: await mailsTo(email),
  };
}

it("tells the owner of a switched account why, by mail too: they can't sign in to read it", async () => {
  const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
  await toggleStatus(token, user.id, false, REASON);
  await toggleStatus(token, user.id, false, "A second time");
  await toggleStatus(token, user.id, true);
  const { app, mails } = await toldTo(user);
  expect(app).toEqual([
    `Account deactivated: Support deactivated your account. Reason: “${REASON}”. If you did not expect this, contact support.`,
    "Account activated: Support activated your account. If you did not expect this, contact support.",
  ]);
  expect(mails).toEqual([
    expect.stringContaining(`Support deactivated your account. Reason: “${REASON}”.`),
    expect.stringContaining("Support activated your account."),
  ]);
});

describe("a password that support sets", () => {
  const reset = (token: string, route: RouteHandler, id: string, password: object) =>
    callRoute(route, {
      method: "PUT",
      token,
      params: { id },
      body: { ...password, reason: REASON },
    });

  it.each([
    [
      "login",
      resetPassword,
      { newPassword: "another secret" },
      "Support set a new login password. Withdrawals are on hold",
    ],
    [
      "first withdrawal",
      resetWithdraw,
      { newWithdrawPassword: "another pin" },
      "Support set a withdrawal password for your account.",
    ],
  ])("%s: the owner is told who it was and why", async (_name, route, password, text) => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    expect((await reset(token, route, user.id, password)).status).toBe(200);
    const { app, mails } = await toldTo(user);
    for (const told of [app, mails]) {
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(text);
      expect(told[0]).toContain(`Reason: “${REASON}”.`);
      expect(told[0]).not.toContain("If this was not you");
    }
  });

  it("another withdrawal password too", async () => {
    const [{ token }, user] = [
      await signedInAdmin(),
      await createTestUser({ withdrawPassword: "first pin" }),
    ];
    const password = { newWithdrawPassword: "another pin" };
    expect((await reset(token, resetWithdraw, user.id, password)).status).toBe(200);
    const { mails } = await toldTo(user);
    expect(mails.join()).toContain(
      "Support set a new withdrawal password. Withdrawals are on hold",
    );
    expect(mails.join()).toContain(`Reason: “${REASON}”.`);
  });
});
