import { TradesPage } from "@/components/admin/trades/trades-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { loadTrades } from "@/lib/trading/loaders";
import { adminTradesQuerySchema } from "@/lib/trading/queries";
import { staffTradeKeys } from "@/lib/trading/staff-client";
import { TRADE_FILTERS } from "@/lib/views/rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("trades");

export default async function StaffTradesPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "trades.read")) return <NoAccess page="trades" />;
  const entries = await seedOfList(await searchParams, TRADE_FILTERS, {
    key: (query) => staffTradeKeys.list(query),
    schema: adminTradesQuerySchema,
    load: loadTrades,
  });
  return (
    <PageMessages namespaces={["staffDesk", "staffViews", "errors.views", "market.voided"]}>
      <Seed entries={entries}>
        <TradesPage />
      </Seed>
    </PageMessages>
  );
}
