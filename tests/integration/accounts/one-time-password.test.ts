import { PUT as resetByStaff } from "@/app/api/admin/users/[id]/reset-password/route";
import { POST as create } from "@/app/api/admin/users/create/route";
import { GET as getBalance } from "@/app/api/auth/balance/route";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as resetByMail } from "@/app/api/auth/reset-password/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { roomsOfSessions, verifySocketToken } from "@/lib/sessions/mutations";
import { decodeSessionToken } from "@/lib/sessions/token";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailedToken, mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";

const ONE_TIME = "handed over once";
const OWN = "only mine to know";
const REQUIRED = { status: 403, body: { code: "PASSWORD_CHANGE_REQUIRED" } };

let staff: string;
beforeAll(async () => {
  staff = (await signedInAdmin()).token;
});

const reset = (user: User) =>
  callRoute(resetByStaff, {
    method: "PUT",
    token: staff,
    params: { id: user.id },
    body: { newPassword: ONE_TIME, reason: "Asked for by phone" },
  });
const logIn = (user: Pick<User, "username">, password: string) =>
  callRoute<{ token: string }>(login, { body: { usernameOrEmail: user.username, password } });
const change = (token: string, newPassword: string, currentPassword = ONE_TIME) =>
  callRoute(changePassword, { method: "PUT", token, body: { currentPassword, newPassword } });

/** Somebody whose password support set, logged in with it. */
async function letInOnce() {
  const user = await createTestUser();
  await reset(user);
  return { user, token: (await logIn(user, ONE_TIME)).body.token };
}

it("opens nothing but me, logging out and choosing another password", async () => {
  const { user, token } = await letInOnce();
  expect((await mailsTo(user.email)).join()).toContain("Support set a one-time password");
  expect(await callRoute(getBalance, { token })).toMatchObject(REQUIRED);
  expect((await callRoute(profile, { token })).status).toBe(200);
  const { sessionId } = (await decodeSessionToken(token))!;
  expect(await verifySocketToken(token)).toBeNull();
  expect(await roomsOfSessions([sessionId])).toEqual(new Map());

  expect(await change(token, ONE_TIME)).toMatchObject({
    status: 422,
    body: { errors: { newPassword: ["Choose another password than the one you have"] } },
  });
  expect(await callRoute(getBalance, { token })).toMatchObject(REQUIRED);
  expect((await change(token, OWN)).status).toBe(200);
  expect((await callRoute(getBalance, { token })).status).toBe(200);
  expect(await verifySocketToken(token)).toMatchObject({ userId: user.id });
  expect((await logIn(user, ONE_TIME)).status).toBe(401);
  const again = await logIn(user, OWN);
  expect((await callRoute(getBalance, { token: again.body.token })).status).toBe(200);
});

it("lets in once, however it ended, and one of two at once", async () => {
  const user = await createTestUser();
  await reset(user);
  const both = await Promise.all([logIn(user, ONE_TIME), logIn(user, ONE_TIME)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const token = both.find(({ status }) => status === 200)?.body.token;
  expect((await callRoute(logout, { token, method: "POST" })).status).toBe(200);
  expect(await logIn(user, ONE_TIME)).toMatchObject({
    status: 401,
    body: {
      code: "INVALID_CREDENTIALS",
      message: expect.stringContaining("one-time password was used or is too old"),
    },
  });
  expect((await logIn(user, "wrong password")).body.message).toBe("Invalid credentials");
});

it("is over after its 24 hours", async () => {
  const user = await createTestUser();
  await reset(user);
  const { oneTimePasswordUntil: until } = await prisma.user.findUniqueOrThrow({
    where: { id: user.id },
  });
  const hours = (until!.getTime() - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  await asOwner().user.update({
    where: { id: user.id },
    data: { oneTimePasswordUntil: new Date(Date.now() - 1) },
  });
  expect((await logIn(user, ONE_TIME)).status).toBe(401);
});

it("ends the sessions that there were", async () => {
  const { user, token } = await signedInUser();
  await reset(user);
  expect((await callRoute(profile, { token })).status).toBe(401);
});

it("is replaced by a mailed link too, but not by itself", async () => {
  const { user } = await letInOnce();
  await callRoute(forgot, { body: { email: user.email } });
  const token = await mailedToken(user.email, "reset-password");
  const choose = (newPassword: string) => callRoute(resetByMail, { body: { token, newPassword } });
  expect((await choose(ONE_TIME)).status).toBe(422);
  expect((await choose(OWN)).status).toBe(200);
  const own = await logIn(user, OWN);
  expect((await callRoute(getBalance, { token: own.body.token })).status).toBe(200);
});

it("is the first password of an account that staff open, staff's own too", async () => {
  const username = `made_${Date.now()}`;
  const { status } = await callRoute(create, {
    token: staff,
    body: {
      username,
      email: `${username}@example.com`,
      country: "Kenya",
      countryCode: "+254",
      phoneNumber: "712345678",
      gender: "Female",
      password: ONE_TIME,
    },
  });
  expect(status).toBe(201);
  expect((await mailsTo(`${username}@example.com`)).join()).toContain("with a one-time password");
  const made = await asOwner().user.update({
    where: { usernameKey: username },
    data: { isAdmin: true, permissions: ["*"] },
  });
  const { token } = (await logIn(made, ONE_TIME)).body;
  expect(await callRoute(create, { token, body: {} })).toMatchObject(REQUIRED);
  expect((await change(token, OWN)).status).toBe(200);
  expect((await callRoute(create, { token, body: {} })).status).toBe(422);
});
