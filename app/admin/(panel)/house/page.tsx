import { HousePage } from "@/components/admin/house/house-page";
import { HOUSE_FILTERS } from "@/components/admin/lists/list-names";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { houseKeys, movementsQueryOf } from "@/lib/house/client";
import { getHouse, listMovements } from "@/lib/house/data";
import { houseMovementsQuerySchema } from "@/lib/house/schema";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("house");

export default async function StaffHousePage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "house.read")) return <NoAccess page="house" />;
  const params = await searchParams;
  const [house, movements] = await Promise.all([
    getHouse(),
    params.tab === "movements"
      ? seedOfList(params, HOUSE_FILTERS, {
          key: (query) => houseKeys.movements(movementsQueryOf(query)),
          schema: houseMovementsQuerySchema,
          toApi: movementsQueryOf,
          load: listMovements,
        })
      : [],
  ]);
  return (
    <PageMessages
      namespaces={[
        "security",
        "staffHouse",
        "staffSettings",
        "errors.accounts",
        "errors.house",
        "errors.settings",
      ]}
    >
      <Seed entries={[[houseKeys.accounts(), house], ...movements]}>
        <HousePage />
      </Seed>
    </PageMessages>
  );
}
