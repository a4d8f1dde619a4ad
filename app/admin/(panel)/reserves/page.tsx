import { RESERVE_FILTERS } from "@/components/admin/lists/list-names";
import { ReservesPage } from "@/components/admin/reserves/reserves-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { getReservesForStaff, listEndedReserves } from "@/lib/transparency/reserves/data";
import { reserveHistoryQuery } from "@/lib/transparency/reserves/schema";
import { reserveKeys } from "@/lib/transparency/reserves/staff-client";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("reserves");

export default async function StaffReservesPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "reserves.read")) return <NoAccess page="reserves" />;
  const params = await searchParams;
  const [listed, history] = await Promise.all([
    getReservesForStaff(),
    params.tab === "history"
      ? seedOfList(params, RESERVE_FILTERS, {
          key: reserveKeys.history,
          schema: reserveHistoryQuery,
          load: listEndedReserves,
        })
      : [],
  ]);
  return (
    <PageMessages
      namespaces={["staffDesk.explorer", "staffReserves", "errors.wallets", "errors.reserves"]}
    >
      <Seed entries={[[reserveKeys.listed(), listed], ...history]}>
        <ReservesPage />
      </Seed>
    </PageMessages>
  );
}
