import { randomBytes } from "node:crypto";
import { type TOTP, URI } from "otpauth";
import { PUT as resetByStaff } from "@/app/api/admin/users/[id]/reset-password/route";
import { POST as confirmEmail } from "@/app/api/auth/verify-email/route";
import { PUT as changeEmail } from "@/app/api/user/change-email/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import { PUT as changeWithdrawPassword } from "@/app/api/user/change-withdraw-password/route";
import { GET as security } from "@/app/api/user/security/route";
import { POST as confirmTwoFactor } from "@/app/api/user/two-factor/confirm/route";
import { POST as disableTwoFactor } from "@/app/api/user/two-factor/disable/route";
import { POST as setUpTwoFactor } from "@/app/api/user/two-factor/setup/route";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import type { Security, TwoFactorSetup } from "@/lib/security/schema";
import { forgetSettings } from "@/lib/settings/data";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailedToken, mailsTo } from "@/tests/support/mail";
import { toldToUsers } from "@/tests/support/told";

type Person = { user: User; token: string };
const password = TEST_PASSWORD;

async function removeTwoFactor({ token }: Person) {
  const { body } = await callRoute<TwoFactorSetup>(setUpTwoFactor, { method: "POST", token });
  const totp = (URI.parse(body.otpauthUrl) as TOTP).generate();
  const { recoveryCodes } = (
    await callRoute<{ recoveryCodes: string[] }>(confirmTwoFactor, {
      token,
      body: { password, totp },
    })
  ).body;
  return callRoute(disableTwoFactor, { token, body: { password, totp: recoveryCodes[0] } });
}

async function moveEmail({ token }: Person) {
  const newEmail = `new_${randomBytes(5).toString("hex")}@example.com`;
  await callRoute(changeEmail, { method: "PUT", token, body: { newEmail, password } });
  const link = await mailedToken(newEmail, "verify-email");
  return callRoute(confirmEmail, { body: { token: link } });
}

async function resetForUser({ user }: Person) {
  const { token } = await signedInAdmin();
  const body = { newPassword: "another secret" };
  return callRoute(resetByStaff, { method: "PUT", token, body, params: { id: user.id } });
}

/** What protects an account and can be changed, by the title of its notice. */
const changes: [string, (person: Person) => Promise<{ status: number }>][] = [
  [
    "Password changed",
    ({ token }) => {
      const body = { currentPassword: password, newPassword: "new secret" };
      return callRoute(changePassword, { method: "PUT", token, body });
    },
  ],
  [
    "Withdrawal password changed",
    ({ token }) => {
      const body = { currentWithdrawPassword: "withdraw me", newWithdrawPassword: "withdraw 2" };
      return callRoute(changeWithdrawPassword, { method: "PUT", token, body });
    },
  ],
  ["Email address changed", moveEmail],
  ["Two-factor authentication off", removeTwoFactor],
  ["Password changed", resetForUser],
];

afterEach(async () => {
  await prisma.setting.deleteMany();
  forgetSettings();
});

describe.each([
  [36, true],
  [0, false],
])("where a change holds withdrawals for %i hours", (holdHours, isHeld) => {
  beforeEach(async () => {
    await prisma.setting.create({ data: { key: "withdrawalHoldHours", value: holdHours } });
    forgetSettings();
  });

  it.each(changes)("the notice is true: %s", async (title, change) => {
    const person = await signedInUser({ withdrawPassword: "withdraw me" });
    const { id, email } = person.user;
    expect((await change(person)).status).toBe(200);
    const { message } = await toldToUsers.findFirstOrThrow({
      where: { userId: id, title },
    });
    expect(message.includes("Withdrawals are on hold")).toBe(isHeld);
    const mails = (await mailsTo(email)).join();
    expect(mails).toContain(title);
    expect(mails.includes("on hold")).toBe(isHeld);
    const { withdrawalsHeldUntil } = await prisma.user.findUniqueOrThrow({ where: { id } });
    expect(withdrawalsHeldUntil !== null).toBe(isHeld);
    if (change !== resetForUser) return;
    const entry = await prisma.auditEntry.findFirstOrThrow({ where: { subjectUserId: id } });
    expect(entry).toMatchObject({
      action: "user.reset-password",
      after: { withdrawalsHeld: isHeld },
    });
  });

  it("the security page knows it", async () => {
    const { token } = await signedInUser();
    const { body } = await callRoute<{ security: Security }>(security, { token });
    expect(body.security.holdHours).toBe(holdHours);
  });
});
