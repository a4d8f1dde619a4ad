import { WithdrawalsPage } from "@/components/admin/payments/withdrawals-queue";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { PAYMENT_FILTERS } from "@/lib/views/rules";
import { shownTo } from "@/lib/wallets/payment-privacy";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";
import { listAdminWithdrawals } from "@/lib/withdrawals/data";
import { staffWithdrawalKeys } from "@/lib/withdrawals/staff-client";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("withdrawals");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "withdrawals.read")) return <NoAccess page="withdrawals" />;
  const entries = await seedOfList(await searchParams, PAYMENT_FILTERS, {
    key: (query) => staffWithdrawalKeys.list(query),
    schema: adminPaymentQuerySchema,
    toApi: (query) => ({ order: "queue", ...query }),
    load: async (query) => {
      const { items, nextCursor } = await listAdminWithdrawals(query);
      return { withdrawals: items.map((item) => shownTo(user, item)), nextCursor };
    },
  });
  return (
    <PageMessages
      namespaces={[
        "staffDesk",
        "staffViews",
        "errors.views",
        "errors.wallets",
        "errors.withdrawals",
      ]}
    >
      <Seed entries={entries}>
        <WithdrawalsPage staffId={user.userId} />
      </Seed>
    </PageMessages>
  );
}
