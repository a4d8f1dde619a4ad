import { randomUUID } from "node:crypto";
import { GET as audit } from "@/app/api/admin/users/[id]/audit/route";
import { GET as readNotes, POST as writeNote } from "@/app/api/admin/users/[id]/notes/route";
import { GET as referrals } from "@/app/api/admin/users/[id]/referrals/route";
import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { PUT as resetWithdraw } from "@/app/api/admin/users/[id]/reset-withdraw-password/route";
import { DELETE as endOne } from "@/app/api/admin/users/[id]/sessions/[sessionId]/route";
import { DELETE as endAll, GET as sessions } from "@/app/api/admin/users/[id]/sessions/route";
import { GET as signIns } from "@/app/api/admin/users/[id]/sign-ins/route";
import { POST as create } from "@/app/api/admin/users/create/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { GET as ownAudit } from "@/app/api/user/audit/route";
import type { SessionDto } from "@/lib/accounts/schema";
import type { AuditList } from "@/lib/audit/schema";
import type { User } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import type { UserReferrals } from "@/lib/referrals/schema";
import type { AdminUserDetailDto, NoteDto, NoteList } from "@/lib/staff/schema";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { waitsForLock } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { auditOf, toggleStatus } from "./support";

const send = <T = Record<string, unknown>>(
  handler: RouteHandler,
  method: string,
  token: string | undefined,
  id: string,
  body?: unknown,
  more: { params?: Record<string, string>; path?: string; idempotencyKey?: string } = {},
) => callRoute<T>(handler, { method, token, body, ...more, params: { id, ...more.params } });

const isAlive = async (token: string) => (await callRoute(profile, { token })).status === 200;
const signsIn = async (user: User, password: string) =>
  (await callRoute(login, { body: { usernameOrEmail: user.username, password } })).status === 200;

const newPassword = "another secret";
const newWithdrawPassword = "another pin";

