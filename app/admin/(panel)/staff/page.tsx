import { StaffMembersPage } from "@/components/admin/staff/staff-members";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { listStaff } from "@/lib/staff/rights";
import { rightsKeys } from "@/lib/staff/rights-client";
import { staffQuery } from "@/lib/staff/rights-schema";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("staff");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "staff.read")) return <NoAccess page="staff" />;
  const entries = await seedOfList(await searchParams, [], {
    key: rightsKeys.members,
    schema: staffQuery,
    load: listStaff,
  });
  return (
    <PageMessages
      namespaces={["staffRights", "security.fields", "errors.staff", "errors.accounts"]}
    >
      <Seed entries={entries}>
        <StaffMembersPage />
      </Seed>
    </PageMessages>
  );
}
