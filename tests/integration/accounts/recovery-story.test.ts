import { randomUUID } from "node:crypto";
import { type TOTP, URI } from "otpauth";
import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { DELETE as removeTwoFactor } from "@/app/api/admin/users/[id]/two-factor/route";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as confirmEmail } from "@/app/api/auth/verify-email/route";
import { GET as ownAudit } from "@/app/api/user/audit/route";
import { PUT as changeEmail } from "@/app/api/user/change-email/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import { PUT as chooseApproval } from "@/app/api/user/device-approval/route";
import { POST as confirmTwoFactor } from "@/app/api/user/two-factor/confirm/route";
import { POST as setUpTwoFactor } from "@/app/api/user/two-factor/setup/route";
import { POST as saveAddress } from "@/app/api/user/withdrawal-addresses/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import type { OwnAuditList } from "@/lib/audit/own-schema";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import type { TwoFactorSetup } from "@/lib/security/schema";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { mailedToken, mailsTo } from "@/tests/support/mail";

const WITHDRAW_PASSWORD = "withdraw me";
const REASON = "Identity seen in a call";
const HOME = {
  ip: "192.0.2.10",
  headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" },
};
const ELSEWHERE = {
  ip: "198.51.100.7",
  headers: { "user-agent": "Mozilla/5.0 (iPhone) Safari/604.1" },
};

type Place = typeof HOME;
const logIn = ({ username }: User, place: Place, more: { password?: string; totp?: string } = {}) =>
  callRoute<{ token: string }>(login, {
    ...place,
    body: { usernameOrEmail: username, password: TEST_PASSWORD, ...more },
  });
const put = (route: typeof changePassword, token: string, body: object) =>
  callRoute(route, { method: "PUT", token, body });
const ask = (token: string, withdrawPassword = WITHDRAW_PASSWORD) =>
  callRoute(withdraw, {
    token,
    idempotencyKey: randomUUID(),
    body: {
      ...{ currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20, amount: "200" },
      withdrawPassword,
    },
  });

/** Somebody with money, two-factor and approval of new devices, who has logged in at home. */
async function careful() {
  const { user, token } = await signedInUser({ withdrawPassword: WITHDRAW_PASSWORD });
  await prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
  await creditUser(user.id, 900_000_000n);
  expect((await logIn(user, HOME)).status).toBe(200);
  const { body } = await callRoute<TwoFactorSetup>(setUpTwoFactor, { token, body: {} });
  const totp = URI.parse(body.otpauthUrl) as TOTP;
  const proof = { password: TEST_PASSWORD, totp: totp.generate() };
  const { recoveryCodes } = (
    await callRoute<{ recoveryCodes: string[] }>(confirmTwoFactor, { token, body: proof })
  ).body;
  expect((await put(chooseApproval, token, { enabled: true })).status).toBe(200);
  return { user, token, codes: recoveryCodes };
}

const codesOf = (answers: { body: { code?: string } }[]) => answers.map(({ body }) => body.code);

it("who lost the phone logs in with a recovery code, at home", async () => {
  const { user, codes } = await careful();
  expect((await logIn(user, HOME)).body.code).toBe("TOTP_REQUIRED");
  expect((await logIn(user, HOME, { totp: codes[0] })).status).toBe(200);
});

it("who lost the mailbox changes the address with password and code, and waits a day", async () => {
  const { user, codes } = await careful();
  const { token } = (await logIn(user, HOME, { totp: codes[0] })).body;
  const newEmail = `new-${user.email}`;
  const body = { newEmail, password: TEST_PASSWORD, totp: codes[1] };
  expect((await put(changeEmail, token, body)).status).toBe(200);
  const link = { body: { token: await mailedToken(newEmail, "verify-email") } };
  expect((await callRoute(confirmEmail, link)).status).toBe(200);
  expect((await mailsTo(user.email)).at(-1)).toContain("/freeze?token=");
  expect((await ask(token)).body.code).toBe("WITHDRAWALS_ON_HOLD");
});

it("who lost everything gets in through support, and is paid nothing for a day", async () => {
  const { user } = await careful();
  const admin = await signedInAdmin();
  const target = { token: admin.token, params: { id: user.id } };
  const handedOver = "handed over by phone";
  const reset = { newPassword: handedOver, reason: REASON };
  // A one-time password alone opens nothing here: there is the code, and the device.
  await callRoute(resetPassword, { method: "PUT", ...target, body: reset });
  expect((await logIn(user, ELSEWHERE, { password: handedOver })).body.code).toBe("TOTP_REQUIRED");
  const removed = await callRoute(removeTwoFactor, {
    ...{ method: "DELETE", ...target },
    body: { password: TEST_PASSWORD, reason: REASON },
  });
  expect(removed.status).toBe(200);
  const { token } = (await logIn(user, ELSEWHERE, { password: handedOver })).body;
  expect((await ask(token)).body.code).toBe("PASSWORD_CHANGE_REQUIRED");
  const own = { currentPassword: handedOver, newPassword: "nobody else knows it" };
  expect((await put(changePassword, token, own)).status).toBe(200);
  expect((await ask(token)).body.code).toBe("WITHDRAWALS_ON_HOLD");
  const { body } = await callRoute<OwnAuditList>(ownAudit, { token });
  expect(body.entries.map(({ action, reason }) => [action, reason])).toEqual([
    ["user.remove-two-factor", REASON],
    ["user.reset-password", REASON],
  ]);
  expect((await mailsTo(user.email)).filter((mail) => mail.includes(REASON))).toHaveLength(2);
});

it("a takeover fails at five points", async () => {
  const { user, codes } = await careful();
  const thief = ELSEWHERE;
  // 1 and 2: the password alone, and with a code that was read out on the phone.
  const first = [await logIn(user, thief), await logIn(user, thief, { totp: codes[0] })];
  expect(codesOf(first)).toEqual(["TOTP_REQUIRED", "DEVICE_NOT_APPROVED"]);
  // 3 and 4: on a device of the owner that was left open, without the withdrawal password or to an address of their own.
  const { token } = (await logIn(user, HOME, { totp: codes[1] })).body;
  const theirs = { label: "Mine", currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20 };
  const second = [
    await ask(token, "not that one"),
    await callRoute(saveAddress, { token, body: { ...theirs, password: "not the password" } }),
  ];
  expect(codesOf(second)).toEqual(["WITHDRAW_PASSWORD_INCORRECT", "VALIDATION"]);
  expect(second[1]?.body.errors).toHaveProperty("password");
  // 5: with both passwords and a code everything can be changed, and nothing leaves for a day.
  const change = { currentPassword: TEST_PASSWORD, newPassword: "the thief's own" };
  expect((await put(changePassword, token, change)).status).toBe(200);
  expect((await ask(token)).body.code).toBe("WITHDRAWALS_ON_HOLD");
  // The owner was mailed of each, with the link that ends it.
  const links = (await mailsTo(user.email)).filter((mail) => mail.includes("/freeze?token="));
  expect(links.length).toBeGreaterThanOrEqual(3);
  expect(links.join()).toContain("Login from a new device waits");
});
