import { Secret, TOTP } from "otpauth";
import { PUT as write } from "@/app/api/settings/config/route";
import { TOTP_PURPOSE } from "@/lib/accounts/two-factor";
import { prisma } from "@/lib/platform/db";
import { seal } from "@/lib/platform/security/cipher";
import { forgetSettings, getSettings } from "@/lib/settings/data";
import { signedInAdmin, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { whileComparing } from "@/tests/support/while-comparing";

const put = (token: string, body: object) =>
  callRoute(write, { method: "PUT", path: "/api/settings/config", token, body });

/** The settings that protect users against staff and thieves, changed. */
const GUARDED = [
  { balanceApprovalThreshold: "500" },
  { staffTwoFactorRequired: true },
  { withdrawalHoldHours: 0 },
];
const RULE = { balanceApprovalThreshold: "500" };

afterEach(async () => {
  await prisma.setting.deleteMany();
  forgetSettings();
});

it.each(GUARDED)(
  "lets staff without full rights not change %o, whatever they send",
  async (rule) => {
    const { token } = await signedInAdmin({ permissions: ["settings", "finance"] });
    for (const body of [rule, { ...rule, announcement: "Hello", password: TEST_PASSWORD }]) {
      expect(await put(token, body)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
    expect(await prisma.setting.count()).toBe(0);
    expect((await put(token, { announcement: "Hello" })).status).toBe(200);
  },
);

it.each(GUARDED)("lets a full administrator change %o with their password only", async (rule) => {
  const { token } = await signedInAdmin();
  for (const password of [undefined, "", "wrong horse"]) {
    expect(await put(token, { ...rule, password })).toMatchObject({
      status: 422,
      body: { code: "VALIDATION", errors: { password: [expect.any(String)] } },
    });
  }
  expect(await prisma.setting.count()).toBe(0);
  expect((await put(token, { ...rule, password: TEST_PASSWORD })).status).toBe(200);
  expect(await getSettings()).toMatchObject(rule);
});

it("asks for nothing where such a setting stays as it is", async () => {
  const { token } = await signedInAdmin({ permissions: ["settings"] });
  const same = { withdrawalHoldHours: 24, balanceApprovalThreshold: "0", aiMin: "60" };
  expect((await put(token, same)).status).toBe(200);
  expect((await getSettings()).aiMin).toBe("60");
});

it("asks for the code of who has two-factor", async () => {
  const { token, user } = await signedInAdmin();
  const secret = new Secret({ size: 20 });
  await prisma.user.update({
    where: { id: user.id },
    data: { twoFactorSecret: seal(TOTP_PURPOSE, secret.base32), twoFactorEnabledAt: new Date() },
  });
  const body = { ...RULE, password: TEST_PASSWORD };
  expect((await put(token, body)).body.code).toBe("TOTP_REQUIRED");
  expect((await put(token, { ...body, totp: "00000" })).body.errors).toHaveProperty("totp");
  const totp = new TOTP({ secret }).generate();
  expect((await put(token, { ...body, totp })).status).toBe(200);
});

it("tells all full administrators, and nobody else, what was changed by whom", async () => {
  const { token, user } = await signedInAdmin();
  const { user: other } = await signedInAdmin();
  const { user: clerk } = await signedInAdmin({ permissions: ["settings", "finance"] });
  const noticesOf = (userId: string) =>
    prisma.notification.findMany({ where: { userId, title: "Protective settings changed" } });
  await put(token, { siteName: "Assay House" });
  expect(await noticesOf(other.id)).toEqual([]);
  await put(token, { ...RULE, siteName: "Aurum", password: TEST_PASSWORD });
  for (const { id } of [user, other]) {
    expect(await noticesOf(id)).toMatchObject([
      {
        type: "security",
        message: expect.stringMatching(
          new RegExp(`^${user.username} changed .*colleague \\(from 0 to 500\\)\\.`),
        ),
      },
    ]);
  }
  expect(await noticesOf(clerk.id)).toEqual([]);
});

it("refuses who loses their rights, or their password, while it is compared", async () => {
  for (const data of [{ permissions: ["settings"] }, { passwordHash: "another" }]) {
    const { token, user } = await signedInAdmin();
    const stop = whileComparing(async () => {
      await prisma.user.update({ where: { id: user.id }, data });
    });
    const { status } = await put(token, { ...RULE, password: TEST_PASSWORD });
    stop();
    expect([401, 403]).toContain(status);
  }
  expect(await prisma.setting.count()).toBe(0);
});
