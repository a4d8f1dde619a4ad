import { Secret, TOTP } from "otpauth";
import { Client } from "pg";
import { POST as login } from "@/app/api/auth/login/route";
import { prisma } from "@/lib/platform/db";
import { seal } from "@/lib/platform/security/cipher";
import { recoveryCodeHash, requireCode, TOTP_PURPOSE } from "@/lib/security/two-factor";
import { createTestUser, TEST_PASSWORD } from "@/tests/factories/users";
import { type CallOptions, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";

const signIn = (body: object, options: CallOptions = {}) => callRoute(login, { body, ...options });

describe("a second factor", () => {
  const secret = new Secret({ size: 20 });

  async function userWithTotp() {
    const user = await createTestUser();
    await asOwner().user.update({
      where: { id: user.id },
      data: { twoFactorSecret: seal(TOTP_PURPOSE, secret.base32), twoFactorEnabledAt: new Date() },
    });
    return { usernameOrEmail: user.username, password: TEST_PASSWORD, id: user.id };
  }

  const codeNow = () => new TOTP({ secret }).generate();

  it("is asked for after the right password only", async () => {
    const { id: _id, ...who } = await userWithTotp();
    expect(await signIn(who)).toMatchObject({ status: 401, body: { code: "TOTP_REQUIRED" } });
    expect(await signIn({ ...who, password: "wrong horse" })).toMatchObject({
      status: 401,
      body: { code: "INVALID_CREDENTIALS", message: "Invalid credentials" },
    });
  });

  it("takes a code once", async () => {
    const { id: _id, ...who } = await userWithTotp();
    const totp = codeNow();
    expect((await signIn({ ...who, totp: `${totp.slice(0, 3)} ${totp.slice(3)}` })).status).toBe(
      200,
    );
    expect(await signIn({ ...who, totp })).toMatchObject({
      status: 401,
      body: { code: "INVALID_CREDENTIALS", message: "Invalid code" },
    });
  });

  it("takes a recovery code once", async () => {
    const { id, ...who } = await userWithTotp();
    const codeHash = recoveryCodeHash(id, "abcd-1234-efgh");
    await prisma.recoveryCode.create({ data: { userId: id, codeHash } });
    const totp = "ABCD 1234 EFGH";
    expect((await signIn({ ...who, totp })).status).toBe(200);
    expect((await signIn({ ...who, totp })).status).toBe(401);
  });

  it("can't be guessed at will", async () => {
    const { id: _id, ...who } = await userWithTotp();
    const wrong = codeNow() === "000000" ? "111111" : "000000";
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      statuses.push((await signIn({ ...who, totp: wrong }, { ip: "192.0.2.70" })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  /** As after a quarter of an hour. */
  const forgetCodes = (id: string) => prisma.rateLimit.deleteMany({ where: { key: `totp:${id}` } });
  const wrongCode = () => (codeNow() === "000000" ? "111111" : "000000");

  it("bears two slips, and tells the owner once an hour that somebody has the password", async () => {
    const { id, ...who } = await userWithTotp();
    for (let n = 0; n < 2; n++) {
      expect((await signIn({ ...who, totp: wrongCode() })).body.message).toBe("Invalid code");
    }
    expect((await signIn({ ...who, totp: codeNow() })).status).toBe(200);
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id } });
    const warning = { userId: id, title: "Wrong code at login" };
    expect(await toldToUsers.count({ where: warning })).toBe(1);
    const mails = (await mailsTo(email)).filter((mail) => mail.includes(warning.title));
    expect(mails).toEqual([expect.stringContaining("from the address 192.0.2.1")]);
    await prisma.rateLimit.deleteMany({ where: { key: `code-warning:${id}` } });
    await signIn({ ...who, totp: wrongCode() });
    expect(await toldToUsers.count({ where: warning })).toBe(2);
  });

  it("can't be guessed from many addresses either, nor all day", async () => {
    const { id, ...who } = await userWithTotp();
    const statusFrom = async (host: number, totp = wrongCode()) =>
      (await signIn({ ...who, totp }, { ip: `198.51.${host}.1` })).status;
    for (let quarter = 0; quarter < 4; quarter++) {
      for (let n = 0; n < 5; n++) expect(await statusFrom(quarter * 5 + n)).toBe(401);
      expect(await statusFrom(100 + quarter, codeNow())).toBe(429);
      await forgetCodes(id);
    }
    expect(await statusFrom(200, codeNow())).toBe(429);
  });

  it("is not lost to its owner for the day where they were before", async () => {
    const { id, ...who } = await userWithTotp();
    const home = { ip: "203.0.113.9" };
    const codeHash = recoveryCodeHash(id, "abcd-1234-efgh");
    await prisma.recoveryCode.create({ data: { userId: id, codeHash } });
    expect((await signIn({ ...who, totp: "abcd-1234-efgh" }, home)).status).toBe(200);
    for (let n = 0; n < 20; n++) {
      if (n % 5 === 0) await forgetCodes(id);
      await signIn({ ...who, totp: wrongCode() }, { ip: `198.51.${n}.2` });
    }
    await forgetCodes(id);
    expect((await signIn({ ...who, totp: codeNow() }, { ip: "198.51.99.2" })).status).toBe(429);
    expect((await signIn({ ...who, totp: codeNow() }, home)).status).toBe(200);
  });

  it("counts with the codes of a session", async () => {
    const { id, ...who } = await userWithTotp();
    for (let n = 0; n < 5; n++) await signIn({ ...who, totp: wrongCode() });
    const user = await prisma.user.findUniqueOrThrow({ where: { id } });
    await expect(requireCode(user, codeNow())).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("names that nobody has", () => {
  const guess = (usernameOrEmail: string) =>
    callRoute(login, { body: { usernameOrEmail, password: "wrong horse" } });

  /** How often each limit has counted for what is in its key. */
  async function countedFor(...inKey: string[]): Promise<string[]> {
    const rows = await testDatabase().query<{ counted: string }>(
      `SELECT split_part(key, ':', 1) || ' ' || points AS counted FROM rate_limit
     WHERE split_part(key, ':', 1) LIKE 'login-%' AND string_to_array(key, ':') && $1 ORDER BY 1`,
      [inKey],
    );
    return rows.map(({ counted }) => counted);
  }

  it("a guess at a name that nobody has is counted in as many places as one at an account", async () => {
    const { id, username } = await createTestUser();
    for (const name of [username, "nobody_counted"]) {
      for (let attempt = 0; attempt < 2; attempt++) expect((await guess(name)).status).toBe(401);
    }
    const counted = [
      "login-account 2",
      "login-account-address 2",
      "login-name 2",
      "login-name-address 2",
    ];
    expect(await countedFor(username, id)).toEqual(counted);
    expect(await countedFor("nobody_counted")).toEqual(counted);
  });

  // One after the other, the login history would cost accounts a statement more than names that nobody has.
  it.each(["rate_limit", "sign_in"])(
    "counting and the login history don't wait for each other: %s locked",
    async (table) => {
      const { id, username } = await createTestUser();
      const holder = new Client({ connectionString: testDatabase().ownerUrl });
      await holder.connect();
      let answer: ReturnType<typeof guess> | undefined;
      try {
        await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
        answer = guess(username);
        const isOtherDone = async () => {
          if (table === "sign_in") return (await countedFor(username, id)).length === 4;
          const rows = await testDatabase().query("SELECT FROM sign_in WHERE user_id = $1", [id]);
          return rows.length === 1;
        };
        await until("the other one is done", isOtherDone, 15_000);
      } finally {
        await holder.end();
        await answer;
      }
      expect((await answer)?.status).toBe(401);
    },
  );
});
