import { randomUUID } from "node:crypto";
import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { PUT as resetWithdraw } from "@/app/api/admin/users/[id]/reset-withdraw-password/route";
import { GET as detail } from "@/app/api/admin/users/[id]/route";
import { GET as transactions } from "@/app/api/admin/users/[id]/transactions/route";
import { GET as list } from "@/app/api/admin/users/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { GET as notifications } from "@/app/api/notifications/route";
import type { UserDto } from "@/lib/accounts/schema";
import type { User } from "@/lib/generated/prisma/client";
import type { TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { verifyLedger } from "@/lib/ledger/verify";
import type { NotificationList } from "@/lib/notifications/schema";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import type { AdminUserDetailDto, AdminUserDto } from "@/lib/staff/schema";
import { creditUser } from "@/tests/factories/deposits";
import { createTestUser, signedInAdmin, signedInUser, signInAs } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { auditOf, availableUsdt, fundTreasury, manageBalance, toggleStatus } from "./support";

type UserPage = { users: AdminUserDto[]; nextCursor: string | null };

const listUsers = (token: string | undefined, query = "") =>
  callRoute<UserPage>(list, { token, path: `/api/admin/users${query}` });

beforeAll(fundTreasury);

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("who may work on users", () => {
  const calls = {
    list: (token: string | undefined) => listUsers(token),
    one: (token: string | undefined, id: string) => callRoute(detail, { token, params: { id } }),
    movements: (token: string | undefined, id: string) =>
      callRoute(transactions, { token, params: { id } }),
    balance: (token: string | undefined, id: string) =>
      manageBalance(token, id, { amount: "1", operation: "add", reason: "A good reason" }),
    status: (token: string | undefined, id: string) => toggleStatus(token, id, false),
  };

  it.each(Object.entries(calls))("%s: nobody and no customer", async (_name, call) => {
    const target = await createTestUser();
    expect(await call(undefined, target.id)).toMatchObject({
      status: 401,
      body: { code: "SESSION_EXPIRED" },
    });
    const { token } = await signedInUser();
    expect(await call(token, target.id)).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN", message: "Insufficient permissions" },
    });
    expect(await availableUsdt(target.id)).toBe(0n);
    expect(await auditOf(target.id)).toEqual([]);
  });

  it("staff work within their areas", async () => {
    const target = await createTestUser();
    const { token } = await signedInAdmin({ permissions: ["users"] });
    expect((await calls.list(token)).status).toBe(200);
    expect((await calls.one(token, target.id)).status).toBe(200);
    expect((await calls.movements(token, target.id)).status).toBe(200);
    expect((await calls.balance(token, target.id)).status).toBe(403);
    expect((await calls.status(token, target.id)).status).toBe(200);
  });
});

