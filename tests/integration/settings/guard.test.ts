import { Secret, TOTP } from "otpauth";
import { PUT as write } from "@/app/api/settings/config/route";
import { prisma } from "@/lib/platform/db";
import { seal } from "@/lib/platform/security/cipher";
import { TOTP_PURPOSE } from "@/lib/security/two-factor";
import { forgetSettings, getSettings } from "@/lib/settings/data";
import { defaultSettings } from "@/lib/settings/schema";
import { signedInAdmin, signInEarlier, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { whileComparing } from "@/tests/support/while-comparing";

const put = (token: string, body: object) =>
  callRoute(write, { method: "PUT", path: "/api/settings/config", token, body });

/** The rules that bind staff and hold up thieves, changed. */
const RULES = [
  { fourEyesThreshold: "500" },
  { staffTwoFactorRequired: true },
  { withdrawalHoldHours: 0 },
  { withdrawalMin: "1" },
  { withdrawalDailyLimit: "1000000" },
  { optionBlockedCountries: [] },
  { referralBlockedCountries: [] },
  { riskVersion: 2 },
  { maintenance: true },
  { userPanelEnabled: false },
  { adminPanelEnabled: false },
];
/** What the house pays and takes, and how much can be traded at that, changed. */
const HOUSE = [
  { withdrawalFee: "1" },
  { optionDurations: [{ seconds: 60, payoutRate: "1" }] },
  { optionMax: "5000" },
  { optionCapPerExpirySecond: "60000" },
  { optionCapPerDirection: "300000" },
  { manualFeeRate: "0" },
  { manualSpread: "0.01" },
  { manualMax: "60000" },
  { aiMax: "60000" },
  { dailyTradeLimit: 1000 },
  { referralRate: "1" },
  { simulatedRates: { ...defaultSettings.simulatedRates, BTC: "950000" } },
];
const RULE = { fourEyesThreshold: "500" };

afterEach(async () => {
  await asOwner().setting.deleteMany();
  forgetSettings();
});

it.each([...RULES, ...HOUSE])(
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

it.each(RULES)("lets a full administrator change %o with their password only", async (rule) => {
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

it.each(HOUSE)(
  "lets a full administrator change %o who has just logged in, or with their password",
  async (change) => {
    const { token, user } = await signedInAdmin();
    const [[key, value] = []] = Object.entries(change);
    const restore = { [String(key)]: defaultSettings[key as keyof typeof defaultSettings] };
    expect((await put(token, change)).status).toBe(200);
    expect(await getSettings()).toMatchObject({ [String(key)]: value });
    await signInEarlier(user, 16);
    expect(await put(token, restore)).toMatchObject({
      status: 422,
      body: { code: "VALIDATION", errors: { password: [expect.any(String)] } },
    });
    expect(await getSettings()).toMatchObject(change);
    expect((await put(token, { ...restore, password: TEST_PASSWORD })).status).toBe(200);
    const title = "Protective settings changed";
    expect(await toldToUsers.count({ where: { userId: user.id, title } })).toBe(2);
  },
);

it("takes no login for the password where a rule is changed with a price", async () => {
  const { token } = await signedInAdmin();
  expect((await put(token, { withdrawalFee: "1", ...RULE })).body.errors).toHaveProperty(
    "password",
  );
  expect((await put(token, { withdrawalFee: "1", password: "wrong horse" })).status).toBe(422);
  expect(await prisma.setting.count()).toBe(0);
});

it("says in words what the house pays now", async () => {
  const { token, user } = await signedInAdmin();
  await put(token, { optionDurations: [{ seconds: 60, payoutRate: "0.9" }] });
  const notice = await toldToUsers.findFirstOrThrow({
    where: { userId: user.id, type: "security" },
  });
  expect(notice.message).toContain("from seconds 30 payoutRate 0.80, seconds 60");
  expect(notice.message).toContain("to seconds 60 payoutRate 0.9)");
});

it("asks for nothing where such a setting stays as it is", async () => {
  const { token } = await signedInAdmin({ permissions: ["settings"] });
  const same = { withdrawalHoldHours: 24, fourEyesThreshold: "0", aiMin: "60" };
  expect((await put(token, same)).status).toBe(200);
  expect((await getSettings()).aiMin).toBe("60");
});

it("asks for the code of who has two-factor", async () => {
  const { token, user } = await signedInAdmin();
  const secret = new Secret({ size: 20 });
  await asOwner().user.update({
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
    toldToUsers.findMany({ where: { userId, title: "Protective settings changed" } });
  await put(token, { siteName: "Assay House" });
  expect(await noticesOf(other.id)).toEqual([]);
  await put(token, { ...RULE, siteName: "Aurum", password: TEST_PASSWORD });
  for (const { id } of [user, other]) {
    expect(await noticesOf(id)).toMatchObject([
      {
        type: "security",
        message: expect.stringMatching(
          new RegExp(`^${user.username} changed .*people are needed \\(from 0 to 500\\)\\.`),
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
      await asOwner().user.update({ where: { id: user.id }, data });
    });
    const { status } = await put(token, { ...RULE, password: TEST_PASSWORD });
    stop();
    expect([401, 403]).toContain(status);
  }
  expect(await prisma.setting.count()).toBe(0);
});
