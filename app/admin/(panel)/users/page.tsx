import { UsersList } from "@/components/admin/users/users-list";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { staffKeys } from "@/lib/staff/client";
import { adminUsersQuery } from "@/lib/staff/schema";
import { listUsers } from "@/lib/staff/users";
import { USER_FILTERS } from "@/lib/views/rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("users");

export default async function UsersPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "users.read")) return <NoAccess page="users" />;
  const entries = await seedOfList(await searchParams, USER_FILTERS, {
    key: staffKeys.users,
    schema: adminUsersQuery,
    load: listUsers,
  });
  return (
    <PageMessages
      namespaces={[
        "staffUsers",
        "staffViews",
        "errors.views",
        "staffPassword",
        "auth",
        "errors.accounts",
      ]}
    >
      <Seed entries={entries}>
        <UsersList staffId={user.userId} />
      </Seed>
    </PageMessages>
  );
}
