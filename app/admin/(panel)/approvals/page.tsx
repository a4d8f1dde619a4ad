import { ApprovalsPage } from "@/components/admin/approvals/approvals-page";
import { APPROVAL_FILTERS } from "@/components/admin/lists/list-names";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { approvalKeys, approvalsQueryOf } from "@/lib/approvals/client";
import { findApproval, listApprovals } from "@/lib/approvals/data";
import { approvalsQuery } from "@/lib/approvals/schema";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("approvals");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "approvals.read")) return <NoAccess page="approvals" />;
  const params = await searchParams;
  const { approval: id } = params;
  const opened = typeof id === "string" ? await findApproval(id) : null;
  const entries = await seedOfList(params, APPROVAL_FILTERS, {
    key: (query) => approvalKeys.list(approvalsQueryOf(query)),
    schema: approvalsQuery,
    toApi: approvalsQueryOf,
    load: (query) => listApprovals(query, user),
  });
  return (
    <PageMessages
      namespaces={["staffApprovals", "staffDesk", "errors.accounts", "errors.approvals"]}
    >
      <Seed entries={entries}>
        <ApprovalsPage key={opened?.id} staffId={user.userId} opened={opened} />
      </Seed>
    </PageMessages>
  );
}
