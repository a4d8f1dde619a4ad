import { randomBytes } from "node:crypto";
import { type TOTP, URI } from "otpauth";
import { PUT as resetByStaff } from "@/app/api/admin/users/[id]/reset-password/route";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as register } from "@/app/api/auth/register/route";
import { POST as resetPassword } from "@/app/api/auth/reset-password/route";
import { POST as confirm, POST as confirmEmail } from "@/app/api/auth/verify-email/route";
import { PUT as changeEmail } from "@/app/api/user/change-email/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import { PUT as changeWithdrawPassword } from "@/app/api/user/change-withdraw-password/route";
import { GET as security } from "@/app/api/user/security/route";
import { POST as confirmTwoFactor } from "@/app/api/user/two-factor/confirm/route";
import { POST as disableTwoFactor } from "@/app/api/user/two-factor/disable/route";
import { POST as setUpTwoFactor } from "@/app/api/user/two-factor/setup/route";
import { POST as resend } from "@/app/api/user/verify-email/route";
import type { UserDto } from "@/lib/accounts/schema";
import type { User } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import type { Security, TwoFactorSetup } from "@/lib/security/schema";
import { forgetSettings } from "@/lib/settings/data";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { waitsForLock } from "@/tests/support/database";
import { mailedToken, mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";

const PAGE = "verify-email";
const newAddress = () => `New_${randomBytes(5).toString("hex")}@example.com`;
const confirmWith = (token: string) => callRoute<{ email: string }>(confirm, { body: { token } });
const ask = (token: string, newEmail: string, password = TEST_PASSWORD) =>
  callRoute(changeEmail, { method: "PUT", token, body: { newEmail, password } });
const rowOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });
const stateOf = async (token: string) =>
  (await callRoute<{ security: Security }>(security, { token })).body.security;

describe("confirming an address", () => {
  it("works once with the link that registration mails", async () => {
    const username = `u${randomBytes(6).toString("hex")}`;
    const email = `${username}@example.com`;
    const { body } = await callRoute<{ user: UserDto; token: string }>(register, {
      body: {
        username,
        email,
        country: "Kenya",
        countryCode: "+254",
        phoneNumber: "712345678",
        gender: "Female",
        password: "secret-1",
      },
    });
    expect(body.user.emailVerified).toBe(false);
    const token = await mailedToken(email, PAGE);
    expect(await confirmWith(token)).toMatchObject({ status: 200, body: { email } });
    expect(await stateOf(body.token)).toMatchObject({ email, emailVerified: true });
    expect(await confirmWith(token)).toMatchObject({
      status: 422,
      body: { code: "TOKEN_INVALID" },
    });
    const again = await callRoute(resend, { method: "POST", token: body.token });
    expect(again.status).toBe(409);
    // The device of the registration is known: no mail about it.
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is mailed again on request, a few times an hour; only the newest link works", async () => {
    const { user, token } = await signedInUser();
    const send = () => callRoute(resend, { method: "POST", token });
    expect((await send()).status).toBe(200);
    const first = await mailedToken(user.email, PAGE);
    expect((await send()).status).toBe(200);
    expect((await confirmWith(first)).status).toBe(422);
    expect((await confirmWith(await mailedToken(user.email, PAGE))).status).toBe(200);
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await send()).status);
    expect(statuses).toEqual([409, 409, 409, 429]);
  });

  it("is mailed to the address that the account has when its turn comes", async () => {
    const { user, token } = await signedInUser();
    const email = `new_${user.email}`;
    let asked: ReturnType<typeof callRoute> | undefined;
    await transaction(async (tx) => {
      await tx.user.update({ where: { id: user.id }, data: { email } });
      asked = callRoute(resend, { method: "POST", token });
      await until("it waits for the row", waitsForLock);
    });
    expect((await asked)?.status).toBe(200);
    expect([await mailsTo(user.email), await mailsTo(email)].map((one) => one.length)).toEqual([
      0, 1,
    ]);
  });

  it("refuses made-up and expired links, and links for something else", async () => {
    const { user, token } = await signedInUser();
    await callRoute(resend, { method: "POST", token });
    const link = await mailedToken(user.email, PAGE);
    await prisma.accountToken.updateMany({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    await callRoute(forgot, { body: { email: user.email } });
    const reset = await mailedToken(user.email, "reset-password");
    for (const bad of [link, reset, "made-up", ""]) {
      expect(await confirmWith(bad)).toMatchObject({
        status: 422,
        body: { message: "This link is invalid or has expired" },
      });
    }
    const answer = await callRoute(resetPassword, { body: { token: link, newPassword: "zq-417" } });
    expect(answer.status).toBe(422);
    expect((await rowOf(user.id)).emailVerifiedAt).toBeNull();
  });
});

