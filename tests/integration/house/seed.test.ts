import { listHouseAccounts } from "@/lib/ledger/house";
import { prisma } from "@/lib/platform/db";
import { listAdminPlans } from "@/lib/savings/staff-plans";
import { seedHouseFunds } from "@/prisma/seed/house";
import { defaultPlans } from "@/prisma/seed/plans";
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
