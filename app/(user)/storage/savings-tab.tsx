import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { SavingsOffer } from "@/components/savings/savings-offer";
import { SAVINGS_PER_PAGE, savingKeys } from "@/lib/savings/client";
import { listPlans, mySavings } from "@/lib/savings/data";

/** Savings: what one has, and the plans on offer. */
export async function SavingsTab({ userId }: { userId: string }) {
  const [plans, mine] = await Promise.all([
    listPlans(userId, { all: false }),
    mySavings(userId, { limit: SAVINGS_PER_PAGE }),
  ]);
  return (
    <Messages namespaces={["savings"]}>
      <Seed
        entries={[
          [savingKeys.plans(), plans],
          [savingKeys.mine(undefined), { pages: [mine], pageParams: [null] }],
        ]}
      >
        <SavingsOffer />
      </Seed>
    </Messages>
  );
}
