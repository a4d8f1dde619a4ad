import { PLAN_FILTERS, SAVING_FILTERS } from "@/components/admin/lists/list-names";
import { SavingPlansPage } from "@/components/admin/savings/saving-plans-page";
import { PageMessages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { listPlans } from "@/lib/savings/data";
import { adminPlansQuerySchema, adminRecordsQuerySchema } from "@/lib/savings/queries";
import { staffSavingKeys } from "@/lib/savings/staff-client";
import { listAdminPlans } from "@/lib/savings/staff-plans";
import { listAdminRecords } from "@/lib/savings/staff-records";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("savingPlans");

type Params = Awaited<PageParams>;

const plansTab = (params: Params) =>
  seedOfList(params, PLAN_FILTERS, {
    key: staffSavingKeys.plans,
    schema: adminPlansQuerySchema,
    load: listAdminPlans,
  });

async function savingsTab(userId: string, params: Params): Promise<SeedEntry[]> {
  const [choices, records] = await Promise.all([
    listPlans(userId, { all: true }),
    seedOfList(params, SAVING_FILTERS, {
      key: staffSavingKeys.records,
      schema: adminRecordsQuerySchema,
      load: listAdminRecords,
    }),
  ]);
  return [[staffSavingKeys.choices(), choices], ...records];
}

export default async function StaffSavingPlansPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "savings.read")) return <NoAccess page="savingPlans" />;
  const params = await searchParams;
  const entries =
    params.tab === "savings" ? await savingsTab(user.userId, params) : await plansTab(params);
  return (
    <PageMessages namespaces={["savings", "staffConflict", "staffSavings", "errors.savings"]}>
      <Seed entries={entries}>
        <SavingPlansPage />
      </Seed>
    </PageMessages>
  );
}
