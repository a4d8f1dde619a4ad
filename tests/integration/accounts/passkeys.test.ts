import { randomUUID } from "node:crypto";
import { type TOTP, URI } from "otpauth";
import { GET as overview } from "@/app/api/admin/overview/route";
import { DELETE as removeTwoFactor } from "@/app/api/admin/users/[id]/two-factor/route";
import { POST as passkeyOptions } from "@/app/api/auth/passkey/options/route";
import { POST as passkeyLogin } from "@/app/api/auth/passkey/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { DELETE as remove } from "@/app/api/user/passkeys/[id]/route";
import { POST as challenge } from "@/app/api/user/passkeys/challenge/route";
import { POST as newOptions } from "@/app/api/user/passkeys/options/route";
import { POST as add, GET as list } from "@/app/api/user/passkeys/route";
import { POST as confirmTwoFactor } from "@/app/api/user/two-factor/confirm/route";
import { POST as setUpTwoFactor } from "@/app/api/user/two-factor/setup/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import { freezeOwn } from "@/lib/security/freeze";
import type { PasskeyDto } from "@/lib/security/passkeys/schema";
import type { TwoFactorSetup } from "@/lib/security/schema";
import { updateSettings } from "@/lib/site/mutations";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, signInAs, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { Authenticator, type DeviceOptions } from "@/tests/support/authenticator";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";

type Options = { options: DeviceOptions };
type Added = { passkey: PasskeyDto };
const PASSWORD = { password: TEST_PASSWORD };
const WITHDRAW_PASSWORD = "withdraw me";

async function added(token: string, proof: object = PASSWORD, device = new Authenticator()) {
  const { status, body } = await callRoute<Options>(newOptions, { token, body: proof });
  expect(status).toBe(200);
  const credential = device.create(body.options);
  const answer = await callRoute<Added>(add, { token, body: { name: "Phone", credential } });
  expect(answer.status).toBe(201);
  return { device, passkey: answer.body.passkey };
}
const withPasskey = async (overrides = {}, isSynced = false) => {
  const signedIn = await signedInUser(overrides);
  return { ...signedIn, ...(await added(signedIn.token, PASSWORD, new Authenticator(isSynced))) };
};
const loginOptions = async () =>
  (await callRoute<Options>(passkeyOptions, { method: "POST" })).body.options;
const logIn = (credential: object) =>
  callRoute<{ token: string; user: { id: string } }>(passkeyLogin, { body: { credential } });
const optionsFor = async (token: string, purpose: "change" | "withdrawal") =>
  (await callRoute<Options>(challenge, { token, body: { purpose } })).body.options;
const drop = (token: string, id: string, body: object) =>
  callRoute(remove, { method: "DELETE", token, params: { id }, body });
const turnOnTwoFactor = async (token: string) => {
  const { body } = await callRoute<TwoFactorSetup>(setUpTwoFactor, { method: "POST", token });
  const totp = (URI.parse(body.otpauthUrl) as TOTP).generate();
  const answer = await callRoute<{ recoveryCodes: string[] }>(confirmTwoFactor, {
    token,
    body: { ...PASSWORD, totp },
  });
  return answer.body.recoveryCodes;
};
const actions = async (userId: string) =>
  (
    await prisma.auditEntry.findMany({ where: { subjectUserId: userId }, orderBy: { seq: "asc" } })
  ).map(({ action, actorId }) => [action, actorId]);

const refusedLogin = { status: 401, body: { code: "INVALID_CREDENTIALS" } };
const refusedPasskey = { status: 422, body: { code: "VALIDATION" } };

