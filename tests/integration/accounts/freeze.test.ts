import { randomUUID } from "node:crypto";
import { type TOTP, URI } from "otpauth";
import { Client } from "pg";
import { PUT as decideApproval } from "@/app/api/admin/approvals/[id]/process/route";
import { POST as unfreezeByStaff } from "@/app/api/admin/users/[id]/unfreeze/route";
import { GET as listUsers } from "@/app/api/admin/users/route";
import { PUT as process } from "@/app/api/admin/withdrawals/[id]/process/route";
import { POST as freeze } from "@/app/api/auth/freeze/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as unfreeze } from "@/app/api/auth/unfreeze/route";
import { POST as unfreezeLink } from "@/app/api/auth/unfreeze-link/route";
import { POST as confirmEmail } from "@/app/api/auth/verify-email/route";
import { GET as ownAudit } from "@/app/api/user/audit/route";
import { PUT as changeEmail } from "@/app/api/user/change-email/route";
import { POST as freezeOwn } from "@/app/api/user/freeze/route";
import { POST as confirmTwoFactor } from "@/app/api/user/two-factor/confirm/route";
import { POST as setUpTwoFactor } from "@/app/api/user/two-factor/setup/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import type { ApprovalDto } from "@/lib/approvals/schema";
import type { OwnAuditList } from "@/lib/audit/own-schema";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import type { Frozen } from "@/lib/security/freeze-schema";
import type { TwoFactorSetup } from "@/lib/security/schema";
import type { AdminUserDto } from "@/lib/staff/schema";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, signInAs, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { mailedToken, mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";

const PASSWORD = "withdraw me";
const REASON = "Identity seen in a call";

const rowOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });
const signIn = ({ username }: User) =>
  callRoute<{ token: string }>(login, {
    body: { usernameOrEmail: username, password: TEST_PASSWORD },
  });
const pressFreeze = (token: string) => callRoute<Frozen>(freeze, { body: { token } });
const pressOpen = (token: string, totp?: string) => callRoute(unfreeze, { body: { token, totp } });
/** Logs in from a device that the account does not know, which is mailed. */
async function warned(overrides = {}) {
  const signedIn = await signedInUser(overrides);
  expect((await signIn(signedIn.user)).status).toBe(200);
  return { ...signedIn, link: await mailedToken(signedIn.user.email, "freeze") };
}

const ask = (token: string) =>
  callRoute<{ withdrawal: { id: string } }>(withdraw, {
    token,
    idempotencyKey: randomUUID(),
    body: {
      ...{ currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20, amount: "200" },
      withdrawPassword: PASSWORD,
    },
  });
async function withdrawing() {
  const signedIn = await signedInUser({ withdrawPassword: PASSWORD });
  await creditUser(signedIn.user.id, 900_000_000n);
  const { id } = (await ask(signedIn.token)).body.withdrawal;
  await deliverAll();
  return { ...signedIn, id, link: await mailedToken(signedIn.user.email, "freeze") };
}
const decide = (token: string, id: string, body: object) =>
  callRoute(process, { method: "PUT", token, params: { id }, body });
const audit = async (userId: string) =>
  (
    await prisma.auditEntry.findMany({ where: { subjectUserId: userId }, orderBy: { seq: "asc" } })
  ).map(({ action, actorId, actorName }) => [action, actorId, actorName]);