describe("GET /api/admin/users", () => {
  it("lists each user with everything that they see of themselves", async () => {
    const { token: staff } = await signedInAdmin();
    const { user, token } = await signedInUser();
    const own = await callRoute<{ user: UserDto }>(profile, { token });
    const { body } = await listUsers(staff, `?search=${user.id}`);
    expect(body.users).toMatchObject([own.body.user]);
  });

  it("finds by name, email and id, with the balance", async () => {
    const { token } = await signedInAdmin();
    const user = await createTestUser();
    await creditUser(user.id, 12_500_000n);
    for (const search of [user.username.toUpperCase(), user.email, user.id]) {
      const { body } = await listUsers(token, `?search=${encodeURIComponent(search)}`);
      expect(body.users.map(({ id, availableUsdt }) => ({ id, availableUsdt }))).toEqual([
        { id: user.id, availableUsdt: "12.500000" },
      ]);
    }
  });

  it("filters by status and pages without gaps", async () => {
    const { token } = await signedInAdmin();
    const prefix = `page${randomUUID().slice(0, 6)}`;
    for (const n of [1, 2, 3]) {
      await createTestUser({
        username: `${prefix}_${n}`,
        email: `${prefix}_${n}@example.com`,
        isActive: n !== 2,
      });
    }
    const first = await listUsers(token, `?search=${prefix}&limit=2`);
    const second = await listUsers(
      token,
      `?search=${prefix}&limit=2&cursor=${first.body.nextCursor}`,
    );
    const names = [...first.body.users, ...second.body.users].map(({ username }) => username);
    expect(names).toEqual([`${prefix}_3`, `${prefix}_2`, `${prefix}_1`]);
    expect(second.body.nextCursor).toBeNull();
    const inactive = await listUsers(token, `?search=${prefix}&status=inactive`);
    expect(inactive.body.users.map(({ username }) => username)).toEqual([`${prefix}_2`]);
  });

  it("exports what the filters let through", async () => {
    const { token } = await signedInAdmin();
    const user = await createTestUser();
    const response = await callRaw(list, {
      token,
      path: `/api/admin/users?search=${user.username}&format=csv`,
    });
    expect(response.headers.get("content-type")).toContain("text/csv");
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${user.id},${user.username},${user.email}`);
    expect(lines[1]).toContain(`+54 ${user.phoneNumber}`);
  });
});

describe("GET /api/admin/users/{id}", () => {
  it.each([
    ["shows until when withdrawals are on hold", 3_600_000, true],
    ["shows no hold that has ended", -1_000, false],
  ])("%s", async (_name, ms, isShown) => {
    const { token } = await signedInAdmin();
    const withdrawalsHeldUntil = new Date(Date.now() + ms);
    const { id } = await createTestUser();
    await asOwner().user.update({ where: { id }, data: { withdrawalsHeldUntil } });
    const { body } = await callRoute<{ user: AdminUserDetailDto }>(detail, {
      token,
      params: { id },
    });
    expect(body.user.withdrawalsHeldUntil).toBe(
      isShown ? withdrawalsHeldUntil.toISOString() : null,
    );
  });

  it("shows balances, counts and protection, and nothing secret", async () => {
    const { token } = await signedInAdmin();
    const { user } = await signedInUser({ withdrawPassword: "withdraw-1" });
    await creditUser(user.id, 5_000_000n);
    const { body } = await callRoute<{ user: AdminUserDetailDto }>(detail, {
      token,
      params: { id: user.id },
    });
    expect(body.user).toMatchObject({
      id: user.id,
      hasWithdrawPassword: true,
      twoFactorEnabled: false,
      balances: { USDT: { available: "5.000000", held: "0.000000" } },
      counts: { trades: 0, deposits: 0, withdrawals: 0, sessions: 1 },
    });
    // Letters at random, which may spell either.
    const { referralCode: _, ...rest } = body.user;
    expect(JSON.stringify({ ...body, user: rest })).not.toMatch(/hash|secret/i);
  });

  it.each([randomUUID(), "nobody"])("does not know %s", async (id) => {
    const { token } = await signedInAdmin();
    expect((await callRoute(detail, { token, params: { id } })).status).toBe(404);
  });
});

describe("PUT /api/admin/users/{id}/toggle-status", () => {
  it("ends every session at once, keeps them ended, and is recorded", async () => {
    const { token } = await signedInAdmin();
    const user = await createTestUser();
    const [phone, laptop] = [await signInAs(user), await signInAs(user)];
    const off = await toggleStatus(token, user.id, false);
    expect(off.body.user).toMatchObject({ isActive: false, counts: { sessions: 0 } });
    for (const session of [phone, laptop]) {
      expect((await callRoute(profile, { token: session })).status).toBe(401);
    }
    const on = await toggleStatus(token, user.id, true);
    expect(on.body.user.isActive).toBe(true);
    expect((await callRoute(profile, { token: phone })).status).toBe(401);
    expect(await auditOf(user.id)).toMatchObject([
      { action: "user.deactivate", before: { isActive: true }, after: { isActive: false } },
      { action: "user.activate", before: { isActive: false }, after: { isActive: true } },
    ]);
  });

  it("records one change when two of the staff are at it", async () => {
    const [one, two] = [await signedInAdmin(), await signedInAdmin()];
    const user = await createTestUser();
    const answers = await Promise.all(
      [one, two].map(({ token }) => toggleStatus(token, user.id, false)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await auditOf(user.id)).toHaveLength(1);
  });

  it("refuses oneself", async () => {
    const { user, token } = await signedInAdmin();
    expect((await toggleStatus(token, user.id, false)).status).toBe(403);
    expect((await callRoute(profile, { token })).status).toBe(200);
  });
});

describe("a user's movements for staff", () => {
  it("are theirs alone, with the reason of an adjustment", async () => {
    const { user: admin, token } = await signedInAdmin();
    const [user, other] = [await createTestUser(), await createTestUser()];
    await creditUser(other.id, 1_000_000n);
    await manageBalance(token, user.id, {
      amount: "2.5",
      operation: "add",
      reason: "Compensation for the outage",
    });
    const { body } = await callRoute<TransactionList>(transactions, {
      token,
      params: { id: user.id },
    });
    expect(body.transactions).toMatchObject([
      { type: "adjustment", amount: "2.500000", detail: "Compensation for the outage" },
    ]);
    const row = await prisma.balanceAdjustment.findFirst({ where: { userId: user.id } });
    expect(row).toMatchObject({ proposedById: admin.id, status: "applied" });
  });

  it("reach the user as a notification with the reason", async () => {
    const { token } = await signedInAdmin();
    const { user, token: userToken } = await signedInUser();
    await manageBalance(token, user.id, {
      amount: "3",
      operation: "add",
      reason: "Refund of a fee",
    });
    const { body } = await callRoute<NotificationList>(notifications, { token: userToken });
    expect(body.notifications[0]).toMatchObject({ type: "balance" });
    expect(body.notifications[0]?.message).toContain("Refund of a fee");
  });
});

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

it("tells the owner of a switched account why, by mail too: they can't log in to read it", async () => {
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
      "Support set a one-time password for your account. Within 24 hours it lets you log in once, to choose your own. Withdrawals are on hold",
    ],
    [
      "first withdrawal",
      resetWithdraw,
      { newWithdrawPassword: "another pin" },
      "Support set a one-time withdrawal password for your account. Within 24 hours it lets you choose your own, which you need to withdraw.",
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
      "Support set a one-time withdrawal password. Within 24 hours it lets you choose your own, which you need to withdraw. Withdrawals are on hold",
    );
    expect(mails.join()).toContain(`Reason: “${REASON}”.`);
  });
});
