import { randomUUID } from "node:crypto";
import bcrypt from "bcrypt";
import { PUT as changeHouseLimits } from "@/app/api/admin/house/limits/route";
import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { PUT as resetWithdrawPassword } from "@/app/api/admin/users/[id]/reset-withdraw-password/route";
import { PUT as changeRights } from "@/app/api/admin/users/[id]/rights/route";
import { POST as createUser } from "@/app/api/admin/users/create/route";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import { PUT as changeSettings } from "@/app/api/settings/config/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import { PUT as changeWithdrawPassword } from "@/app/api/user/change-withdraw-password/route";
import { GET as listSessions } from "@/app/api/user/sessions/route";
import { PUT as setWithdrawPassword } from "@/app/api/user/set-withdraw-password/route";
import { POST as confirmTwoFactor } from "@/app/api/user/two-factor/confirm/route";
import { POST as disableTwoFactor } from "@/app/api/user/two-factor/disable/route";
import { POST as renewRecoveryCodes } from "@/app/api/user/two-factor/recovery-codes/route";
import { PUT as addressBookOnly } from "@/app/api/user/withdrawal-addresses/route";
import { DELETE as deleteWallet } from "@/app/api/wallets/[id]/route";
import type { User } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { hashPassword } from "@/lib/platform/security/passwords";
import { checkPassword, stillPassword } from "@/lib/security/credentials";
import { mailPasswordReset } from "@/lib/security/recovery";
import { applyNewWithdrawPassword } from "@/lib/security/withdraw-password";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { waitsForLock } from "@/tests/support/database";
import { hearEvents } from "@/tests/support/events";
import { mailedToken, mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { whileComparing } from "@/tests/support/while-comparing";

const ANSWER = "If this address belongs to an account, a reset link is on its way.";

async function resetTokenOf(user: User): Promise<string> {
  await callRoute(forgot, { body: { email: user.email } });
  return mailedToken(user.email, "reset-password");
}

const sendReset = (token: string, newPassword: string) =>
  callRoute(reset, { body: { token, newPassword } });

const passwordWorks = async (user: User, password: string) =>
  (await callRoute(login, { body: { usernameOrEmail: user.username, password } })).status === 200;

const isAlive = async (token: string) => (await callRoute(profile, { token })).status === 200;

describe("what was under way with the old password", () => {
  it("ends when the owner resets it", async () => {
    const { user } = await signedInUser();
    const checked = await checkPassword(user.id, TEST_PASSWORD, "password");
    await transaction((tx) => stillPassword(tx, user.id, checked));
    await sendReset(await resetTokenOf(user), "new secret");
    const later = transaction((tx) => stillPassword(tx, user.id, checked));
    await expect(later).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(await passwordWorks(user, "new secret")).toBe(true);
  });
});

describe("a withdrawal password that is replaced while the old one is compared", () => {
  it("is not overwritten", async () => {
    const { user, token } = await signedInUser({ withdrawPassword: "withdraw me" });
    const replaced = await hashPassword("reset by support");
    const stop = whileComparing(() =>
      transaction((tx) => applyNewWithdrawPassword(tx, user.id, replaced)),
    );
    const answer = await callRoute(changeWithdrawPassword, {
      method: "PUT",
      token,
      body: { currentWithdrawPassword: "withdraw me", newWithdrawPassword: "a thief's" },
    });
    stop();
    expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    const { withdrawPasswordHash } = await prisma.user.findUniqueOrThrow({
      where: { id: user.id },
    });
    expect(withdrawPasswordHash).toBe(replaced);
  });
});

it.each([
  ["none is set", undefined, "WITHDRAW_PASSWORD_NOT_SET"],
  ["another one is given", "withdraw me", "WITHDRAW_PASSWORD_INCORRECT"],
])("a withdrawal password is not changed where %s", async (_when, withdrawPassword, code) => {
  const { token } = await signedInUser({ withdrawPassword });
  const answer = await callRoute(changeWithdrawPassword, {
    method: "PUT",
    token,
    body: { currentWithdrawPassword: "a guess of mine", newWithdrawPassword: "withdraw me 2" },
  });
  expect(answer).toMatchObject({ status: 422, body: { code } });
});

describe("a first withdrawal password", () => {
  const put = (token: string, body: object = {}) =>
    callRoute(setWithdrawPassword, { method: "PUT", token, body });

  it("is not hashed where there is one already", async () => {
    const { token } = await signedInUser({ withdrawPassword: "withdraw me" });
    const hash = jest.spyOn(bcrypt, "hash");
    const answer = await put(token, { password: TEST_PASSWORD, withdrawPassword: "another pin" });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: "A withdrawal password is already set" },
    });
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });

  it.each<[string, RouteHandler, string]>([
    ["setting it", setWithdrawPassword, "PUT"],
    ["confirming two-factor", confirmTwoFactor, "POST"],
    ["turning two-factor off", disableTwoFactor, "POST"],
    ["new recovery codes", renewRecoveryCodes, "POST"],
    ["saved addresses only", addressBookOnly, "PUT"],
  ])("as all that compares passwords, is limited: %s", async (_name, handler, method) => {
    const { token } = await signedInUser();
    const call = async () => (await callRoute(handler, { method, token, body: {} })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push(await call());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});

describe("what staff do with passwords", () => {
  const statusesOf = async (times: number, call: () => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await call()).status);
    return statuses;
  };
  const params = { id: randomUUID() };

  it.each<[string, RouteHandler, string]>([
    ["opening an account", createUser, "POST"],
    ["resetting a login password", resetPassword, "PUT"],
    ["resetting a withdrawal password", resetWithdrawPassword, "PUT"],
  ])("is limited: %s", async (_name, handler, method) => {
    const { token } = await signedInAdmin();
    const call = () => callRoute(handler, { method, token, params, body: {} });
    expect(await statusesOf(61, call)).toEqual([...Array.from({ length: 60 }, () => 422), 429]);
  });

  it("is limited: proving who they are, with right passwords too, whatever it is for", async () => {
    const { token } = await signedInAdmin();
    const put = (handler: RouteHandler, body: object) =>
      callRoute(handler, { method: "PUT", token, params, body });
    const proof = { password: TEST_PASSWORD };
    const prove = () => put(changeRights, { permissions: [], ...proof });
    expect(await statusesOf(61, prove)).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
    const caps = { perExpirySecond: "1", perDirection: "1" };
    expect((await put(changeHouseLimits, { ...caps, ...proof })).status).toBe(429);
    const rule = { fourEyesThreshold: "500" };
    expect((await put(changeSettings, { ...rule, ...proof })).status).toBe(429);
    const drop = (body: object) =>
      callRoute(deleteWallet, { method: "DELETE", token, params, body });
    expect([(await drop(proof)).status, (await drop({})).status]).toEqual([429, 404]);
  });
});

