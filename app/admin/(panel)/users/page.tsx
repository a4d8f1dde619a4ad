import { USER_FILTERS } from "@/components/admin/list-names";
import { UsersList } from "@/components/admin/users-list";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed";
import { maySeeArea } from "@/lib/accounts/area-access";
import { requireAdmin } from "@/lib/accounts/gate";
import { staffKeys } from "@/lib/accounts/staff-client";
import { adminUsersQuery } from "@/lib/accounts/staff-schema";
import { listUsers } from "@/lib/accounts/staff-users";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("users");

export default async function UsersPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!maySeeArea(user, "users")) return <NoAccess page="users" />;
  const entries = await seedOfList(await searchParams, USER_FILTERS, {
    key: staffKeys.users,
    schema: adminUsersQuery,
    load: listUsers,
  });
  return (
    <PageMessages namespaces={["staffUsers", "staffPassword", "auth"]}>
      <Seed entries={entries}>
        <UsersList staffId={user.userId} />
      </Seed>
    </PageMessages>
  );
}
