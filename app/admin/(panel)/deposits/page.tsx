import { DepositsPage } from "@/components/admin/payments/deposits-queue";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { listAdminDeposits } from "@/lib/deposits/data";
import { staffDepositKeys } from "@/lib/deposits/staff-client";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { PAYMENT_FILTERS } from "@/lib/views/rules";
import { shownTo } from "@/lib/wallets/payment-privacy";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("deposits");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "deposits.read")) return <NoAccess page="deposits" />;
  const entries = await seedOfList(await searchParams, PAYMENT_FILTERS, {
    key: (query) => staffDepositKeys.list(query),
    schema: adminPaymentQuerySchema,
    toApi: (query) => ({ order: "queue", ...query }),
    load: async (query) => {
      const { items, nextCursor } = await listAdminDeposits(query);
      return { deposits: items.map((item) => shownTo(user, item)), nextCursor };
    },
  });
  return (
    <PageMessages
      namespaces={["staffDesk", "staffViews", "errors.views", "errors.deposits", "errors.wallets"]}
    >
      <Seed entries={entries}>
        <DepositsPage staffId={user.userId} />
      </Seed>
    </PageMessages>
  );
}
