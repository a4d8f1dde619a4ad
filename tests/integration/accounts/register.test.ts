import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as register } from "@/app/api/auth/register/route";
import { POST as validateReferral } from "@/app/api/user/validate-referral/route";
import type { UserDto } from "@/lib/accounts/schema";
import { prisma } from "@/lib/platform/db";
import { createTestUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

let count = 0;
/** A form that nothing is wrong with; each has a name of its own. */
function complete() {
  count += 1;
  return {
    username: `Maria_${count}`,
    email: `Maria.${count}@Example.com`,
    country: "Brazil",
    countryCode: "+55",
    phoneNumber: "(11) 5555-0000",
    gender: "Female",
    password: "secret2",
  };
}

const send = (body: unknown, ip?: string) =>
  callRoute<{ user: UserDto; token: string }>(register, { method: "POST", body, ip });

describe("registration", () => {
  it("opens the account and logs in", async () => {
    const form = complete();
    const { status, body, headers } = await send(form);
    expect({ status, message: body.message }).toEqual({
      status: 201,
      message: "Registration successful!",
    });
    expect(body.user).toMatchObject({
      username: form.username,
      email: form.email.toLowerCase(),
      country: "Brazil",
      countryCode: "+55",
      phoneNumber: "1155550000",
      isAdmin: false,
      hasWithdrawPassword: false,
    });
    expect(body.user.referralCode).toMatch(/^[A-Z2-9]{8}$/);
    expect(headers.get("set-cookie")).toContain(body.token);
    expect((await callRoute(profile, { token: body.token })).status).toBe(200);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: body.user.id } });
    expect(row.lastSignInAt).not.toBeNull();
  });

  it.each(["123456", "111111", "PassW0rd", "ｑｗｅｒｔｙ"])(
    "refuses %s, which is guessed first",
    async (password) => {
      const { status, body } = await send({ ...complete(), password });
      expect([status, body.errors]).toEqual([
        422,
        { password: ["This password is one of the most common ones. Please choose another."] },
      ]);
    },
  );

  it("never makes staff, whatever is sent", async () => {
    const person = complete();
    const { status, body } = await send({ ...person, isAdmin: true, permissions: ["*"] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["isAdmin", "permissions"]]);
    expect(await prisma.user.count({ where: { username: person.username } })).toBe(0);
  });

  it("is open to many people behind one address, and to no flood", async () => {
    const ip = "192.0.2.80";
    for (let i = 0; i < 299; i++) expect((await send({}, ip)).status).toBe(422);
    expect((await send(complete(), ip)).status).toBe(201);
    const { status, body, headers } = await send(complete(), ip);
    expect([status, body.message]).toEqual([429, "Rate limit exceeded"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("stores no readable password", async () => {
    const { body } = await send(complete());
    const row = await prisma.user.findUniqueOrThrow({ where: { id: body.user.id } });
    expect(row.passwordHash).toMatch(/^\$2[aby]\$/);
    expect(JSON.stringify(body)).not.toContain("secret2");
  });

  // Each step mends one field; the message must be that of the next.
  it("checks in the specified order and wording", async () => {
    const steps: [string, Partial<ReturnType<typeof complete>>][] = [
      ["Please enter a username", {}],
      ["Please enter an email address", { username: "stepwise" }],
      ["Please select your country", { email: "step@example.com" }],
      ["Please enter your phone number", { country: "Brazil", countryCode: "+55" }],
      ["Please select your gender", { phoneNumber: "1155550000" }],
      ["Please enter a password", { gender: "Male" }],
      ["Password should be at least 6 characters long", { password: "12345" }],
    ];
    let form: Record<string, unknown> = {};
    for (const [message, mended] of steps) {
      form = { ...form, ...mended };
      const { status, body } = await send(form);
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 422,
        code: "VALIDATION",
        message,
      });
    }
    expect((await send({ ...form, password: "zq-417" })).status).toBe(201);
  });

  // Left out, as the specified request leaves them out, they are nothing to check.
  it("checks confirmation and consent where they are sent, in their place", async () => {
    const first = async (changes: object) => {
      const { status, body } = await send({ ...complete(), ...changes });
      return `${status} ${body.message} ${Object.keys(body.errors ?? {})}`;
    };
    const both = { confirmPassword: "secret3", acceptTerms: false };
    expect(await first({ ...both, username: "m!" })).toBe(
      "422 Passwords do not match! confirmPassword,acceptTerms,username",
    );
    expect(await first({ ...both, password: "12345" })).toBe(
      "422 Password should be at least 6 characters long password",
    );
    expect(await first({ confirmPassword: "secret2", acceptTerms: false, email: "maria" })).toBe(
      "422 Please agree to the Terms and Privacy Policy acceptTerms,email",
    );
    expect(await first({ confirmPassword: "", acceptTerms: true })).toBe(
      "422 Passwords do not match! confirmPassword",
    );
    expect(await first({ acceptTerms: "no" })).toBe(
      "422 Please agree to the Terms and Privacy Policy acceptTerms",
    );
    for (const fine of [
      { confirmPassword: "secret2", acceptTerms: true },
      { confirmPassword: null, acceptTerms: null },
    ]) {
      expect((await send({ ...complete(), ...fine })).status).toBe(201);
    }
  });

  it("names every failing field at once", async () => {
    const { body } = await send({ ...complete(), username: "", gender: "Other", password: "" });
    expect(body.errors).toEqual({
      username: ["Please enter a username"],
      gender: ["Please select your gender"],
      password: ["Please enter a password"],
    });
  });

  it.each([
    ["username", { username: "ab" }, "Username must be 3 to 30 letters, digits or underscores"],
    ["username", { username: "a b c" }, "Username must be 3 to 30 letters, digits or underscores"],
    ["email", { email: "maria@example" }, "Please enter a valid email address"],
    ["email", { email: "maria@@example.com" }, "Please enter a valid email address"],
    ["email", { email: "maria\u200b@example.com" }, "Please enter a valid email address"],
    ["email", { email: "m\u0430ria@example.com" }, "Please enter a valid email address"],
    ["email", { email: "maria..k@example.com" }, "Please enter a valid email address"],
    ["email", { email: "maria@example.INVALID" }, "Please enter a valid email address"],
    ["country", { country: "Atlantis" }, "Please select your country"],
    ["countryCode", { countryCode: "+1" }, "The dial code does not match the country"],
    ["phoneNumber", { phoneNumber: "call me" }, "Please enter a valid phone number"],
    ["password", { password: "ü".repeat(37) }, "Password should be at most 72 bytes long"],
  ])("refuses a %s like %j", async (field, change, message) => {
    const { status, body } = await send({ ...complete(), ...change });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ [field]: [message] });
  });

  it("refuses a taken username or email in any case", async () => {
    const taken = await createTestUser();
    const sameName = await send({ ...complete(), username: taken.username.toUpperCase() });
    expect(sameName).toMatchObject({
      status: 409,
      body: { code: "USERNAME_TAKEN", errors: { username: ["This username is already taken"] } },
    });
    const sameMail = await send({ ...complete(), email: taken.email.toUpperCase() });
    expect(sameMail).toMatchObject({
      status: 409,
      body: {
        code: "EMAIL_TAKEN",
        errors: { email: ["This email address is already registered"] },
      },
    });
  });

  it("makes one account of two requests at once", async () => {
    const form = complete();
    const answers = await Promise.all([send(form), send(form), send(form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await prisma.user.count({ where: { usernameKey: form.username.toLowerCase() } })).toBe(
      1,
    );
  });
});