describe("adding a passkey", () => {
  it("takes the password, tells the owner by mail and shows it in the list", async () => {
    const { user, token } = await signedInUser();
    const wrong = await callRoute(newOptions, { token, body: { password: "guess" } });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.anything()] } },
    });
    expect((await callRoute(newOptions, { token, body: {} })).status).toBe(422);

    const { passkey } = await added(token);
    expect(passkey).toMatchObject({ name: "Phone", synced: false, lastUsedAt: null });
    const listed = await callRoute<{ passkeys: PasskeyDto[] }>(list, { token });
    expect(listed.body.passkeys).toEqual([passkey]);
    expect((await mailsTo(user.email)).at(-1)).toContain('The passkey "Phone" can now log in');
    // A customer's own keys are no business of the audit log.
    expect(await actions(user.id)).toEqual([]);
  });

  it("takes the code where two-factor is on, also a recovery code", async () => {
    const { token } = await signedInUser();
    const [code] = await turnOnTwoFactor(token);
    expect(await callRoute(newOptions, { token, body: PASSWORD })).toMatchObject({
      status: 401,
      body: { code: "TOTP_REQUIRED" },
    });
    await added(token, { ...PASSWORD, totp: code });
  });

  it("refuses what was not made for this session, by this site, for its owner's gesture", async () => {
    const { user, token } = await signedInUser();
    const options = async () =>
      (await callRoute<Options>(newOptions, { token, body: PASSWORD })).body.options;
    const send = (credential: object, as = token) =>
      callRoute(add, { token: as, body: { credential } });
    const device = () => new Authenticator();
    const elsewhere = await signInAs(user);
    expect(await send(device().create(await options()), elsewhere)).toMatchObject(refusedPasskey);
    for (const lie of [
      { origin: "https://aurum.example" },
      { rpId: "aurum.example" },
      { isUnverified: true },
      { challenge: "bm9uZQ" },
      { type: "webauthn.get" },
    ]) {
      expect(await send(device().create(await options(), lie))).toMatchObject(refusedPasskey);
    }
    // A challenge for logging in adds nothing.
    const foreign = { ...(await options()), challenge: (await loginOptions()).challenge };
    expect(await send(device().create(foreign))).toMatchObject(refusedPasskey);
    const used = await options();
    const first = device().create(used);
    expect((await send(first)).status).toBe(201);
    expect(await send(device().create(used))).toMatchObject(refusedPasskey);
    expect(await prisma.passkey.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe("logging in with a passkey", () => {
  it("answers like the login, once for each challenge", async () => {
    const { user, device } = await withPasskey();
    const credential = device.get(await loginOptions());
    const answer = await logIn(credential);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect((await callRoute(profile, { token: answer.body.token })).status).toBe(200);
    expect(answer.headers.get("set-cookie")).toContain(answer.body.token);
    expect(await logIn(credential)).toMatchObject(refusedLogin);
    const row = await prisma.passkey.findFirstOrThrow({ where: { userId: user.id } });
    expect(row.lastUsedAt).not.toBeNull();
    expect((await mailsTo(user.email)).at(-1)).toContain("new device");
  });

  it("needs no code with two-factor: it is both in one", async () => {
    const { token, device } = await withPasskey();
    await turnOnTwoFactor(token);
    expect((await logIn(device.get(await loginOptions()))).status).toBe(200);
  });

  it("says the same of an unknown key, a foreign site, no gesture, an old or another challenge", async () => {
    const { user, token, device } = await withPasskey();
    const stranger = new Authenticator();
    const bodies = [
      (await logIn(stranger.get(await loginOptions()))).body,
      (await logIn(device.get(await loginOptions(), { origin: "https://aurum.example" }))).body,
      (await logIn(device.get(await loginOptions(), { rpId: "aurum.example" }))).body,
      (await logIn(device.get(await loginOptions(), { isUnverified: true }))).body,
      (await logIn(device.get(await optionsFor(token, "withdrawal")))).body,
      (await logIn(device.get(await optionsFor(token, "change")))).body,
    ];
    const old = await loginOptions();
    await asOwner().passkeyChallenge.updateMany({ data: { expiresAt: new Date() } });
    bodies.push((await logIn(device.get(old))).body);
    const signed = device.get(await loginOptions());
    signed.response.signature = stranger.get(await loginOptions()).response.signature;
    bodies.push((await logIn(signed)).body);
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(bodies[0]).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(await prisma.signIn.count({ where: { userId: user.id } })).toBe(0);
  });

  it("refuses a counter that went back, but where the key is on several devices", async () => {
    const { device } = await withPasskey();
    expect((await logIn(device.get(await loginOptions()))).status).toBe(200);
    const before = device.counter;
    expect(await logIn(device.get(await loginOptions(), { counter: before }))).toMatchObject(
      refusedLogin,
    );
    expect((await logIn(device.get(await loginOptions()))).status).toBe(200);

    const { device: synced } = await withPasskey({}, true);
    for (const counter of [7, 3]) {
      expect((await logIn(synced.get(await loginOptions(), { counter }))).status).toBe(200);
    }
  });

  it("lets nobody into an account that is frozen, switched off or has support's password", async () => {
    const frozen = await withPasskey();
    await freezeOwn(frozen.user.id, {});
    expect(await logIn(frozen.device.get(await loginOptions()))).toMatchObject({
      status: 403,
      body: { code: "ACCOUNT_FROZEN" },
    });
    const off = await withPasskey();
    await asOwner().user.update({ where: { id: off.user.id }, data: { isActive: false } });
    expect(await logIn(off.device.get(await loginOptions()))).toMatchObject({
      status: 403,
      body: { code: "ACCOUNT_INACTIVE" },
    });
    const reset = await withPasskey();
    await prisma.user.update({ where: { id: reset.user.id }, data: { mustChangePassword: true } });
    expect(await logIn(reset.device.get(await loginOptions()))).toMatchObject(refusedLogin);
  });
});

describe("removing a passkey", () => {
  it("takes a proof, ends what it opened, and tells the owner", async () => {
    const { user, token, device, passkey } = await withPasskey();
    const opened = (await logIn(device.get(await loginOptions()))).body.token;
    const other = await signInAs(user);
    expect((await drop(token, passkey.id, {})).status).toBe(422);
    const stranger = await signedInUser();
    expect((await drop(stranger.token, passkey.id, PASSWORD)).status).toBe(404);
    expect((await drop(token, passkey.id, PASSWORD)).status).toBe(200);
    expect((await callRoute(profile, { token: opened })).status).toBe(401);
    for (const going of [token, other]) {
      expect((await callRoute(profile, { token: going })).status).toBe(200);
    }
    expect((await mailsTo(user.email)).at(-1)).toContain("no longer logs in");
    expect(await logIn(device.get(await loginOptions()))).toMatchObject(refusedLogin);
  });

  it("takes another passkey instead of the password, for this purpose and session only", async () => {
    const { user, token, device, passkey } = await withPasskey();
    const other = await signInAs(user);
    for (const options of [
      await optionsFor(token, "withdrawal"),
      await optionsFor(other, "change"),
      await loginOptions(),
    ]) {
      const answer = await drop(token, passkey.id, { passkey: device.get(options) });
      expect(answer).toMatchObject(refusedPasskey);
    }
    const mine = device.get(await optionsFor(token, "change"));
    expect((await drop(token, passkey.id, { passkey: mine })).status).toBe(200);
  });
});

describe("a withdrawal", () => {
  const ask = (token: string, proof: object) =>
    callRoute(withdraw, {
      token,
      idempotencyKey: randomUUID(),
      body: {
        ...{ currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20, amount: "20" },
        withdrawPassword: WITHDRAW_PASSWORD,
        ...proof,
      },
    });
  const makeOld = (id: string) =>
    asOwner().passkey.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });

  it("takes a passkey instead of the code, and never instead of the withdrawal password", async () => {
    const { user, token, device, passkey } = await withPasskey({
      withdrawPassword: WITHDRAW_PASSWORD,
    });
    await creditUser(user.id, 90_000_000n);
    await turnOnTwoFactor(token);
    const signed = async () => ({ passkey: device.get(await optionsFor(token, "withdrawal")) });
    // Whoever was tricked out of one code must not have lost more than that.
    const tooNew = await ask(token, await signed());
    expect(tooNew).toMatchObject(refusedPasskey);
    expect(tooNew.body.errors?.passkey?.[0]).toMatch(/confirms withdrawals from/);
    await makeOld(passkey.id);
    expect((await ask(token, {})).body.code).toBe("TOTP_REQUIRED");
    const wrong = { ...(await signed()), withdrawPassword: "guess" };
    expect((await ask(token, wrong)).body.code).toBe("WITHDRAW_PASSWORD_INCORRECT");
    for (const options of [await loginOptions(), await optionsFor(token, "change")]) {
      expect(await ask(token, { passkey: device.get(options) })).toMatchObject(refusedPasskey);
    }
    const once = await signed();
    expect((await ask(token, once)).status).toBe(201);
    expect(await ask(token, once)).toMatchObject(refusedPasskey);
    const foreign = await withPasskey();
    await makeOld(foreign.passkey.id);
    const stolen = { passkey: foreign.device.get(await optionsFor(foreign.token, "withdrawal")) };
    expect(await ask(token, stolen)).toMatchObject(refusedPasskey);
  });
});

describe("staff", () => {
  const setRequired = (staffPasskeyRequired: boolean) =>
    updateSettings(SYSTEM_ACTOR, { staffPasskeyRequired });
  const overviewOf = (token: string) => callRoute(overview, { token });
  const refused = { status: 403, body: { code: "STAFF_PASSKEY_REQUIRED" } };
  afterEach(() => setRequired(false));

  it("act as staff only in a session of a passkey where the site asks for one", async () => {
    const { user, token } = await signedInAdmin();
    await setRequired(true);
    expect(await overviewOf(token)).toMatchObject(refused);
    const { device, passkey } = await added(token);
    expect((await overviewOf(token)).status).toBe(200);
    // With the password alone they are an ordinary user, who can't make themselves staff by another passkey.
    const byPassword = await signInAs(user);
    expect(await overviewOf(byPassword)).toMatchObject(refused);
    for (const answer of [
      await callRoute(newOptions, { token: byPassword, body: PASSWORD }),
      await drop(byPassword, passkey.id, PASSWORD),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "PASSKEY_REQUIRED" } });
    }
    const { body } = await logIn(device.get(await loginOptions()));
    expect((await overviewOf(body.token)).status).toBe(200);
    const second = { passkey: device.get(await optionsFor(body.token, "change")) };
    await added(body.token, second);
    const last = { passkey: device.get(await optionsFor(body.token, "change")) };
    expect((await drop(body.token, passkey.id, last)).status).toBe(200);
    expect(await actions(user.id)).toEqual([
      ["user.add-passkey", user.id],
      ["user.add-passkey", user.id],
      ["user.remove-passkey", user.id],
    ]);
  });

  it("have both factors with it where the site asks for two-factor", async () => {
    const { token } = await signedInAdmin();
    await updateSettings(SYSTEM_ACTOR, { staffTwoFactorRequired: true });
    try {
      expect((await overviewOf(token)).status).toBe(403);
      await added(token);
      expect((await overviewOf(token)).status).toBe(200);
    } finally {
      await updateSettings(SYSTEM_ACTOR, { staffTwoFactorRequired: false });
    }
  });

  it("remove the passkeys of somebody who lost them, with the reason told", async () => {
    const [admin, lost] = [await signedInAdmin(), await withPasskey()];
    const answer = await callRoute(removeTwoFactor, {
      method: "DELETE",
      token: admin.token,
      params: { id: lost.user.id },
      body: { ...PASSWORD, reason: "Identity seen in a call" },
    });
    expect(answer.status).toBe(200);
    expect(await logIn(lost.device.get(await loginOptions()))).toMatchObject(refusedLogin);
    expect((await callRoute(profile, { token: lost.token })).status).toBe(401);
    expect((await mailsTo(lost.user.email)).at(-1)).toContain("Identity seen in a call");
  });
});