describe("who may", () => {
  const id = randomUUID();
  const calls: Record<
    string,
    (token: string | undefined, id: string) => Promise<{ status: number }>
  > = {
    create: (token) => send(create, "POST", token, id, {}),
    password: (token, target) => send(resetPassword, "PUT", token, target, { newPassword }),
    withdrawPassword: (token, target) =>
      send(resetWithdraw, "PUT", token, target, { newWithdrawPassword }),
    sessions: (token, target) => send(sessions, "GET", token, target),
    endAll: (token, target) => send(endAll, "DELETE", token, target),
    endOne: (token, target) =>
      send(endOne, "DELETE", token, target, undefined, { params: { sessionId: id } }),
    signIns: (token, target) => send(signIns, "GET", token, target),
    notes: (token, target) => send(readNotes, "GET", token, target),
    note: (token, target) => send(writeNote, "POST", token, target, { text: "a note" }),
    referrals: (token, target) => send(referrals, "GET", token, target),
    audit: (token, target) => send(audit, "GET", token, target),
  };

  it.each(Object.entries(calls))("%s: staff for users only", async (_name, call) => {
    const target = await createTestUser();
    const [customer, cashier] = [
      await signedInUser(),
      await signedInAdmin({ permissions: ["finance"] }),
    ];
    expect((await call(undefined, target.id)).status).toBe(401);
    expect((await call(customer.token, target.id)).status).toBe(403);
    expect((await call(cashier.token, target.id)).status).toBe(403);
    expect(await auditOf(target.id)).toEqual([]);
  });

  it("acts on a colleague with full rights only, and never on oneself", async () => {
    const clerk = await signedInAdmin({ permissions: ["users"] });
    const chief = await signedInAdmin();
    const acts = [calls.password, calls.withdrawPassword, calls.endAll];
    for (const act of acts) {
      expect(await act?.(clerk.token, chief.user.id)).toMatchObject({
        status: 403,
        body: { message: "Only a full administrator can do this to a member of staff" },
      });
      expect((await act?.(clerk.token, clerk.user.id))?.status).toBe(403);
    }
    expect((await toggleStatus(clerk.token, chief.user.id, false)).status).toBe(403);
    for (const act of acts) {
      expect((await act?.(chief.token, clerk.user.id))?.status).toBe(200);
    }
    expect(await signsIn(chief.user, TEST_PASSWORD)).toBe(true);
  });

  it("leaves one of two full administrators who switch each other off", async () => {
    const [one, two] = [await signedInAdmin(), await signedInAdmin()];
    const answers = await Promise.all([
      toggleStatus(one.token, two.user.id, false),
      toggleStatus(two.token, one.user.id, false),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    const active = await prisma.user.count({
      where: { id: { in: [one.user.id, two.user.id] }, isActive: true },
    });
    expect(active).toBe(1);
  });
});

describe("POST /api/admin/users/create", () => {
  const person = () => {
    const username = `new_${randomUUID().slice(0, 8)}`;
    return {
      username,
      email: `${username}@Example.com`,
      country: "Kenya",
      countryCode: "+254",
      phoneNumber: "712 345 678",
      gender: "Female",
      password: "first-secret",
    };
  };
  const post = (token: string, body: object) =>
    callRoute<{ user: AdminUserDetailDto }>(create, { token, body });

  it("opens an account that logs in with the password, and is recorded", async () => {
    const { user: admin, token } = await signedInAdmin({ permissions: ["users"] });
    const referrer = await createTestUser();
    const input = { ...person(), referralCode: referrer.referralCode };
    const { status, body } = await post(token, input);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      username: input.username,
      email: input.email.toLowerCase(),
      country: "Kenya",
      isAdmin: false,
      isActive: true,
      counts: { sessions: 0 },
    });
    expect(JSON.stringify(body)).not.toContain(input.password);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: body.user.id } });
    expect(row.referredById).toBe(referrer.id);
    expect(await signsIn(row, input.password)).toBe(true);
    expect(await auditOf(row.id)).toMatchObject([{ action: "user.create", actorId: admin.id }]);
    expect((await mailsTo(row.email)).join()).toContain("verify-email?token=");
  });

  it.each([
    ["username", { username: "" }, "Please enter a username"],
    ["username", { username: "a b" }, "Username must be 3 to 30 letters, digits or underscores"],
    ["email", { email: "x" }, "Please enter a valid email address"],
    ["country", { country: "Nowhere" }, "Please select your country"],
    ["countryCode", { countryCode: "+1" }, "The dial code does not match the country"],
    ["phoneNumber", { phoneNumber: "" }, "Please enter your phone number"],
    ["gender", { gender: "" }, "Please select your gender"],
    ["password", { password: undefined }, "Please enter a password"],
    ["password", { password: "short" }, "Password should be at least 6 characters long"],
    ["referralCode", { referralCode: "NOBODY12" }, "This referral code does not exist"],
  ])("says what a registration says: %s %j", async (field, change, message) => {
    const { token } = await signedInAdmin();
    const { status, body } = await post(token, { ...person(), ...change });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ [field]: [message] });
  });

  it("opens one account when the same name is sent twice at once", async () => {
    const { token } = await signedInAdmin();
    const input = person();
    const answers = await Promise.all([post(token, input), post(token, input)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("USERNAME_TAKEN");
    const other = { ...person(), email: input.email };
    expect((await post(token, other)).body.code).toBe("EMAIL_TAKEN");
  });
});

