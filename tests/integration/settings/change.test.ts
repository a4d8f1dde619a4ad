import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { GET as readAll } from "@/app/api/admin/settings/route";
import { GET as read, PUT as write } from "@/app/api/settings/config/route";
import { prisma } from "@/lib/platform/db";
import { forgetSettings, getSettings, readSettings } from "@/lib/settings/data";
import {
  type AllSettings,
  defaultSettings,
  type PublicConfig,
  type SettingConflict,
} from "@/lib/settings/schema";
import {
  createTestAdmin,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";

const run = promisify(execFile);

const put = (token: string | undefined, body: unknown, idempotencyKey?: string) =>
  callRoute<{ config: PublicConfig; conflicts?: SettingConflict[] }>(write, {
    method: "PUT",
    path: "/api/settings/config",
    token,
    body,
    idempotencyKey,
  });
const all = (token: string) =>
  callRoute<AllSettings>(readAll, { path: "/api/admin/settings", token });
const changes = () =>
  prisma.auditEntry.findMany({ where: { action: "settings.update" }, orderBy: { seq: "asc" } });

let token: string;
let name: string;

beforeAll(async () => {
  const admin = await signedInAdmin({ permissions: ["*"] });
  token = admin.token;
  name = admin.user.username;
});
afterEach(async () => {
  await asOwner().setting.deleteMany();
  forgetSettings();
});

it("is for staff with the settings area", async () => {
  const other = await signedInAdmin({
    permissions: ["users", "support", "finance", "content"],
  });
  const user = await signedInUser();
  for (const [who, status] of [
    [undefined, 401],
    [user.token, 403],
    [other.token, 403],
  ] as const) {
    expect((await put(who, { siteName: "Nobody's" })).status).toBe(status);
    expect((await callRoute(readAll, { token: who })).status).toBe(status);
  }
  expect((await getSettings()).siteName).toBe("Aurum");
});

it("holds at once, keeps what was before and after, and says who changed it", async () => {
  expect(
    (await put(token, { password: TEST_PASSWORD, siteName: " Assay House ", withdrawalMin: "20" }))
      .body.config.siteName,
  ).toBe("Assay House");
  expect((await callRoute<{ config: PublicConfig }>(read)).body.config.siteName).toBe(
    "Assay House",
  );
  expect((await getSettings()).withdrawalMin).toBe("20");
  expect((await changes()).at(-1)).toMatchObject({
    actorName: name,
    before: { siteName: "Aurum", withdrawalMin: "10" },
    after: { siteName: "Assay House", withdrawalMin: "20" },
  });
  const { settings, changes: last } = (await all(token)).body;
  expect(settings).toMatchObject({ siteName: "Assay House", optionMax: "1000" });
  expect(last.siteName?.by).toBe(name);
  expect(last.optionMax).toBeUndefined();
});

it("takes a path on this site with or without its leading slash, and knows one of them", async () => {
  const logo = { logoUrl: "uploads/logo.png", favicon: "https://example.com/icon.png" };
  const stored = { ...logo, logoUrl: "/uploads/logo.png" };
  expect((await put(token, logo)).body.config).toMatchObject(stored);
  expect((await callRoute<{ config: PublicConfig }>(read)).body.config).toMatchObject(stored);
  expect((await changes()).at(-1)?.after).toEqual(stored);
  const before = (await changes()).length;
  expect((await put(token, { ...logo, expected: logo })).status).toBe(200);
  expect(await changes()).toHaveLength(before);
  // As another program may have stored it.
  await asOwner().setting.update({ where: { key: "favicon" }, data: { value: "icon.png" } });
  expect((await readSettings(prisma)).favicon).toBe("/icon.png");
});

it("keeps no entry of a change that changes nothing", async () => {
  const before = (await changes()).length;
  expect((await put(token, { siteName: "Aurum", withdrawalHoldHours: 24 })).status).toBe(200);
  expect(await changes()).toHaveLength(before);
});

it("takes back what it gave, and changes of it only what is another", async () => {
  const { config } = (await callRoute<{ config: PublicConfig }>(read)).body;
  const answer = await put(token, { ...config, demo: !config.demo, siteName: "Assay House" });
  expect(answer.body.config).toEqual({ ...config, siteName: "Assay House" });
  expect((await changes()).at(-1)?.after).toEqual({ siteName: "Assay House" });
});

it.each<[string, object, string, string]>([
  ["an empty name", { siteName: " " }, "siteName", ""],
  ["a long title", { metaTitle: "x".repeat(71) }, "metaTitle", ""],
  [
    "a script as logo",
    { logoUrl: "javascript:alert(1)" },
    "logoUrl",
    "Enter a path or an address that begins with https://",
  ],
  ["a logo that pages may not load", { logoUrl: "http://a.example/x.png" }, "logoUrl", "https://"],
  ["another site as a path", { logoUrl: "//example.com/x.png" }, "logoUrl", "Enter a path"],
  ["another site after a backslash", { favicon: "\\example.com/x" }, "favicon", "Enter a path"],
  ["an amount that can't be booked", { optionMin: "1.0000001" }, "optionMin", "at most 6 decimals"],
  [
    "a trade that can't be booked",
    { optionMax: "1000000000.000001" },
    "optionMax",
    "at most 1,000",
  ],
  [
    "a rate of nothing",
    { simulatedRates: { ...defaultSettings.simulatedRates, USDC: "0" } },
    "simulatedRates.USDC",
    "from 0.01 to 100",
  ],
  [
    "a rate without its last three digits",
    { simulatedRates: { ...defaultSettings.simulatedRates, BTC: "95" } },
    "simulatedRates.BTC",
    "from 950 to 9,500,000",
  ],
  [
    "a rate that no coin has",
    { simulatedRates: { ...defaultSettings.simulatedRates, ETH: "340000.000001" } },
    "simulatedRates.ETH",
    "from 34 to 340,000",
  ],
  ["a negative fee", { withdrawalFee: "-1" }, "withdrawalFee", "Enter a number"],
  ["a fee of everything", { manualFeeRate: "1" }, "manualFeeRate", "at most 0.1"],
  ["a spread that eats a trade up", { manualSpread: "0.100001" }, "manualSpread", "at most 0.1"],
  ["half an hour", { withdrawalHoldHours: 0.5 }, "withdrawalHoldHours", ""],
  ["a country by name", { optionBlockedCountries: ["Kenya"] }, "optionBlockedCountries", "GB"],
  ["a country twice", { optionBlockedCountries: ["GB", "GB"] }, "optionBlockedCountries", "twice"],
  ["no duration", { optionDurations: [] }, "optionDurations", ""],
  [
    "limits that cross",
    { withdrawalMin: "5", withdrawalDailyLimit: "4" },
    "withdrawalMin",
    "above the daily",
  ],
  [
    "percent as a rate",
    { optionDurations: [{ seconds: 60, payoutRate: "80" }] },
    "optionDurations",
    "80%",
  ],
  [
    "a rate at which up and down win together",
    { optionDurations: [{ seconds: 60, payoutRate: "1.000001" }] },
    "optionDurations",
    "at most 1",
  ],
])("refuses %s, and stores nothing", async (_, body, field, text) => {
  const { status, body: answer } = await put(token, {
    password: TEST_PASSWORD,
    ...body,
    announcement: "Hello",
  });
  expect([status, answer.code]).toEqual([422, "VALIDATION"]);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  expect(answer.errors?.[field]?.[0]).toContain(text);
  expect((await getSettings()).announcement).toBe("");
});

it("refuses unknown settings and nothing at all", async () => {
  expect((await put(token, { winner: "house" })).status).toBe(422);
  expect((await put(token, {})).body.errors).toBeDefined();
  expect((await put(token, { expected: { siteName: "Aurum" }, demo: true })).status).toBe(422);
});

describe("two people at once", () => {
  it("tells the second what the first changed, and stores none of theirs", async () => {
    const second = await createTestAdmin();
    const secondToken = await signInAs(second);
    const expected = { withdrawalMin: "10", siteName: "Aurum" };
    await put(token, { password: TEST_PASSWORD, withdrawalMin: "1", expected });
    const answer = await put(secondToken, {
      password: TEST_PASSWORD,
      withdrawalMin: "3",
      siteName: "Other",
      expected,
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: "CONFLICT",
        message: `Nothing was saved: ${name} changed the same settings in the meantime`,
        conflicts: [{ key: "withdrawalMin", current: "1", by: name, at: expect.any(String) }],
      },
    });
    expect(await getSettings()).toMatchObject({ withdrawalMin: "1", siteName: "Aurum" });
    const again = {
      password: TEST_PASSWORD,
      withdrawalMin: "3",
      siteName: "Other",
      expected: { ...expected, withdrawalMin: "1" },
    };
    expect((await put(secondToken, again)).status).toBe(200);
    expect((await changes()).at(-1)).toMatchObject({
      before: { withdrawalMin: "1", siteName: "Aurum" },
      after: { withdrawalMin: "3", siteName: "Other" },
    });
  });

  it("lets them change different settings, and the same one to the same value", async () => {
    await put(token, {
      password: TEST_PASSWORD,
      withdrawalMin: "1",
      expected: { withdrawalMin: "10" },
    });
    expect((await put(token, { aiMin: "60", expected: { aiMin: "50" } })).status).toBe(200);
    expect(
      (
        await put(token, {
          password: TEST_PASSWORD,
          withdrawalMin: "1",
          expected: { withdrawalMin: "10" },
        })
      ).status,
    ).toBe(200);
  });

  it("lets exactly one of many through", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        put(token, {
          password: TEST_PASSWORD,
          withdrawalMin: `${n + 1}`,
          expected: { withdrawalMin: "10" },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it("repeats the answer of a request whose answer got lost", async () => {
    const body = { aiMin: "70", expected: { aiMin: "50" } };
    const [first, again] = [
      await put(token, body, "settings-key-1"),
      await put(token, body, "settings-key-1"),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

it("has a way back into a panel that was switched off: npm run panel:open", async () => {
  await put(token, { password: TEST_PASSWORD, adminPanelEnabled: false });
  expect((await getSettings()).adminPanelEnabled).toBe(false);
  const { stdout } = await run(join("node_modules", ".bin", "tsx"), ["scripts/open-panel.ts"], {
    env: { ...process.env },
  });
  expect(stdout).toContain("The staff panel is on.");
  forgetSettings();
  expect((await getSettings()).adminPanelEnabled).toBe(true);
  expect((await changes()).at(-1)).toMatchObject({
    actorName: "system",
    before: { adminPanelEnabled: false },
    after: { adminPanelEnabled: true },
  });
});

describe("a pause of a product or of a duration, and its end", () => {
  it.each([
    { optionEnabled: false },
    { manualEnabled: false },
    { aiEnabled: false },
    { optionPausedDurations: "30" },
  ])("is for everybody and in the audit log with who and why: %j", async (pause) => {
    const [key] = Object.keys(pause) as ["optionEnabled"];
    for (const change of [pause, { [key]: defaultSettings[key] }]) {
      for (const reason of [undefined, "", " "]) {
        expect(await put(token, { ...change, reason })).toMatchObject({
          status: 422,
          body: { errors: { reason: ["Please enter a reason"] } },
        });
      }
      expect((await put(token, { ...change, reason: "Odd prices everywhere" })).status).toBe(200);
      expect((await changes()).at(-1)).toMatchObject({
        actorName: name,
        reason: "Odd prices everywhere",
        after: change,
        subjectUserId: null,
      });
    }
  });

  it("asks for no reason where nothing is paused, and keeps one that is given", async () => {
    expect((await put(token, { ...defaultSettings, siteName: "Assay" })).status).toBe(200);
    expect((await changes()).at(-1)?.reason).toBeNull();
    await put(token, { siteName: "Aurum", reason: "As it was" });
    expect((await changes()).at(-1)?.reason).toBe("As it was");
  });
});