describe("a referral code", () => {
  it("connects the new account with the one who invited", async () => {
    const friend = await createTestUser();
    const code = ` ${friend.referralCode.toLowerCase()} `;
    const check = await callRoute(validateReferral, { body: { referralCode: code } });
    expect(check.body).toMatchObject({
      valid: true,
      referrer: `${friend.username.slice(0, 2)}•••`,
    });
    const { status, body } = await send({ ...complete(), referralCode: code });
    expect(status).toBe(201);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: body.user.id } });
    expect(row.referredById).toBe(friend.id);
  });

  it("may be left out, null or empty, but not made up", async () => {
    expect((await send({ ...complete(), referralCode: null })).status).toBe(201);
    expect((await send({ ...complete(), referralCode: "" })).status).toBe(201);
    const { status, body } = await send({ ...complete(), referralCode: "MADEUP22" });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ referralCode: ["This referral code does not exist"] });
  });

  it("of an inactive account does not count", async () => {
    const { referralCode } = await createTestUser({ isActive: false });
    const { body } = await callRoute(validateReferral, { body: { referralCode } });
    expect(body).toEqual({ success: true, valid: false });
  });

  it("of staff exists like any other: links of people who became staff go on working", async () => {
    const { id, referralCode } = await createTestUser({ isAdmin: true });
    const { status, body } = await send({ ...complete(), referralCode });
    expect(status).toBe(201);
    const row = await prisma.user.findUniqueOrThrow({ where: { id: body.user.id } });
    expect(row.referredById).toBe(id);
  });
});