describe("a forgotten password", () => {
  it("gets the same answer whether or not the address has an account", async () => {
    const user = await createTestUser();
    const known = await callRoute(forgot, { body: { email: user.email.toUpperCase() } });
    const unknown = await callRoute(forgot, { body: { email: "nobody@example.com" } });
    expect(known).toMatchObject({ status: 200, body: { success: true, message: ANSWER } });
    expect(unknown.body).toEqual(known.body);
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(await mailsTo("nobody@example.com")).toHaveLength(0);
  });

  it("is answered before anybody looks whether the address has an account", async () => {
    const user = await createTestUser();
    const ask = (email: string) => callRoute(forgot, { body: { email } });
    await asOwner().$transaction(async (tx) => {
      // Whoever reads accounts or their links now would wait.
      await tx.$executeRaw`LOCK TABLE app_user, account_token IN ACCESS EXCLUSIVE MODE`;
      for (const email of [user.email, "nobody@example.com"]) {
        expect(await ask(email)).toMatchObject({ status: 200, body: { message: ANSWER } });
      }
    });
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  it("gets five links an hour, wherever they are asked for", async () => {
    const user = await createTestUser();
    const ask = () => callRoute(forgot, { body: { email: user.email } });
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    for (const { body } of answers) expect(body).toMatchObject({ message: ANSWER });
    expect(await mailsTo(user.email)).toHaveLength(5);
    await prisma.accountToken.updateMany({
      where: { userId: user.id },
      data: { expiresAt: new Date() },
    });
    await ask();
    expect(await mailsTo(user.email)).toHaveLength(6);
  });

  it.each([
    ["whose address is another by then", { email: "elsewhere@example.com" }],
    ["that was erased meanwhile", { erasedAt: new Date(), isActive: false }],
  ])("sends no link to an account %s", async (_name, change) => {
    const user = await createTestUser();
    let asked = Promise.resolve();
    await asOwner().$transaction(async (tx) => {
      await tx.user.update({ where: { id: user.id }, data: change });
      asked = mailPasswordReset(user.email);
      await until("it waits for the row", waitsForLock);
    });
    await asked;
    expect(await mailsTo(user.email)).toHaveLength(0);
    expect(await prisma.accountToken.count({ where: { userId: user.id } })).toBe(0);
  });

  it("can't be replaced with a link to an address that the account no longer has", async () => {
    const user = await createTestUser();
    const token = await resetTokenOf(user);
    const email = `new_${user.email}`;
    await asOwner().user.update({ where: { id: user.id }, data: { email } });
    expect((await sendReset(token, "new secret")).body.code).toBe("TOKEN_INVALID");
    expect(await passwordWorks(user, TEST_PASSWORD)).toBe(true);
  });

  it("sends no link to an inactive account", async () => {
    const user = await createTestUser({ isActive: false });
    expect((await callRoute(forgot, { body: { email: user.email } })).status).toBe(200);
    expect(await mailsTo(user.email)).toHaveLength(0);
  });

  it("is replaced once: the link dies, every session ends, withdrawals wait", async () => {
    const { user, token: session } = await signedInUser();
    const token = await resetTokenOf(user);
    expect((await sendReset(token, "new secret")).status).toBe(200);
    expect(await isAlive(session)).toBe(false);
    expect(await passwordWorks(user, TEST_PASSWORD)).toBe(false);
    expect(await passwordWorks(user, "new secret")).toBe(true);
    expect(await sendReset(token, "third secret")).toMatchObject({
      status: 422,
      body: { code: "TOKEN_INVALID", message: "This link is invalid or has expired" },
    });
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.withdrawalsHeldUntil?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  it("keeps the link after a password that is too short", async () => {
    const user = await createTestUser();
    const token = await resetTokenOf(user);
    expect(await sendReset(token, "12345")).toMatchObject({
      status: 422,
      body: { message: "Password should be at least 6 characters long" },
    });
    expect((await sendReset(token, "zq-417")).status).toBe(200);
  });

  it("leaves no second door: a new password kills the other links", async () => {
    const user = await createTestUser();
    const [first, second] = [await resetTokenOf(user), await resetTokenOf(user)];
    expect((await sendReset(second, "new secret")).status).toBe(200);
    expect((await sendReset(first, "third secret")).status).toBe(422);
  });

  it("can't be replaced with an expired or a made-up link", async () => {
    const user = await createTestUser();
    const token = await resetTokenOf(user);
    await prisma.accountToken.updateMany({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    for (const bad of [token, "made-up"]) {
      expect((await sendReset(bad, "new secret")).body.code).toBe("TOKEN_INVALID");
    }
    expect(await passwordWorks(user, TEST_PASSWORD)).toBe(true);
  });

  it("is used once when two requests race", async () => {
    const user = await createTestUser();
    const token = await resetTokenOf(user);
    const answers = await Promise.all(
      ["first secret", "other secret"].map((p) => sendReset(token, p)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe("changing the password", () => {
  const change = (token: string, currentPassword: string, newPassword = "new secret") =>
    callRoute(changePassword, {
      method: "PUT",
      token,
      body: { currentPassword, newPassword },
    });

  it("ends the other sessions, keeps this one, and tells the owner", async () => {
    const { user, token } = await signedInUser();
    const other = await signInAs(user);
    expect((await change(token, TEST_PASSWORD)).status).toBe(200);
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    const { body } = await callRoute<{ sessions: unknown[] }>(listSessions, { token });
    expect(body.sessions).toHaveLength(1);
    expect(await passwordWorks(user, "new secret")).toBe(true);
    expect(await toldToUsers.count({ where: { userId: user.id, title: "Password changed" } })).toBe(
      1,
    );
    expect((await mailsTo(user.email)).join()).toContain("Your login password was changed.");
  });

  it("needs the current password", async () => {
    const { user, token } = await signedInUser();
    expect(await change(token, "wrong horse")).toMatchObject({
      status: 422,
      body: { errors: { currentPassword: ["Incorrect password"] } },
    });
    expect(await passwordWorks(user, TEST_PASSWORD)).toBe(true);
  });

  it("takes spaces at the ends of passwords for a part of them", async () => {
    const [spaced, withdrawal] = [" pass word ", " withdraw "];
    const { user, token } = await signedInUser({ password: spaced });
    const put = (handler: RouteHandler, body: object) =>
      callRoute(handler, { method: "PUT", token, body });
    const set = await put(setWithdrawPassword, { password: spaced, withdrawPassword: withdrawal });
    const changed = await put(changeWithdrawPassword, {
      currentWithdrawPassword: withdrawal,
      newWithdrawPassword: "withdraw",
    });
    expect([set.status, changed.status]).toEqual([200, 200]);
    expect((await change(token, spaced.trim())).status).toBe(422);
    expect((await change(token, spaced)).status).toBe(200);
    expect(await passwordWorks(user, "new secret")).toBe(true);
  });

  it("is told live, as the withdrawal password is, quietly in the session that did it", async () => {
    const { user, token } = await signedInUser();
    const session = await prisma.session.findFirstOrThrow({ where: { userId: user.id } });
    const put = (handler: RouteHandler, body: object) =>
      callRoute(handler, { method: "PUT", token, body });
    const { heard, stop } = await hearEvents();
    await put(setWithdrawPassword, { password: TEST_PASSWORD, withdrawPassword: "withdraw" });
    await put(changeWithdrawPassword, {
      currentWithdrawPassword: "withdraw",
      newWithdrawPassword: "withdraw 2",
    });
    await change(token, TEST_PASSWORD);
    const told = () => heard.filter(({ t }) => t === "notification");
    await until("all is heard", () => told().length === 3);
    await stop();
    expect(told().map(({ title, by, quiet }) => [title, by, quiet])).toEqual([
      ["Withdrawal password set", session.id, undefined],
      ["Withdrawal password changed", session.id, undefined],
      ["Password changed", session.id, undefined],
    ]);
  });

  it("kills reset links that are still around", async () => {
    const { user, token } = await signedInUser();
    const link = await resetTokenOf(user);
    expect((await change(token, TEST_PASSWORD)).status).toBe(200);
    expect((await sendReset(link, "third secret")).status).toBe(422);
  });
});

it("no password can be set that is guessed first; one that is set already still logs in", async () => {
  const { user, token } = await signedInUser({ withdrawPassword: "withdraw me" });
  const admin = await signedInAdmin();
  const common = "Password1";
  const put = (route: RouteHandler, body: object, of = token) =>
    callRoute(route, { method: "PUT", token: of, params: { id: user.id }, body });
  const fresh = await signedInUser();
  const refused = [
    await put(changePassword, { currentPassword: TEST_PASSWORD, newPassword: common }),
    await put(changeWithdrawPassword, {
      currentWithdrawPassword: "withdraw me",
      newWithdrawPassword: common,
    }),
    await put(
      setWithdrawPassword,
      { password: TEST_PASSWORD, withdrawPassword: common },
      fresh.token,
    ),
    await sendReset(await resetTokenOf(user), common),
    await put(resetPassword, { newPassword: common, reason: "Lost it" }, admin.token),
  ];
  expect(refused.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
    [422, ["newPassword"]],
    [422, ["newWithdrawPassword"]],
    [422, ["withdrawPassword"]],
    [422, ["newPassword"]],
    [422, ["newPassword"]],
  ]);
  const passwordHash = await hashPassword(common);
  await prisma.user.update({ where: { id: user.id }, data: { passwordHash } });
  expect(await passwordWorks(user, common)).toBe(true);
});
