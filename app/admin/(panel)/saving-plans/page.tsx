import { SAVING_FILTERS } from "@/components/admin/list-names";
import { SavingPlansPage } from "@/components/admin/savings/saving-plans-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed";
import { requireAdmin } from "@/lib/accounts/gate";
import { maySeeArea } from "@/lib/accounts/staff-rights";
import { adminRecordsQuerySchema } from "@/lib/savings/queries";
import { staffSavingKeys } from "@/lib/savings/staff-client";
import { listAdminPlans } from "@/lib/savings/staff-plans";
import { listAdminRecords } from "@/lib/savings/staff-records";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("savingPlans");

export default async function StaffSavingPlansPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!maySeeArea(user, "finance")) return <NoAccess page="savingPlans" />;
  const params = await searchParams;
  const [plans, records] = await Promise.all([
    listAdminPlans(),
    params.tab === "savings"
      ? seedOfList(params, SAVING_FILTERS, {
          key: staffSavingKeys.records,
          schema: adminRecordsQuerySchema,
          load: listAdminRecords,
        })
      : [],
  ]);
  return (
    <PageMessages namespaces={["savings", "staffSavings"]}>
      <Seed entries={[[staffSavingKeys.plans(), plans], ...records]}>
        <SavingPlansPage />
      </Seed>
    </PageMessages>
  );
}