describe("changing the address", () => {
  it("takes effect when the new address is confirmed, holds withdrawals, warns the old one", async () => {
    const { user, token } = await signedInUser();
    const wanted = newAddress();
    expect((await ask(token, wanted)).status).toBe(200);
    const email = wanted.toLowerCase();
    expect(await stateOf(token)).toMatchObject({
      email: user.email,
      pendingEmail: email,
      withdrawalsHeldUntil: null,
    });
    expect((await mailsTo(user.email)).join()).toContain("Email change requested");
    await callRoute(forgot, { body: { email: user.email } });
    const oldLink = await mailedToken(user.email, "reset-password");

    expect((await confirmWith(await mailedToken(email, PAGE))).status).toBe(200);
    const state = await stateOf(token);
    expect(state).toMatchObject({ email, emailVerified: true, pendingEmail: null });
    expect(Date.parse(state.withdrawalsHeldUntil ?? "")).toBeGreaterThan(
      Date.now() + 23 * 3_600_000,
    );
    expect((await mailsTo(user.email)).join()).toContain("Email address changed");
    const reset = { token: oldLink, newPassword: "third secret" };
    expect((await callRoute(resetPassword, { body: reset })).status).toBe(422);
  });

  it("needs the password, a free address, and another one than now", async () => {
    const { user, token } = await signedInUser();
    const other = await createTestUser();
    expect(await ask(token, newAddress(), "wrong horse")).toMatchObject({
      status: 422,
      body: { errors: { password: ["Incorrect password"] } },
    });
    expect(await ask(token, other.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: "EMAIL_TAKEN", errors: { newEmail: [expect.any(String)] } },
    });
    expect((await ask(token, user.email)).body.errors).toHaveProperty("newEmail");
    expect(await ask(token, "no-address")).toMatchObject({
      status: 422,
      body: { errors: { newEmail: ["Please enter a valid email address"] } },
    });
    expect((await stateOf(token)).pendingEmail).toBeNull();
  });

  it("goes to whoever confirms first when two want the same address", async () => {
    const [one, two] = await Promise.all([signedInUser(), signedInUser()]);
    const wanted = newAddress().toLowerCase();
    await ask(one.token, wanted);
    const first = await mailedToken(wanted, PAGE);
    await ask(two.token, wanted);
    const second = await mailedToken(wanted, PAGE);
    expect((await confirmWith(second)).status).toBe(200);
    expect(await confirmWith(first)).toMatchObject({ status: 409, body: { code: "EMAIL_TAKEN" } });
    expect((await rowOf(one.user.id)).email).toBe(one.user.email);
  });

  it("dies with the password that asked for it", async () => {
    const { user, token } = await signedInUser();
    const wanted = newAddress().toLowerCase();
    await ask(token, wanted);
    const link = await mailedToken(wanted, PAGE);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "new secret" };
    expect((await callRoute(changePassword, { method: "PUT", token, body })).status).toBe(200);
    expect((await confirmWith(link)).status).toBe(422);
    expect((await rowOf(user.id)).email).toBe(user.email);
  });
});

describe("what a notice says of the hold", () => {
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
    await asOwner().setting.deleteMany();
    forgetSettings();
  });

  describe.each([
    [36, true],
    [0, false],
  ])("where a change holds withdrawals for %i hours", (holdHours, isHeld) => {
    beforeEach(async () => {
      await asOwner().setting.create({ data: { key: "withdrawalHoldHours", value: holdHours } });
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
});