describe("resetting a login password", () => {
  it("ends sessions, holds withdrawals, tells the owner and is recorded", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { user, token: session } = await signedInUser();
    const reason = "Asked for by phone";
    const answer = await send(resetPassword, "PUT", token, user.id, { newPassword, reason });
    expect(answer.body.message).toBe("The login password was reset");
    expect(await isAlive(session)).toBe(false);
    expect(await signsIn(user, TEST_PASSWORD)).toBe(false);
    expect(await signsIn(user, newPassword)).toBe(true);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.withdrawalsHeldUntil?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const entries = await auditOf(user.id);
    expect(entries).toMatchObject([{ action: "user.reset-password", actorId: admin.id, reason }]);
    expect(JSON.stringify(entries, (_key, value: unknown) => String(value))).not.toContain(
      newPassword,
    );
    expect((await mailsTo(user.email)).join()).toContain("Password changed");
  });

  it.each([
    ["", "Please enter a password"],
    ["short", "Password should be at least 6 characters long"],
  ])("refuses %j", async (password, message) => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    const { status, body } = await send(resetPassword, "PUT", token, user.id, {
      newPassword: password,
    });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { newPassword: [message] },
    });
    expect(await signsIn(user, TEST_PASSWORD)).toBe(true);
  });

  it("takes effect once when two do it at once; the second is told who did", async () => {
    const [one, two, user] = [await signedInAdmin(), await signedInAdmin(), await createTestUser()];
    let asked: ReturnType<typeof send>[] = [];
    // Both have read the account before either changes it.
    await transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM app_user WHERE id = ${user.id}::uuid FOR NO KEY UPDATE`;
      asked = [
        send(resetPassword, "PUT", one.token, user.id, { newPassword: "secret of one" }),
        send(resetPassword, "PUT", two.token, user.id, { newPassword: "secret of two" }),
      ];
      await until("both wait for the row", () => waitsForLock(2));
    });
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? one : two;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe(`${winner.user.username} has just reset it. Please reload.`);
    expect(await signsIn(user, winner === one ? "secret of one" : "secret of two")).toBe(true);
    expect(await auditOf(user.id)).toHaveLength(1);
  });

  it("does not know nobody", async () => {
    const { token } = await signedInAdmin();
    expect((await send(resetPassword, "PUT", token, randomUUID(), { newPassword })).status).toBe(
      404,
    );
  });
});

describe("resetting a withdrawal password", () => {
  it("sets the first without a hold, and says so", async () => {
    const { token } = await signedInAdmin();
    const user = await createTestUser();
    const body = { newWithdrawPassword, reason: "" };
    expect((await send(resetWithdraw, "PUT", token, user.id, body)).status).toBe(200);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.withdrawPasswordHash).not.toBeNull();
    expect(row.withdrawalsHeldUntil).toBeNull();
    expect(await auditOf(user.id)).toMatchObject([
      { action: "user.reset-withdraw-password", after: { withdrawalsHeld: false }, reason: null },
    ]);
    const notices = await toldToUsers.findMany({ where: { userId: user.id } });
    expect(notices).toMatchObject([
      { title: "Withdrawal password set", message: expect.stringContaining("Support set a") },
    ]);
  });

  it("changes it, holds withdrawals and tells the owner; sessions stay", async () => {
    const { token } = await signedInAdmin();
    const { user, token: session } = await signedInUser({ withdrawPassword: "first pin" });
    const { status } = await send(resetWithdraw, "PUT", token, user.id, { newWithdrawPassword });
    expect(status).toBe(200);
    expect(await isAlive(session)).toBe(true);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.withdrawPasswordHash).not.toBe(user.withdrawPasswordHash);
    expect(row.withdrawalsHeldUntil).not.toBeNull();
    expect(await auditOf(user.id)).toMatchObject([
      { action: "user.reset-withdraw-password", after: { withdrawalsHeld: true } },
    ]);
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  it("refuses one that is too short", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    const { body } = await send(resetWithdraw, "PUT", token, user.id, {
      newWithdrawPassword: "pin",
    });
    expect(body.errors).toEqual({
      newWithdrawPassword: ["Password should be at least 6 characters long"],
    });
  });
});

describe("a user's sessions and logins", () => {
  it("lists them, ends one, then the rest", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    const [phone, laptop] = [await signInAs(user), await signInAs(user)];
    const { body } = await send<{ sessions: SessionDto[] }>(sessions, "GET", token, user.id);
    expect(body.sessions).toHaveLength(2);
    const params = { sessionId: body.sessions[0]?.id ?? "" };
    expect((await send(endOne, "DELETE", token, user.id, undefined, { params })).status).toBe(200);
    expect([await isAlive(phone), await isAlive(laptop)]).toEqual([true, false]);
    expect((await send(endOne, "DELETE", token, user.id, undefined, { params })).status).toBe(404);
    expect((await send(endAll, "DELETE", token, user.id)).body.revoked).toBe(1);
    expect((await send(endAll, "DELETE", token, user.id)).body.revoked).toBe(0);
    expect(await isAlive(phone)).toBe(false);
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      "user.end-session",
      "user.end-sessions",
    ]);
  });

  it("does not end a session through somebody else's account", async () => {
    const [{ token }, user, other] = [
      await signedInAdmin(),
      await createTestUser(),
      await signedInUser(),
    ];
    const row = await prisma.session.findFirstOrThrow({ where: { userId: other.user.id } });
    const params = { sessionId: row.id };
    expect((await send(endOne, "DELETE", token, user.id, undefined, { params })).status).toBe(404);
    expect(await isAlive(other.token)).toBe(true);
  });

  it("pages logins, refused ones included", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    await signsIn(user, "wrong password");
    await signsIn(user, TEST_PASSWORD);
    type List = { signIns: { outcome: string }[]; nextCursor: string };
    const first = await send<List>(signIns, "GET", token, user.id, undefined, {
      path: "/x?limit=1",
    });
    const second = await send<List>(signIns, "GET", token, user.id, undefined, {
      path: `/x?limit=1&cursor=${first.body.nextCursor}`,
    });
    expect([first, second].map(({ body }) => body.signIns[0]?.outcome)).toEqual([
      "success",
      "wrong-password",
    ]);
  });
});

describe("notes, referrals and the audit trail of a user", () => {
  it("keeps notes for staff, once for a repeated key", async () => {
    const [{ user: admin, token }, user] = [await signedInAdmin(), await createTestUser()];
    const idempotencyKey = randomUUID();
    for (const _ of [1, 2]) {
      const answer = await send<{ note: NoteDto }>(
        writeNote,
        "POST",
        token,
        user.id,
        { text: "  Prefers email  " },
        { idempotencyKey },
      );
      expect(answer.status).toBe(201);
    }
    await send(writeNote, "POST", token, user.id, { text: "Second" });
    const { body } = await send<NoteList>(readNotes, "GET", token, user.id);
    expect(body.notes.map(({ text, author }) => [text, author.id])).toEqual([
      ["Second", admin.id],
      ["Prefers email", admin.id],
    ]);
    // The user sees nothing of it, and the audit log not the text.
    expect(await auditOf(user.id)).toEqual([]);
    const entries = await prisma.auditEntry.findMany({
      where: { action: "user.note", targetId: user.id },
    });
    const entry = { actorId: admin.id, before: null, after: null };
    expect(entries).toMatchObject([entry, entry]);
  });

  it.each(["", "   ", "x".repeat(2001)])("refuses a note without sense", async (text) => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    const { status, body } = await send(writeNote, "POST", token, user.id, { text });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["text"]]);
  });

  it("names who was invited", async () => {
    const { token } = await signedInAdmin();
    const referrer = await createTestUser();
    const invited = await createTestUser({ referredById: referrer.id });
    const of = async (id: string) => (await send<UserReferrals>(referrals, "GET", token, id)).body;
    expect(await of(referrer.id)).toMatchObject({
      referredBy: null,
      totals: { invited: 1, active: 0, earnedUsdt: "0.000000" },
      referrals: [{ id: invited.id, username: invited.username }],
    });
    expect(await of(invited.id)).toMatchObject({
      referredBy: { id: referrer.id, username: referrer.username },
      referrals: [],
    });
  });

  it("shows staff who did what; the user sees the same without the name", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { user, token: own } = await signedInUser();
    await toggleStatus(token, user.id, false);
    await toggleStatus(token, user.id, true);
    const first = await send<AuditList>(audit, "GET", token, user.id, undefined, {
      path: "/x?limit=1",
    });
    expect(first.body.entries).toMatchObject([
      { action: "user.activate", actor: { id: admin.id, name: admin.username } },
    ]);
    const second = await send<AuditList>(audit, "GET", token, user.id, undefined, {
      path: `/x?limit=1&cursor=${first.body.nextCursor}`,
    });
    expect(second.body).toMatchObject({
      entries: [{ action: "user.deactivate" }],
      nextCursor: null,
    });
    expect(await isAlive(own)).toBe(false);
    const mine = await callRoute(ownAudit, { token: await signInAs(user) });
    expect(JSON.stringify(mine.body)).not.toContain(admin.username);
  });
});
