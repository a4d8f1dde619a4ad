import bcrypt from "bcrypt";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import type { UserDto } from "@/lib/accounts/schema";
import { prisma, transaction } from "@/lib/platform/db";
import { applyNewPassword } from "@/lib/security/credentials";
import { encodeSessionToken, sessionCookieName } from "@/lib/sessions/token";
import { createTestUser, TEST_PASSWORD } from "@/tests/factories/users";
import { apiRequest, type CallOptions, callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailedToken } from "@/tests/support/mail";
import { whileComparing } from "@/tests/support/while-comparing";

jest.mock("@/lib/sessions/token", () => {
  const real = jest.requireActual("@/lib/sessions/token");
  return { ...real, encodeSessionToken: jest.fn(real.encodeSessionToken) };
});

type Session = { user: UserDto; token: string };

function signIn(body: unknown, options: CallOptions = {}) {
  return callRoute<Session>(login, { body, ...options });
}

const refusal = { success: false, code: "INVALID_CREDENTIALS", message: "Invalid credentials" };

describe("logging in", () => {
  it("takes the username or the email address, in any case", async () => {
    const user = await createTestUser();
    for (const name of [user.username, user.email, user.username.toUpperCase()]) {
      const answer = await signIn({ usernameOrEmail: ` ${name} `, password: TEST_PASSWORD });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        success: true,
        message: "Login successful!",
        user: { id: user.id, email: user.email },
      });
      expect(answer.headers.get("set-cookie")).toContain(
        `${sessionCookieName()}=${answer.body.token}; Path=/; HttpOnly; SameSite=Lax`,
      );
      const { status } = await callRoute(profile, { token: answer.body.token });
      expect(status).toBe(200);
    }
  });

  it("gives the same answer for an unknown account and a wrong password", async () => {
    const user = await createTestUser();
    const wrong = await signIn({ usernameOrEmail: user.username, password: "wrong horse" });
    const unknown = await signIn({ usernameOrEmail: "nobody_here", password: "wrong horse" });
    expect(wrong).toMatchObject({ status: 401, body: refusal });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
  });

  it("does the work of a password comparison for an unknown account too", async () => {
    const compare = jest.spyOn(bcrypt, "compare");
    await signIn({ usernameOrEmail: "nobody_at_all", password: "wrong horse" });
    expect(compare).toHaveBeenCalledTimes(1);
    expect(compare.mock.calls[0]).toEqual([
      "wrong horse",
      expect.stringMatching(/^\$2[aby]\$04\$/),
    ]);
  });

  it("opens no session with a password that is replaced while it is compared", async () => {
    const user = await createTestUser();
    const stop = whileComparing(async () => {
      const passwordHash = await bcrypt.hash("another horse", 4);
      await transaction((tx) => applyNewPassword(tx, user.id, passwordHash, "password-reset"));
    });
    const answer = await signIn({ usernameOrEmail: user.username, password: TEST_PASSWORD });
    stop();
    expect(answer).toMatchObject({ status: 401, body: refusal });
    expect(await prisma.session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
  });

  it("holds no transaction while the token is made, which may have to wait", async () => {
    const user = await createTestUser();
    let committed = 0;
    jest.mocked(encodeSessionToken).mockImplementationOnce(async (_, sessionId) => {
      const rows = await testDatabase().query("SELECT FROM session WHERE id = $1", [sessionId]);
      committed = rows.length;
      return "a token";
    });
    const answer = await signIn({ usernameOrEmail: user.username, password: TEST_PASSWORD });
    expect([answer.status, answer.body.token, committed]).toEqual([200, "a token", 1]);
  });

  it("says what is missing, in the order of the form", async () => {
    const { status, body } = await signIn({ usernameOrEmail: "  " });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: "VALIDATION",
      message: "Please enter your username or email",
      errors: { password: ["Please enter a password"] },
    });
  });

  it("refuses an inactive account, but only to who knows its password", async () => {
    const user = await createTestUser({ isActive: false });
    const { username: usernameOrEmail } = user;
    const right = await signIn({ usernameOrEmail, password: TEST_PASSWORD });
    expect(right).toMatchObject({ status: 403, body: { code: "ACCOUNT_INACTIVE" } });
    expect(right.headers.get("set-cookie")).toBeNull();
    const wrong = await signIn({ usernameOrEmail, password: "wrong horse" });
    expect(wrong).toMatchObject({ status: 401, body: refusal });
  });

  it("locks out after ten wrong passwords from one address, says for how long, and only there", async () => {
    const user = await createTestUser();
    const guess = { usernameOrEmail: user.username, password: "wrong horse" };
    const ip = "192.0.2.66";
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await signIn(guess, { ip })).status).toBe(401);
    }
    const right = { ...guess, password: TEST_PASSWORD };
    const locked = await signIn(right, { ip });
    expect(locked).toMatchObject({
      status: 429,
      body: { success: false, code: "RATE_LIMITED", message: "Rate limit exceeded" },
    });
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(locked.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    expect((await signIn(right, { ip: "192.0.2.67" })).status).toBe(200);
  });

  it("counts the guesses at both names of an account as one, and tells nobody that they are", async () => {
    const user = await createTestUser();
    const ip = "192.0.2.73";
    for (let attempt = 0; attempt < 10; attempt++) {
      const usernameOrEmail = attempt % 2 === 0 ? user.username : user.email;
      await signIn({ usernameOrEmail, password: "wrong horse" }, { ip });
    }
    for (const usernameOrEmail of [user.username, user.email]) {
      const right = { usernameOrEmail, password: TEST_PASSWORD };
      expect(await signIn(right, { ip })).toMatchObject({ status: 401, body: refusal });
      expect((await signIn(right, { ip: "192.0.2.75" })).status).toBe(200);
    }
  });

  it("answers at the other name of a locked account as at one that nobody has", async () => {
    const user = await createTestUser();
    const ip = "192.0.2.74";
    const at = (usernameOrEmail: string, password = "wrong horse") =>
      signIn({ usernameOrEmail, password }, { ip });
    for (let attempt = 0; attempt < 10; attempt++) await at(user.username);
    expect((await at(user.username)).status).toBe(429);
    const compare = jest.spyOn(bcrypt, "compare");
    for (let attempt = 0; attempt < 10; attempt++) {
      const answers = [await at(user.email, TEST_PASSWORD), await at("nobody@example.com")];
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
        { status: 401, body: answers[1]?.body },
        { status: 401, body: expect.objectContaining(refusal) },
      ]);
    }
    expect(compare).toHaveBeenCalledTimes(20);
    compare.mockRestore();
    for (const name of [user.email, "nobody@example.com"])
      expect((await at(name)).status).toBe(429);
  });

  it("is open to many people behind one address", async () => {
    const user = await createTestUser();
    const right = { usernameOrEmail: user.username, password: TEST_PASSWORD };
    const ip = "192.0.2.72";
    for (let i = 0; i < 179; i++) await signIn({ usernameOrEmail: "", password: "" }, { ip });
    expect([(await signIn(right, { ip })).status, (await signIn(right, { ip })).status]).toEqual([
      200, 429,
    ]);
  });

  it("does not let guesses past the limit by sending them at once", async () => {
    const user = await createTestUser();
    const passwords = [...Array(30).fill("wrong horse"), TEST_PASSWORD];
    const answers = await Promise.all(
      passwords.map((password) =>
        signIn({ usernameOrEmail: user.username, password }, { ip: "192.0.2.71" }),
      ),
    );
    expect(answers.at(-1)?.status).toBe(429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it("counts the addresses of one IPv6 network as one", async () => {
    const { username: usernameOrEmail } = await createTestUser();
    const guess = { usernameOrEmail, password: "wrong horse" };
    for (let host = 1; host <= 10; host++) await signIn(guess, { ip: `2001:db8:0:7::${host}` });
    expect((await signIn(guess, { ip: "2001:db8:0:7:ffff::1" })).status).toBe(429);
    expect((await signIn(guess, { ip: "2001:db8:0:8::1" })).status).toBe(401);
  });

  it("locks out for an unknown account alike, so that the lock tells nothing", async () => {
    const guess = { usernameOrEmail: "nobody_locked", password: "wrong horse" };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      statuses.push((await signIn(guess, { ip: "192.0.2.68" })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  describe("when somebody guesses at a name from many addresses", () => {
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };
    const home = { ip: "203.0.113.7", headers };

    /** A hundred wrong passwords from ten networks. */
    async function besiege(usernameOrEmail: string): Promise<void> {
      for (let n = 0; n < 100; n++) {
        const ip = `198.18.${n % 10}.9`;
        const { status } = await signIn({ usernameOrEmail, password: "wrong horse" }, { ip });
        expect(status).toBe(401);
      }
    }

    it("leaves its owner in where they were before, and nobody else", async () => {
      const user = await createTestUser();
      const right = { usernameOrEmail: user.username, password: TEST_PASSWORD };
      expect((await signIn(right, home)).status).toBe(200);
      await besiege(user.username);
      for (const usernameOrEmail of [user.username, user.email]) {
        expect((await signIn({ ...right, usernameOrEmail }, home)).status).toBe(200);
      }
      expect((await signIn(right, { ip: home.ip })).status).toBe(429);
      expect((await signIn(right, { ip: "203.0.114.7", headers })).status).toBe(429);
      // The address's own limit holds there too.
      const wrong = { ...right, password: "wrong horse" };
      for (let n = 0; n < 10; n++) expect((await signIn(wrong, home)).status).toBe(401);
      expect((await signIn(right, home)).status).toBe(429);
      expect((await signIn(right, { ...home, ip: "203.0.113.8" })).status).toBe(200);
    });

    it("ends at some point where the owner was before, too", async () => {
      const user = await createTestUser();
      const right = { usernameOrEmail: user.username, password: TEST_PASSWORD };
      await signIn(right, home);
      const wrong = { ...right, password: "wrong horse" };
      for (let n = 0; n < 300; n++) await signIn(wrong, { ...home, ip: `203.0.113.${n % 100}` });
      expect((await signIn(right, { ...home, ip: "203.0.113.200" })).status).toBe(429);
    });

    it("answers as for a name that nobody has", async () => {
      const user = await createTestUser();
      await signIn({ usernameOrEmail: user.username, password: TEST_PASSWORD }, home);
      await besiege(user.username);
      await besiege("nobody_besieged");
      const ask = (usernameOrEmail: string) =>
        signIn({ usernameOrEmail, password: "wrong horse" }, { ip: "198.19.0.9" });
      const [known, unknown] = [await ask(user.username), await ask("nobody_besieged")];
      expect(known).toMatchObject({ status: 429, body: unknown.body });
      expect(unknown.status).toBe(429);
    });

    it("is over for the owner with a new password", async () => {
      const user = await createTestUser();
      await besiege(user.username);
      await besiege(user.email);
      const newPassword = "new secret";
      const right = (usernameOrEmail: string) => ({ usernameOrEmail, password: newPassword });
      await callRoute(forgot, { body: { email: user.email } });
      const token = await mailedToken(user.email, "reset-password");
      expect((await callRoute(reset, { body: { token, newPassword } })).status).toBe(200);
      for (const name of [user.username, user.email]) {
        expect((await signIn(right(name), { ip: "198.18.0.9" })).status).toBe(200);
      }
    });
  });

  it("forgets earlier mistakes after the right password", async () => {
    const user = await createTestUser();
    const ip = "192.0.2.69";
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 9; attempt++) {
        await signIn({ usernameOrEmail: user.username, password: "wrong horse" }, { ip });
      }
      const right = await signIn(
        { usernameOrEmail: user.username, password: TEST_PASSWORD },
        { ip },
      );
      expect(right.status).toBe(200);
    }
  });
});

describe("requests that are no login", () => {
  it("a form on another site signs nobody in", async () => {
    const { username } = await createTestUser();
    const from = (site: string) =>
      signIn(
        { usernameOrEmail: username, password: TEST_PASSWORD },
        { headers: { "sec-fetch-site": site } },
      );
    const foreign = await from("cross-site");
    expect(foreign).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(foreign.headers.get("set-cookie")).toBeNull();
    for (const site of ["same-origin", "none"]) expect((await from(site)).status).toBe(200);
  });

  it("malformed JSON is 400, an array 422, too much 413", async () => {
    expect(await signIn('{"usernameOrEmail": ')).toMatchObject({
      status: 400,
      body: { success: false, code: "MALFORMED_JSON" },
    });
    expect((await signIn([1, 2])).status).toBe(422);
    expect((await signIn({ usernameOrEmail: "x".repeat(70_000), password: "y" })).status).toBe(413);
  });

  it("another method is a JSON 405 that names the allowed one", async () => {
    const { GET } = await import("@/app/api/auth/login/route");
    const answer = await callRoute(GET);
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(answer.headers.get("allow")).toBe("POST");
  });

  it("OPTIONS names the methods that there are", async () => {
    const { OPTIONS } = await import("@/app/api/auth/login/route");
    const answer = await callRaw(OPTIONS, { method: "OPTIONS" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    const nextAuth = await import("@/app/api/auth/[...nextauth]/route");
    const ask = (nextauth: string[]) =>
      nextAuth.OPTIONS(apiRequest({ method: "OPTIONS" }), {
        params: Promise.resolve({ nextauth }),
      });
    const session = await ask(["session"]);
    expect([session.status, session.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect((await ask(["nope"])).status).toBe(404);
  });

  it.each(["GET", "OPTIONS"] as const)("an unknown path is a JSON 404 for %s", async (method) => {
    const { [method]: handler } = await import("@/app/api/[[...path]]/route");
    for (const path of ["/api/nothing/here", "/api"]) {
      expect(await callRoute(handler, { path, method })).toMatchObject({
        status: 404,
        body: { success: false, code: "NOT_FOUND", message: "Not found" },
      });
    }
  });
});
