import { DEMO_FUNDS_KEY, listHouseAccounts } from "@/lib/ledger/house";
import { prisma } from "@/lib/platform/db";
import { listAdminPlans } from "@/lib/savings/staff-plans";
import { seed } from "@/prisma/seed";
import { seedHouseFunds } from "@/prisma/seed/house";
import { defaultPlans } from "@/prisma/seed/plans";
import { isSeeded } from "@/scripts/lib/seeding.mjs";
import { createTestAdmin } from "@/tests/factories/users";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";

const database = testDatabase();

describe("the demo's house", () => {
  it("can fund all of its saving plans in full at the same time", async () => {
    await seedHouseFunds();
    await asOwner().savingPlan.createMany({ data: defaultPlans });
    const { savings, funding } = await listAdminPlans({ limit: 100 });
    expect(savings).toHaveLength(defaultPlans.length);
    for (const plan of savings) expect(plan.funding.state).toBe("full");
    for (const { missing } of funding) expect(missing).toBe("0.000000");
  });

  it("keeps what a site was funded with before, whatever it was", async () => {
    const before = await listHouseAccounts(prisma);
    await database.query(
      `SET session_replication_role = replica;
       UPDATE ledger_journal SET input_hash = sha256('other amounts') WHERE kind = 'house_funding'`,
    );
    await seedHouseFunds();
    expect(await listHouseAccounts(prisma)).toEqual(before);
  });
});

describe("a start", () => {
  it("knows a demo that has all that it begins with, and one that lacks any of it", async () => {
    const lacks = async (statement: string, restored: () => Promise<unknown>) => {
      await database.query(`SET session_replication_role = replica; ${statement}`);
      expect([statement, await isSeeded(process.env)]).toEqual([statement, false]);
      await restored();
      expect([statement, await isSeeded(process.env)]).toEqual([statement, true]);
    };
    await createTestAdmin();
    expect(await isSeeded(process.env)).toBe(false);
    await seed();
    expect(await isSeeded(process.env)).toBe(true);
    await lacks("DELETE FROM wallet", seed);
    await lacks("DELETE FROM saving_plan", seed);
    await lacks("UPDATE app_user SET erased_at = now() WHERE is_admin", createTestAdmin);
    const withKey = (key: string) =>
      `UPDATE ledger_journal SET idempotency_key = '${key}' WHERE kind = 'house_funding'`;
    await lacks(withKey("other"), () =>
      database.query(`SET session_replication_role = replica; ${withKey(DEMO_FUNDS_KEY)}`),
    );
  });

  it("leaves to the step whatever may have to be refused", async () => {
    for (const env of [
      { REAL_MONEY: "1" },
      { DATABASE_ROLE: "nosuch" },
      { DATABASE_SESSION_URL: process.env.DATABASE_URL },
      { DATABASE_URL: `${process.env.DATABASE_URL}_gone` },
    ]) {
      expect([env, await isSeeded({ ...process.env, ...env })]).toEqual([env, false]);
    }
  });
});
