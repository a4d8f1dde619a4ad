import { GET as overviewRoute } from "@/app/api/admin/overview/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { OverviewDto } from "@/lib/overview/schema";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { recordCheck } from "@/lib/platform/health";
import { updateSettings } from "@/lib/site/mutations";
import { countStorageDays } from "@/lib/vault/jobs";
import { fund } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

const mockNow = new Date();
// The process's clock stands still with the database's: a day may end meanwhile.
jest.mock("@/lib/platform/time", () => ({
  ...jest.requireActual("@/lib/platform/time"),
  now: () => mockNow,
}));

const database = testDatabase();
let staff: string;

const read = async () =>
  (await callRoute<OverviewDto>(overviewRoute, { path: "/api/admin/overview", token: staff })).body;
const codes = async () => (await read()).alerts.map(({ code }) => code);

beforeAll(async () => {
  // The price stays fresh however slow the machine is.
  await database.setClock(mockNow);
  staff = (await signedInAdmin()).token;
});

describe("GET /api/admin/overview", () => {
  it("tells what an empty site lacks, and then that nothing does", async () => {
    expect(await codes()).toEqual([
      "feedDown",
      "jobsSilent",
      "fourEyesOff",
      "poolEmpty",
      "inventoryLow",
    ]);
    await recordTick(4000);
    await updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "1000" });
    await fundOptionPool(units(100_000));
    for (const currency of ["USDT", "XAUT"] as const) {
      await fund({ house: "inventory", currency }, units(1_000_000));
    }
    await database.query("INSERT INTO job_run (name, succeeded_at) VALUES ('settlement', now())");
    expect(await codes()).toEqual([]);
  });

  it("tells of public texts with gaps, and of the steps before real money that are made", async () => {
    const steps = async () =>
      (await read()).launch.filter(({ isDone }) => isDone).map(({ code }) => code);
    expect(await steps()).toEqual(["texts", "fourEyes", "livePrices"]);
    const text = { type: "legality", language: "en", title: "Legality" } as const;
    await prisma.document.create({ data: { ...text, content: "{{operatorName}}" } });
    expect((await read()).alerts).toMatchObject([
      { code: "textsUnfinished", tone: "warn", detail: "legality" },
    ]);
    expect(await steps()).toEqual(["fourEyes", "livePrices"]);
    await updateSettings(SYSTEM_ACTOR, { operatorName: "Gold Ltd" });
    expect(await codes()).toEqual([]);
    expect(await steps()).toEqual(["texts", "fourEyes", "livePrices"]);
  });

  it("tells that nobody signs the log of a site with real money", async () => {
    const url = "https://witness.example";
    const restore = { REAL_MONEY: env.REAL_MONEY, LOG_WITNESSES: env.LOG_WITNESSES };
    Object.assign(env, { REAL_MONEY: true, LOG_WITNESSES: [url] });
    try {
      expect(await codes()).toEqual(["logUnwitnessed"]);
      const signed = { size: 1n, root: new Uint8Array(32), lines: "— witness.example AA==\n" };
      await prisma.logWitness.create({
        data: { url, ...signed, askedAt: mockNow, signedAt: mockNow },
      });
      expect(await codes()).toEqual([]);
      Object.assign(env, { LOG_WITNESSES: [] });
      expect(await codes()).toEqual(["logUnwitnessed"]);
    } finally {
      Object.assign(env, restore);
    }
  });

  it("tells of checks that failed or are long ago, and of jobs that fail", async () => {
    await recordCheck("ledger", { ok: false, summary: "escrow" });
    await recordCheck("audit", { ok: true, summary: "5 entries" });
    await database.query(
      "UPDATE system_check SET at = now() - interval '14 hours' WHERE name = 'audit'",
    );
    await database.query(
      "INSERT INTO job_run (name, failed_at, error) VALUES ('mail', now(), 'refused')",
    );
    const { alerts } = await read();
    expect(alerts).toMatchObject([
      { code: "ledgerCheckFailed", tone: "error", detail: "escrow" },
      { code: "auditCheckOld", tone: "warn" },
      { code: "jobFailed", subject: "mail", detail: "refused" },
    ]);
    await recordCheck("ledger", { ok: true, summary: "" });
    await recordCheck("audit", { ok: true, summary: "" });
    await database.query("DELETE FROM job_run WHERE name = 'mail'");
    expect(await codes()).toEqual([]);
  });

  it("tells of plans without interest money and commissions without cover", async () => {
    const plan = await createPlanRow({ name: "Empty handed" });
    await database.query(
      `INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro, rate_ppm)
       VALUES ('trade', uuid_v7(), uuid_v7(), uuid_v7(), 10000000, 100000)`,
    );
    expect((await read()).alerts).toMatchObject([
      { code: "plansUnfunded", detail: `“${plan.name}”` },
      { code: "referralShort", amount: "1.000000" },
    ]);
    await fundInterest(units(10));
    await database.query("DELETE FROM referral_due");
    expect(await codes()).toEqual([]);
  });

  it("shows what options may cost and what is set aside, and the turnover of each product", async () => {
    const user = await createFundedUser(units(100));
    await openOption(optionOrder(user, { amountMicro: units(10) }));
    await database.query(
      `INSERT INTO vault_conversion (user_id, seq, direction, usdt_micro, xaut_micro, price_e8, tick_seq, stored_after_micro, cost_after_micro, created_at)
       VALUES ($1, 1, 'store', 25000000, 6250, 400000000000, 1, 6250, 25000000, app_now())`,
      [user],
    );
    await countStorageDays();
    const { cover, volume, openOptions } = await read();
    expect(cover[0]).toMatchObject({
      product: "options",
      promised: "8.000000",
      setAside: "8.000000",
    });
    await database.query("UPDATE option_exposure SET up_micro = up_micro + 1 WHERE shard = 0");
    expect((await read()).cover[0]).toMatchObject({
      promised: "8.000001",
      setAside: "8.000000",
    });
    await database.query("UPDATE option_exposure SET up_micro = up_micro - 1 WHERE shard = 0");
    expect(openOptions).toEqual({
      count: 1,
      stakeUsdt: "10.000000",
      collateralUsdt: "8.000000",
    });
    expect(volume).toHaveLength(30);
    expect(volume.at(-1)).toEqual({
      day: mockNow.toISOString().slice(0, 10),
      option: "10.000000",
      manual: "0.000000",
      ai: "0.000000",
      storage: "25.000000",
      actions: 2,
    });
    await countStorageDays();
    expect((await read()).volume.at(-1)?.storage).toBe("25.000000");
  });

  it("is for those who read", async () => {
    const answer = (token: string) => callRoute(overviewRoute, { token });
    expect((await answer((await signedInUser()).token)).status).toBe(403);
    const { token } = await signedInAdmin({ permissions: ["support"] });
    expect((await answer(token)).status).toBe(403);
  });
});
