import { randomUUID } from "node:crypto";
import { type TOTP, URI } from "otpauth";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { GET as security } from "@/app/api/user/security/route";
import { POST as confirm } from "@/app/api/user/two-factor/confirm/route";
import { POST as disable } from "@/app/api/user/two-factor/disable/route";
import { POST as renew } from "@/app/api/user/two-factor/recovery-codes/route";
import { POST as setup } from "@/app/api/user/two-factor/setup/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import type { UserDto } from "@/lib/accounts/schema";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import type { Security, TwoFactorSetup } from "@/lib/security/schema";
import { creditUser } from "@/tests/factories/deposits";
import { createTestUser, signedInUser, signInAs, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { toldToUsers } from "@/tests/support/told";

const PERIOD_MS = 30_000;

type Codes = { recoveryCodes: string[] };

/** Gives codes as the owner's app would. Two: this period's and, as clocks differ, the next one's. */
class Authenticator {
  private given = 0;
  constructor(private readonly totp: TOTP) {}
  next(): string {
    if (this.given > 1) throw new Error("No third code is valid yet");
    return this.totp.generate({ timestamp: Date.now() + this.given++ * PERIOD_MS });
  }
}

const send = <T = Record<string, unknown>>(route: RouteHandler, token: string, body: object = {}) =>
  callRoute<T>(route, { method: "POST", token, body });

async function started(overrides = {}) {
  const { user, token } = await signedInUser(overrides);
  const { body } = await send<TwoFactorSetup>(setup, token);
  const totp = URI.parse(body.otpauthUrl) as TOTP;
  return { user, token, answer: body, app: new Authenticator(totp) };
}

async function protectedUser(overrides = {}) {
  const begun = await started(overrides);
  const answer = await send<Codes>(confirm, begun.token, {
    password: TEST_PASSWORD,
    totp: begun.app.next(),
  });
  expect(answer.status).toBe(200);
  return { ...begun, codes: answer.body.recoveryCodes };
}

const signIn = (username: string, totp?: string) =>
  callRoute<{ user: UserDto; token: string }>(login, {
    body: { usernameOrEmail: username, password: TEST_PASSWORD, totp },
  });
const stateOf = async (token: string) =>
  (await callRoute<{ security: Security }>(security, { token })).body.security;

describe("setting up two-factor", () => {
  it("gives a secret that is encrypted at rest, and a link for the app", async () => {
    const { user, answer } = await started();
    expect(answer.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(URI.parse(answer.otpauthUrl)).toMatchObject({ issuer: "Aurum", label: user.username });
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.twoFactorSecret).not.toContain(answer.secret);
    expect(row.twoFactorEnabledAt).toBeNull();
    // Not confirmed, it asks nobody for a code.
    expect((await signIn(user.username)).status).toBe(200);
  });

  it("is confirmed with password and code, and answers ten recovery codes once", async () => {
    const { user, token, codes } = await protectedUser();
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/.test(code))).toBe(true);
    const rows = await prisma.recoveryCode.findMany({ where: { userId: user.id } });
    expect(rows.some(({ codeHash }) => codes.includes(codeHash))).toBe(false);
    expect(await stateOf(token)).toMatchObject({
      twoFactorEnabled: true,
      recoveryCodesLeft: 10,
      withdrawalsHeldUntil: null,
    });
    expect((await mailsTo(user.email)).join()).toContain("Two-factor authentication on");
    const { body } = await callRoute<{ user: UserDto }>(profile, { token });
    expect(body.user.twoFactorEnabled).toBe(true);
    expect((await signIn(user.username)).body.code).toBe("TOTP_REQUIRED");
    expect((await send(setup, token)).status).toBe(409);
  });

  it("uses the code up: the next one logs in", async () => {
    const { user, token, app } = await started();
    const totp = app.next();
    expect((await send(confirm, token, { password: TEST_PASSWORD, totp })).status).toBe(200);
    expect((await signIn(user.username, totp)).status).toBe(401);
    expect((await signIn(user.username, app.next())).status).toBe(200);
  });

  it("needs the right password, the right code, and a start", async () => {
    const { token, app } = await started();
    const totp = app.next();
    expect(await send(confirm, token, { password: "wrong horse", totp })).toMatchObject({
      status: 422,
      body: { errors: { password: ["Incorrect password"] } },
    });
    const wrong = totp === "000000" ? "111111" : "000000";
    expect(await send(confirm, token, { password: TEST_PASSWORD, totp: wrong })).toMatchObject({
      status: 422,
      body: { errors: { totp: ["Invalid code"] } },
    });
    expect(await send(confirm, token, {})).toMatchObject({
      status: 422,
      body: { errors: { password: ["Please enter a password"], totp: [expect.any(String)] } },
    });
    const other = await signedInUser();
    expect((await send(confirm, other.token, { password: TEST_PASSWORD, totp })).status).toBe(409);
    expect((await send(confirm, token, { password: TEST_PASSWORD, totp })).status).toBe(200);
  });

  it("is turned on once by two confirmations at once", async () => {
    const { token, app } = await started();
    const totp = app.next();
    const answers = await Promise.all(
      [0, 1].map(() => send<Codes>(confirm, token, { password: TEST_PASSWORD, totp })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await stateOf(token)).recoveryCodesLeft).toBe(10);
  });

  it("can't be guessed", async () => {
    const { token, app } = await started();
    const right = app.next();
    const wrong = right === "000000" ? "111111" : "000000";
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const body = { password: TEST_PASSWORD, totp: wrong };
      statuses.push((await send(confirm, token, body)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await send(confirm, token, { password: TEST_PASSWORD, totp: right })).status).toBe(429);
  });
});