describe("the link of a security mail", () => {
  it("ends all sessions and every login, once, and mails the way back", async () => {
    const { user, token, link } = await warned();
    const frozen = await pressFreeze(link);
    expect(frozen).toMatchObject({ status: 200, body: { wayBackMailed: true } });
    expect(await callRoute(profile, { token })).toMatchObject({
      status: 401,
      body: { code: "SESSION_EXPIRED" },
    });
    // One that somebody made meanwhile counts as little.
    const made = await signInAs(user);
    expect((await callRoute(profile, { token: made })).status).toBe(401);
    expect(await signIn(user)).toMatchObject({ status: 403, body: { code: "ACCOUNT_FROZEN" } });
    expect(await pressFreeze(link)).toMatchObject({
      status: 422,
      body: { code: "TOKEN_INVALID" },
    });
    const { tokenHash } = await prisma.accountToken.findFirstOrThrow({
      where: { userId: user.id, purpose: "freeze" },
    });
    expect(tokenHash).not.toContain(link);

    const way = await mailedToken(user.email, "unfreeze");
    expect((await mailsTo(user.email)).at(-1)).toContain("Your account was frozen");
    expect((await pressOpen(way)).status).toBe(200);
    expect((await signIn(user)).status).toBe(200);
    expect((await mailsTo(user.email)).at(-1)).toContain("Your account was opened again");
    expect((await pressOpen(way)).status).toBe(422);
    expect(await audit(user.id)).toEqual([
      ["user.freeze", null, "owner"],
      ["user.unfreeze", null, "owner"],
    ]);
    const { body } = await callRoute<OwnAuditList>(ownAudit, { token: await signInAs(user) });
    expect(body.entries.map(({ by }) => by)).toEqual(["owner", "owner"]);
  });

  it("lets no withdrawal be approved, completed or asked for", async () => {
    const [first, second] = [await withdrawing(), await withdrawing()];
    const admin = await signedInAdmin();
    await decide(admin.token, second.id, { action: "approve" });
    for (const { link } of [first, second]) expect((await pressFreeze(link)).status).toBe(200);
    const transactionHash = "ab".repeat(32);
    for (const refused of [
      await decide(admin.token, first.id, { action: "approve" }),
      await decide(admin.token, second.id, { action: "complete", transactionHash }),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { code: "ACCOUNT_ON_HOLD" } });
    }
    // Not even by the function itself, with a session or without.
    const hash = (await rowOf(first.user.id)).withdrawPasswordHash;
    await expect(
      prisma.$queryRaw`SELECT withdrawal_request(${randomUUID()}::uuid, ${first.user.id}::uuid, 'USDT', 'TRC20',
        ${ADDRESSES.TRC20}, 200000000::bigint, 0::bigint, ${hash})::text`,
    ).rejects.toThrow("UNAUTHORIZED");
    expect((await pressOpen(await mailedToken(first.user.email, "unfreeze"))).status).toBe(200);
    expect((await decide(admin.token, first.id, { action: "approve" })).status).toBe(200);
    expect((await ask(await signInAs(first.user))).status).toBe(201);
  });

  it("is refused when it is too old, made up or for something else", async () => {
    const { user, link } = await warned();
    await pressFreeze(link);
    const way = await mailedToken(user.email, "unfreeze");
    for (const bad of ["made-up", way]) expect((await pressFreeze(bad)).status).toBe(422);
    expect((await pressOpen(link)).status).toBe(422);
    await prisma.accountToken.updateMany({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect((await pressOpen(way)).status).toBe(422);
    expect((await rowOf(user.id)).frozenAt).not.toBeNull();
    // Another one is mailed on request, to the owner of a frozen account alone.
    for (const email of [user.email.toUpperCase(), (await signedInUser()).user.email]) {
      const answer = await callRoute(unfreezeLink, { body: { email } });
      expect([answer.status, answer.body.message]).toEqual([
        200,
        "If this address belongs to a frozen account, a link is on its way.",
      ]);
    }
    expect((await pressOpen(await mailedToken(user.email, "unfreeze"))).status).toBe(200);
  });

  it("asks for a code on the way back where there is two-factor", async () => {
    const { user, token } = await signedInUser();
    const { body } = await callRoute<TwoFactorSetup>(setUpTwoFactor, { method: "POST", token });
    const totp = URI.parse(body.otpauthUrl) as TOTP;
    const proof = { password: TEST_PASSWORD, totp: totp.generate() };
    const { recoveryCodes } = (
      await callRoute<{ recoveryCodes: string[] }>(confirmTwoFactor, { token, body: proof })
    ).body;
    expect((await callRoute(freezeOwn, { method: "POST", token })).status).toBe(200);
    const way = await mailedToken(user.email, "unfreeze");
    expect(await pressOpen(way)).toMatchObject({ status: 401, body: { code: "TOTP_REQUIRED" } });
    expect(await pressOpen(way, "wrong-code")).toMatchObject({
      status: 422,
      body: { errors: { totp: ["Invalid code"] } },
    });
    expect((await pressOpen(way, recoveryCodes[0])).status).toBe(200);
    expect((await rowOf(user.id)).frozenAt).toBeNull();
  });
});

describe("a thief who changed the email address first", () => {
  it("gets no way back, whichever address asks; two members of staff give it", async () => {
    const { user, token, link } = await warned();
    const theirs = `thief_${user.email}`;
    const change = { newEmail: theirs, password: TEST_PASSWORD };
    await callRoute(changeEmail, { method: "PUT", token, body: change });
    await callRoute(confirmEmail, { body: { token: await mailedToken(theirs, "verify-email") } });
    // The thief freezes it too, to have the way back mailed to them.
    await callRoute(freezeOwn, { method: "POST", token });
    const thiefsWay = await mailedToken(theirs, "unfreeze");
    expect(await pressFreeze(link)).toMatchObject({ status: 200, body: { wayBackMailed: false } });
    expect(await pressOpen(thiefsWay)).toMatchObject({ status: 422 });
    const before = (await mailsTo(theirs)).length;
    await callRoute(unfreezeLink, { body: { email: theirs } });
    await callRoute(unfreezeLink, { body: { email: user.email } });
    expect(await mailsTo(theirs)).toHaveLength(before);
    expect((await mailsTo(user.email)).join()).not.toContain("/unfreeze?token=");

    const [one, other] = [await signedInAdmin(), await signedInAdmin()];
    const asked = await callRoute<{ approval: ApprovalDto }>(unfreezeByStaff, {
      ...{ token: one.token, params: { id: user.id }, body: { reason: REASON } },
      idempotencyKey: randomUUID(),
    });
    expect(asked).toMatchObject({ status: 202, body: { approval: { kind: "user.unfreeze" } } });
    const { id } = asked.body.approval;
    const approve = (by: string) =>
      callRoute(decideApproval, {
        ...{ method: "PUT", token: by, params: { id }, body: { action: "approve" } },
        idempotencyKey: randomUUID(),
      });
    expect((await approve(one.token)).status).toBe(403);
    const helper = await signedInAdmin({ permissions: ["finance"] });
    expect((await approve(helper.token)).status).toBe(403);
    expect((await approve(other.token)).status).toBe(200);
    const row = await rowOf(user.id);
    expect(row.frozenAt).toBeNull();
    expect(row.withdrawalsHeldUntil!.getTime()).toBeGreaterThan(Date.now());
    expect((await audit(user.id)).at(-1)).toEqual([
      "user.unfreeze",
      one.user.id,
      one.user.username,
    ]);
    // Mails of before the freeze freeze nothing any more.
    expect(
      await prisma.accountToken.count({
        where: { userId: user.id, purpose: "unfreeze", usedAt: null },
      }),
    ).toBe(0);
  });
});

describe("what staff see and can do", () => {
  it("shows frozen accounts in the list, and opens none that is not frozen", async () => {
    const { user, link } = await warned();
    const admin = await signedInAdmin();
    await pressFreeze(link);
    const { users } = (
      await callRoute<{ users: AdminUserDto[] }>(listUsers, {
        ...{ token: admin.token, path: `/api/admin/users?status=frozen&search=${user.username}` },
      })
    ).body;
    expect(users.map(({ id }) => id)).toEqual([user.id]);
    expect(users[0]?.frozenAt).not.toBeNull();
    const other = await signedInUser();
    const answer = await callRoute(unfreezeByStaff, {
      ...{ token: admin.token, params: { id: other.user.id }, body: { reason: REASON } },
      idempotencyKey: randomUUID(),
    });
    expect([answer.status, answer.body.message]).toEqual([409, "This account is not frozen"]);
  });

  it("is refused by the database without a colleague or an audit entry", async () => {
    const { user, link } = await warned();
    await pressFreeze(link);
    const admin = await signedInAdmin();
    const thief = new Client({
      connectionString: testDatabase().appUrl,
      options: "-c role=app_runtime",
    });
    await thief.connect();
    const tried = async (statement: string) =>
      thief.query(statement).then(
        () => "done",
        (error: Error) => error.message,
      );
    const by = (actor: string) =>
      `SELECT account_unfreeze('${user.id}', ${actor}, NULL, NULL, NULL)`;
    try {
      const guarded = "an account is frozen and opened by functions only";
      expect(await tried(`UPDATE app_user SET frozen_at = NULL WHERE id = '${user.id}'`)).toBe(
        guarded,
      );
      expect(await tried(`UPDATE app_user SET frozen_email = email WHERE id = '${user.id}'`)).toBe(
        "done",
      );
      expect(
        await tried(`UPDATE app_user SET frozen_email = 'x@example.com' WHERE id = '${user.id}'`),
      ).toBe(guarded);
      expect(await tried(by(`'${admin.user.id}'`))).toBe("SECOND_PERSON_NEEDED");
      expect(await tried(by(`'${user.id}'`))).toBe("FORBIDDEN");
      // A frozen colleague is nobody's second person.
      await asOwner().user.update({
        where: { id: admin.user.id },
        data: { frozenAt: new Date() },
      });
      expect(await tried(by(`'${admin.user.id}'`))).toBe("FORBIDDEN");
    } finally {
      await thief.end();
    }
    expect((await rowOf(user.id)).frozenAt).not.toBeNull();
  });
});
