import { POST as approve } from "@/app/api/auth/approve-device/route";
import { POST as freeze } from "@/app/api/auth/freeze/route";
import { POST as login } from "@/app/api/auth/login/route";
import { PUT as choose } from "@/app/api/user/device-approval/route";
import { GET as readSecurity } from "@/app/api/user/security/route";
import { GET as signIns } from "@/app/api/user/sign-ins/route";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import type { Security, SignInList } from "@/lib/security/schema";
import { signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailedToken, mailsTo } from "@/tests/support/mail";

type Device = { ip: string; agent: string };
const LAPTOP = {
  ip: "192.0.2.10",
  agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
};
const PHONE = {
  ip: "198.51.100.7",
  agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605.1 Version/19.0 Safari/604.1",
};

const logIn = ({ username }: User, { ip, agent }: Device, password = TEST_PASSWORD) =>
  callRoute<{ token: string }>(login, {
    ip,
    headers: { "user-agent": agent },
    body: { usernameOrEmail: username, password },
  });
const press = (token: string) => callRoute<{ device: string }>(approve, { body: { token } });
const set = (token: string, body: object) => callRoute(choose, { method: "PUT", token, body });
const linksTo = async (email: string) =>
  (await mailsTo(email)).filter((mail) => mail.includes("/approve-device?token=")).length;

/** Knows the laptop, and lets other devices in by mail only. */
async function careful() {
  const { user, token } = await signedInUser();
  await prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
  expect((await logIn(user, LAPTOP)).status).toBe(200);
  expect((await set(token, { enabled: true })).body).toMatchObject({ enabled: true });
  return { user, token };
}

it("lets a new device in by its mailed link, that one and once", async () => {
  const { user, token } = await careful();
  expect(await logIn(user, PHONE)).toMatchObject({
    status: 403,
    body: { code: "DEVICE_NOT_APPROVED" },
  });
  const mail = (await mailsTo(user.email)).at(-1);
  expect(mail).toContain("Safari on iPhone from the address 198.51.100.7");
  expect(mail).toContain("/freeze?token=");
  const link = await mailedToken(user.email, "approve-device");
  // Opening it lets nobody in; a press does.
  expect((await logIn(user, PHONE)).status).toBe(403);
  expect(await press(link)).toMatchObject({ status: 200, body: { device: "Safari on iPhone" } });
  expect((await press(link)).body.code).toBe("TOKEN_INVALID");
  expect((await logIn(user, { ...PHONE, ip: "203.0.113.1" })).status).toBe(403);
  expect((await logIn(user, PHONE)).status).toBe(200);
  // From now on it is known.
  expect((await logIn(user, PHONE)).status).toBe(200);
  const { body } = await callRoute<SignInList>(signIns, { token });
  expect(body.signIns.map(({ outcome }) => outcome)).toEqual([
    ...["success", "success", "unapproved", "approved", "unapproved", "unapproved", "success"],
  ]);
});

it("asks nobody from a device that is known, and mails nothing to who has not the password", async () => {
  const { user } = await careful();
  expect((await logIn(user, { ...LAPTOP, ip: "192.0.2.99" })).status).toBe(200);
  expect((await logIn(user, PHONE, "not the password")).body.code).toBe("INVALID_CREDENTIALS");
  expect(await linksTo(user.email)).toBe(0);
});

it("gives the device half an hour, and the link as long", async () => {
  const { user } = await careful();
  await logIn(user, PHONE);
  await press(await mailedToken(user.email, "approve-device"));
  const { query } = testDatabase();
  await query("UPDATE sign_in SET created_at = created_at - interval '31 minutes'");
  expect((await logIn(user, PHONE)).status).toBe(403);
  const late = await mailedToken(user.email, "approve-device");
  await query("UPDATE account_token SET expires_at = expires_at - interval '31 minutes'");
  expect((await press(late)).body.code).toBe("TOKEN_INVALID");
});

it("does not fill the owner's mailbox", async () => {
  const { user } = await careful();
  const answers = await Promise.all(Array.from({ length: 9 }, () => logIn(user, PHONE)));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(403));
  expect(await linksTo(user.email)).toBe(5);
});

it("ends with a freeze, and with another address", async () => {
  const { user } = await careful();
  await logIn(user, PHONE);
  const link = await mailedToken(user.email, "approve-device");
  await prisma.user.update({ where: { id: user.id }, data: { email: `new-${user.email}` } });
  expect((await press(link)).body.code).toBe("TOKEN_INVALID");
  await prisma.user.update({ where: { id: user.id }, data: { email: user.email } });
  await logIn(user, PHONE);
  const second = await mailedToken(user.email, "approve-device");
  await callRoute(freeze, { body: { token: await mailedToken(user.email, "freeze") } });
  expect((await press(second)).body.code).toBe("TOKEN_INVALID");
});

it("is turned on by who can be mailed, and off with the password", async () => {
  const unconfirmed = await signedInUser();
  expect((await set(unconfirmed.token, { enabled: true })).body).toMatchObject({
    code: "CONFLICT",
    message: "Confirm your email address first",
  });
  const { user, token } = await careful();
  expect((await set(token, { enabled: false })).body.errors).toHaveProperty("password");
  const wrong = await set(token, { enabled: false, password: "not the password" });
  expect(wrong.body.errors).toHaveProperty("password");
  expect((await logIn(user, PHONE)).status).toBe(403);
  expect((await set(token, { enabled: false, password: TEST_PASSWORD })).status).toBe(200);
  const { body } = await callRoute<{ security: Security }>(readSecurity, { token });
  expect(body.security.deviceApproval).toBe(false);
  expect((await logIn(user, PHONE)).status).toBe(200);
  const told = (await mailsTo(user.email)).join();
  expect(told).toContain("now waits until you let it in by mail");
  expect(told).toContain("without your approval now");
});