describe("recovery codes", () => {
  it("log in once each, however they are typed, and the owner hears of it", async () => {
    const { user, codes, token } = await protectedUser();
    const [first = "", second = ""] = codes;
    expect((await signIn(user.username, first.toUpperCase().replaceAll("-", " "))).status).toBe(
      200,
    );
    expect((await signIn(user.username, first)).status).toBe(401);
    expect((await signIn(user.username, second)).status).toBe(200);
    expect((await stateOf(token)).recoveryCodesLeft).toBe(8);
    expect(
      await toldToUsers.count({ where: { userId: user.id, title: "Recovery code used" } }),
    ).toBe(2);
  });

  it("belong to one account", async () => {
    const { codes } = await protectedUser();
    const other = await protectedUser();
    expect((await signIn(other.user.username, codes[0])).status).toBe(401);
  });

  it("are replaced with password and code: the old ones die", async () => {
    const { user, token, app, codes } = await protectedUser();
    const proof = { password: TEST_PASSWORD, totp: app.next() };
    const { status, body } = await send<Codes>(renew, token, proof);
    expect(status).toBe(200);
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await signIn(user.username, codes[0])).status).toBe(401);
    expect((await signIn(user.username, body.recoveryCodes[0])).status).toBe(200);
    // The code was used up.
    expect((await send(renew, token, proof)).status).toBe(422);
    const off = await signedInUser();
    expect((await send(renew, off.token, proof)).status).toBe(409);
  });
});

describe("turning two-factor off", () => {
  it("needs password and code, holds withdrawals and tells the owner", async () => {
    const { user, token, app, codes } = await protectedUser();
    const totp = app.next();
    expect((await send(disable, token, { password: "wrong horse", totp })).status).toBe(422);
    expect((await send(disable, token, { password: TEST_PASSWORD })).status).toBe(422);
    expect((await send(disable, token, { password: TEST_PASSWORD, totp })).status).toBe(200);
    const state = await stateOf(token);
    expect(state).toMatchObject({ twoFactorEnabled: false, recoveryCodesLeft: 0 });
    expect(Date.parse(state.withdrawalsHeldUntil ?? "")).toBeGreaterThan(
      Date.now() + 23 * 3_600_000,
    );
    expect((await signIn(user.username)).status).toBe(200);
    expect((await mailsTo(user.email)).join()).toContain("Two-factor authentication off");
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.twoFactorSecret).toBeNull();
    expect(
      (await send(disable, token, { password: TEST_PASSWORD, totp: codes[0] ?? "" })).status,
    ).toBe(409);
  });

  it("works with a recovery code when the phone is lost", async () => {
    const { token, codes } = await protectedUser();
    const proof = { password: TEST_PASSWORD, totp: codes[3] ?? "" };
    expect((await send(disable, token, proof)).status).toBe(200);
  });

  it("is nobody else's business", async () => {
    const { user, app } = await protectedUser();
    const other = await signInAs(await createTestUser());
    const proof = { password: TEST_PASSWORD, totp: app.next() };
    expect((await send(disable, other, proof)).status).toBe(409);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.twoFactorEnabledAt).not.toBeNull();
  });
});

it("a withdrawal needs the code, which works once", async () => {
  const { user, token, app } = await protectedUser({ withdrawPassword: "withdraw me" });
  await creditUser(user.id, 500_000_000n);
  const ask = (totp?: string) =>
    callRoute(withdraw, {
      token,
      idempotencyKey: randomUUID(),
      body: {
        currency: "USDT",
        network: "TRC20",
        address: ADDRESSES.TRC20,
        amount: "20",
        withdrawPassword: "withdraw me",
        totp,
      },
    });
  expect(await ask()).toMatchObject({ status: 401, body: { code: "TOTP_REQUIRED" } });
  const totp = app.next();
  expect((await ask(totp)).status).toBe(201);
  expect(await ask(totp)).toMatchObject({
    status: 422,
    body: { errors: { totp: ["Invalid code"] } },
  });
});
