import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { DELETE as remove } from "@/app/api/admin/users/[id]/two-factor/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { seal } from "@/lib/platform/security/cipher";
import { checkPassword } from "@/lib/security/credentials";
import { TOTP_PURPOSE } from "@/lib/security/two-factor";
import {
  createTestAdmin,
  createTestUser,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { whileComparing } from "@/tests/support/while-comparing";
import { auditOf } from "./support";

const run = promisify(execFile);
const reason = "Lost the phone";
const proof = { password: TEST_PASSWORD, reason };

const protect = async (user: User) => {
  await asOwner().user.update({
    where: { id: user.id },
    data: {
      twoFactorSecret: seal(TOTP_PURPOSE, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
      twoFactorEnabledAt: new Date(),
      twoFactorLastStep: 1n,
    },
  });
  await prisma.recoveryCode.create({ data: { userId: user.id, codeHash: user.id } });
  return user;
};
const rowOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });
const isOn = async ({ id }: User) => (await rowOf(id)).twoFactorEnabledAt !== null;
const turnOff = (token: string | undefined, { id }: { id: string }, body: object = proof) =>
  callRoute(remove, { method: "DELETE", token, params: { id }, body });
const signIn = ({ username }: User) =>
  callRoute(login, { body: { usernameOrEmail: username, password: TEST_PASSWORD } });

/** Two-factor is gone with everything of it, and what had to follow has. */
async function expectOff(user: User) {
  const row = await rowOf(user.id);
  expect(row).toMatchObject({
    twoFactorEnabledAt: null,
    twoFactorSecret: null,
    twoFactorLastStep: null,
  });
  expect(row.withdrawalsHeldUntil?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect(await prisma.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
  expect((await signIn(user)).status).toBe(200);
}

it("lets an owner without their phone in again, with a hold, and tells them why", async () => {
  const { user: admin, token } = await signedInAdmin();
  const { user, token: session } = await signedInUser();
  await protect(user);
  expect((await signIn(user)).body.code).toBe("TOTP_REQUIRED");
  expect(await turnOff(token, user)).toMatchObject({ status: 200 });
  expect((await callRoute(profile, { token: session })).status).toBe(401);
  await expectOff(user);
  expect(await auditOf(user.id)).toMatchObject([
    {
      action: "user.remove-two-factor",
      actorId: admin.id,
      reason,
      after: { withdrawalsHeld: true },
    },
  ]);
  const { message } = await toldToUsers.findFirstOrThrow({
    where: { userId: user.id, title: "Two-factor authentication off" },
  });
  expect(message).toContain("Support turned it off.");
  expect(message).toContain("Withdrawals are on hold");
  expect(message).toContain(reason);
  expect((await mailsTo(user.email)).join()).toContain(reason);
  expect(await turnOff(token, user)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
});

it("is for full administrators, and not for one's own account", async () => {
  const [user, { token: clerk }, chief] = [
    await protect(await createTestUser()),
    await signedInAdmin({ permissions: ["users"] }),
    await signedInAdmin(),
  ];
  await protect(chief.user);
  expect((await turnOff(undefined, user)).status).toBe(401);
  expect((await turnOff(clerk, user)).status).toBe(403);
  expect(await turnOff(chief.token, chief.user)).toMatchObject({
    status: 403,
    body: { message: "Turn off your own two-factor on your security page" },
  });
  expect([await isOn(user), await isOn(chief.user)]).toEqual([true, true]);
});

it("asks for the actor's own password and code, and for a reason", async () => {
  const [user, { user: admin, token }] = [
    await protect(await createTestUser()),
    await signedInAdmin(),
  ];
  expect((await turnOff(token, user, { ...proof, password: "wrong horse" })).body.errors).toEqual({
    password: ["Incorrect password"],
  });
  expect(Object.keys((await turnOff(token, user, {})).body.errors ?? {})).toEqual([
    "password",
    "reason",
  ]);
  await protect(admin);
  expect((await turnOff(token, user)).body.code).toBe("TOTP_REQUIRED");
  expect(await isOn(user)).toBe(true);
});

it("does not happen for an administrator who lost that right while it was under way", async () => {
  const [user, { user: admin, token }] = [
    await protect(await createTestUser()),
    await signedInAdmin(),
  ];
  await createTestAdmin();
  const stop = whileComparing(() =>
    asOwner().user.update({ where: { id: admin.id }, data: { permissions: ["users"] } }),
  );
  expect((await turnOff(token, user)).status).toBe(403);
  stop();
  expect(await isOn(user)).toBe(true);
});

it("of a member of staff is told to all full administrators", async () => {
  const [{ user: admin, token }, other] = [await signedInAdmin(), await createTestAdmin()];
  const clerk = await protect(await createTestAdmin({ permissions: ["finance"] }));
  expect((await turnOff(token, clerk)).status).toBe(200);
  const told = await toldToUsers.findFirstOrThrow({ where: { userId: other.id } });
  expect(told.message).toContain(`${clerk.username}, a member of staff`);
  expect(told.message).toContain(admin.username);
  expect((await mailsTo(other.email)).join()).toContain(clerk.username);
});

describe("npm run two-factor:off", () => {
  const script = (...names: string[]) =>
    run(join("node_modules", ".bin", "tsx"), ["scripts/two-factor-off.ts", ...names], {
      env: { ...process.env },
    });

  it("is the way back for the last administrator", async () => {
    const admin = await protect(await createTestAdmin());
    const session = await signInAs(admin);
    const { stdout } = await script(admin.username.toUpperCase());
    expect(stdout).toContain("is off");
    expect((await callRoute(profile, { token: session })).status).toBe(401);
    await expectOff(admin);
    expect(await checkPassword(admin.id, TEST_PASSWORD, "password")).toBe(admin.passwordHash);
    expect(await auditOf(admin.id)).toMatchObject([
      { action: "user.remove-two-factor", actorId: null, actorName: "system" },
    ]);
    expect((await mailsTo(admin.email)).join()).toContain("The operator of the site");
  });

  it("says what is wrong", async () => {
    await expect(script("nobody_knows")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no account "nobody_knows"'),
    });
    await expect(script()).rejects.toMatchObject({ stderr: expect.stringContaining("Say whose") });
  });
});
